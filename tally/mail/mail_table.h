// SPDX-License-Identifier: Apache-2.0
// Folders and files of mail as a table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/mail/mail_schema.h"
#include "tally/read.h"

namespace tally {

/// A file, a folder (maildir, MH, or any folder of messages, sub-folders included), an mbox, each
/// also packed with gzip or zstd; "-" is standard input: one message, or an mbox. A file that
/// begins with a From_ line is an mbox, unless it lies in a maildir, is named by a number as in MH,
/// or ends with .eml. Of a maildir `cur` and `new` are read, and other folders in it (.Junk) only
/// where they are named. Hidden files, what MH has deleted (",4") and the books of mail stores
/// (dovecot.index …) are passed over.
struct MailInput {
  std::string path;
  std::string klass;  ///< empty: not known
};

/// A table with a row per message; the class of a row is missing where it is not known. What lies
/// within several inputs belongs to the nearest alone. Throws Error: kNoInput, kNoPermission; kData
/// for a folder without any file; kUsage for a path with two classes. `Table::read` takes a
/// schema of mail_schema() with any limits, with or without pairs, and throws Error (kData) for any
/// other, for an input without any message and for packed data that is broken. It gives Batch::kept
/// with the one name `file` if asked to keep cells, and holds no more than some messages per thread
/// in memory (64, or 1 MB of them). Messages come in the order of the inputs, within a folder in
/// the order of their names, numbers by value. `Table::sample` is empty: there is nothing to infer.
Table open_mail(const std::vector<MailInput>& inputs, bool keep_cells = false);

/// The same for one message in memory.
Table open_message(std::string message, const std::string& klass);

/// A name per line, as `find` writes them (also with zero bytes between them); "-" is standard
/// input. Throws Error as Table does.
std::vector<std::string> read_names(const std::string& file);

}  // namespace tally
