// SPDX-License-Identifier: Apache-2.0
// Mail on the command line.
//
// A PATH is a file, a folder or an mbox, "-" is standard input, and @FILE a list of names.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/mail.h"

namespace tally::cli {

inline constexpr const char* kMailHelp =
    "mail: files, maildirs, folders, mboxes, - for standard input, @LIST for a list of names";

inline constexpr const char* kDataOrMailHelp =
    "files of CSV, TSV, Parquet, Arrow, JSON lines or svmlight, patterns, or - for standard input; "
    "of mail: messages, maildirs, folders, mboxes, @LIST for a list of names (@-: standard input)";

inline constexpr const char* kClassPathHelp =
    "of mail: where the messages of a class are: a file, maildir, folder, mbox, @LIST, -";

/// The mail at these paths, all of one class (empty: not known). Throws Error (kUsage) for a class
/// that cannot stand in a header, or is the verdict `unsure`.
std::vector<MailInput> mail_inputs(const std::vector<std::string>& paths, const std::string& klass);

/// The same for "ham=Maildir/cur", "spam=@names.txt" … Throws Error (kUsage) for a class without a
/// path.
std::vector<MailInput> mail_by_class(const std::vector<std::string>& assignments);

/// A name that was mistyped must not become a class: throws Error (kUsage) for one that is new to a
/// model with two classes or more, or that looks like a class which the model has.
void check_known_class(const std::vector<Label>& classes, const std::string& name);

/// The schema of mail with at most so many terms in each zone; 0: any number.
Schema capped_mail_schema(MailPairs pairs, std::int64_t most_terms);

}  // namespace tally::cli
