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
//   body       the same of the text parts, HTML included; what nobody sees as hidden:free
//   link       URLs and mail addresses of the texts, taken apart:
//              www.shop.example  shop.example  .example  scheme:http  /buy  ?id  alice@
//   structure  type:image/gif  extension:exe  charset:gb2312  <table  color=ff0000  hidden:color
//              size:12 (bits of the number of bytes)  capitals:4  broken:base64  limit:parts
//   pair       words that follow each other in the subject or in one text part: free money
//
// `pair` may be left out: mail_schema({}, MailPairs::kNo). A term counts once a message. What other
// filters wrote into the headers, and Tally itself, is no evidence, nor is what a mail store adds:
// a copy that came back through IMAP has the same terms, with other line ends or a From_ line, too.
// Nothing in a message is fatal, and however large or deep it is, cutting it takes bounded time and
// memory: see MailLimits, and what is left out is a term `limit:…`. Of a message the first 16 MiB
// are looked at.
//
//   Table table = open_mail({{"Maildir/.Junk", "spam"}, {"Maildir/cur", "ham"}});
//   table.read(mail_schema(), threads, [&](const Batch& batch, int worker) { … });
#pragma once

#include "tally/mail/header_text.h"          // IWYU pragma: export
#include "tally/mail/import/mail_import.h"   // IWYU pragma: export
#include "tally/mail/mail_schema.h"          // IWYU pragma: export
#include "tally/mail/mail_table.h"           // IWYU pragma: export
#include "tally/mail/marked_message.h"       // IWYU pragma: export
#include "tally/mail/message.h"              // IWYU pragma: export
#include "tally/mail/message_row.h"          // IWYU pragma: export
#include "tally/mail/mime/filter_headers.h"  // IWYU pragma: export
#include "tally/mail/mime/header_lines.h"    // IWYU pragma: export
