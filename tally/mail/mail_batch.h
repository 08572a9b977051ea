// SPDX-License-Identifier: Apache-2.0
// Messages become rows.
#pragma once

#include <memory>
#include <vector>

#include "tally/mail/evidence.h"
#include "tally/mail/mail_source.h"

namespace tally::mail {

/// Makes batches, one after the other, with dictionaries that grow. Not to be shared between
/// threads.
class MailBatcher {
 public:
  MailBatcher(const MailLimits& limits, bool keep_cells, MailPairs pairs = MailPairs::kYes);

  /// The batch of these messages, valid until the next call.
  const Batch& make(const std::vector<RawMessage>& messages, std::int64_t first_row);

 private:
  MessageCutter cutter_;
  bool keep_cells_;
  MailPairs pairs_;
  Zones zones_ = make_zones();
  std::shared_ptr<Dictionary> classes_ = std::make_shared<Dictionary>();
  std::vector<std::int32_t> codes_;
  Batch batch_;
};

}  // namespace tally::mail
