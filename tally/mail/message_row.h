// SPDX-License-Identifier: Apache-2.0
// One message as a batch of one row: for a filter, which has no table to read.
//
//   MessageRow row(schema);
//   model.counts_for(row.of(message));
#pragma once

#include <string_view>

#include "tally/mail/mail_schema.h"

namespace tally {

/// Not to be shared between threads.
class MessageRow {
 public:
  /// REQUIRES: is_mail(schema).
  explicit MessageRow(const Schema& schema);

  /// The zones of the message, without a class. Valid until the next call.
  const Batch& of(std::string_view message);
  /// The same of the message that was last cut.
  const Batch& batch() const { return batch_; }

 private:
  MessageCutter cutter_;
  MailPairs pairs_;
  Zones zones_ = make_zones();
  Batch batch_;
};

}  // namespace tally
