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
  /// REQUIRES: schema.is_mail().
  explicit MessageRow(const Schema& schema);

  /// The zones of the message, without a class. Valid until the next call.
  const Batch& of(std::string_view message);

 private:
  MessageCutter cutter_;
  MailPairs pairs_;
  Zones zones_ = make_zones();
  Batch batch_;
};

}  // namespace tally
