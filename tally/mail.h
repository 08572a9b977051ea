// SPDX-License-Identifier: Apache-2.0
// mail: messages in, rows of terms out.
//
// A message is a row: its class, if the folder or the caller says it, and one column of terms for
// each *zone*, so that headers and body are separate evidence:
//
//   header     every header but the subject, each term with the header's name before it:
//              from:  from:alice@example.org  received:192.0.2.  date:+0100  list:bulk
//   subject    its words, and money, percentages, exclamation marks, words in capitals:
//              free  $100  50%  !!!  FREE
//   body       the same of the text parts, HTML included; hidden text as hidden:free
//   link       URLs and mail addresses of the texts, taken apart:
//              www.shop.example  shop.example  .example  scheme:http  /buy  ?id  alice@
//   structure  type:image/gif  extension:exe  charset:gb2312  <table  color=ff0000  hidden:color
//              size:12 (bits of the number of bytes)  capitals:4  broken:base64  limit:parts
//   pair       words that follow each other in the subject or in one text part: free money
//
// `pair` may be left out: mail_schema({}, MailPairs::kNo). A term counts once a message. What other
// filters, and Tally itself, wrote into the headers is not evidence, nor is what a mail store adds:
// a copy that came back through IMAP has the same terms, also with other line ends or a From_ line.
// Nothing in a message is fatal, and however large or deep it is, cutting it takes bounded time and
// memory: see MailLimits. Where something is left out, there is a term `limit:…`. Of a message the
// first 16 MiB are read.
//
//   Table table = open_mail({{"Maildir/.Junk", "spam"}, {"Maildir/cur", "ham"}});
//   table.read(mail_schema(), threads, [&](const Batch& batch, int worker) { … });
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/model.h"
#include "tally/read.h"

namespace tally {

/// Whether words that stand side by side are evidence too: the zone `pair`.
enum class MailPairs : std::uint8_t { kYes, kNo };

inline constexpr const char* kMailTarget = "class";

/// The target `class` and the zones, with the limits of `limits`, and with or without `pair`.
Schema mail_schema(const MailLimits& limits = {}, MailPairs pairs = MailPairs::kYes);

/// Whether a feature is a zone of a message.
bool is_mail(const Schema& schema);
/// REQUIRES: is_mail(schema).
MailLimits limits_of(const Schema& schema);

/// Why mail cannot have a class of this name, or nothing.
std::string_view mail_class_fault(std::string_view name);

/// Which of the two a schema of mail has.
MailPairs pairs_of(const Schema& schema);

// -------------------------------------------------------------------------------------------------
// Folders and files of mail as a table.

/// A file, a folder (maildir, MH, or any folder of messages, sub-folders included), an mbox, each
/// also packed with gzip or zstd; "-" is standard input: one message, or an mbox. A file that
/// begins with a From_ line is an mbox, unless it lies in a maildir, is named by a number as in MH,
/// or ends with .eml. Of a maildir `cur` and `new` are read, and other folders in it (.Junk) only
/// where they are named. Hidden files, what MH has deleted (",4") and the index files of mail
/// stores (dovecot.index …) are skipped.
struct MailInput {
  std::string path;
  std::string klass;  ///< empty: not known
};

/// A table with a row per message; the class of a row is missing where it is not known. A message
/// within several inputs belongs to the nearest one only. Throws Error: kNoInput, kNoPermission;
/// kData for a folder without any file; kUsage for a path with two classes. `Table::read` takes a
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

// -------------------------------------------------------------------------------------------------
// One message as a batch of one row: for a filter, which has no table to read.
//
//   MessageRow row(schema);
//   model.counts_for(row.of(message));

/// Not to be shared between threads.
class MessageRow {
 public:
  /// REQUIRES: is_mail(schema).
  explicit MessageRow(const Schema& schema);
  ~MessageRow();
  MessageRow(MessageRow&&) noexcept;

  /// The zones of the message, without a class. Valid until the next call.
  const Batch& of(std::string_view message);
  /// The same of the message that was last cut.
  const Batch& batch() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally
