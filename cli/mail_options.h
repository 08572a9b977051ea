// Mail on the command line.
//
// A PATH is a file, a folder or an mbox, "-" is standard input, and @FILE a list of names.
#pragma once

#include <string>
#include <vector>

#include "tally/mail.h"

namespace tally::cli {

inline constexpr const char* kMailHelp =
    "mail: files, maildirs, folders, mboxes, - for standard input, @LIST for a list of names";

/// The mail at these paths, all of one class (empty: not known). Throws Error (kUsage) for a class
/// that cannot stand in a header, or is the verdict `unsure`.
std::vector<MailInput> mail_inputs(const std::vector<std::string>& paths, const std::string& klass);

/// The same for "ham=Maildir/cur", "spam=@names.txt" … Throws Error (kUsage) for a class without a
/// path.
std::vector<MailInput> mail_by_class(const std::vector<std::string>& assignments);

}  // namespace tally::cli
