// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_batch.h"

#include "tally/mail/mail_schema.h"

namespace tally::mail {

MailBatcher::MailBatcher(const MailLimits& limits, bool keep_cells, MailPairs pairs)
    : cutter_(limits, pairs), keep_cells_(keep_cells), pairs_(pairs) {}

const Batch& MailBatcher::make(const std::vector<RawMessage>& messages, std::int64_t first_row) {
  batch_ = Batch{};
  codes_.clear();
  for (TermColumn& zone : zones_) zone.start();
  for (const RawMessage& message : messages) {
    cutter_.cut(message.bytes, zones_);
    for (TermColumn& zone : zones_) zone.end_row();
    codes_.push_back(message.klass.empty() ? -1 : classes_->code(Label::of(message.klass)));
    if (keep_cells_) batch_.kept.cells.push_back(message.file);
  }
  if (keep_cells_) batch_.kept.names = {"file"};
  batch_.rows = static_cast<std::int64_t>(messages.size());
  batch_.first_row = first_row;
  if (!messages.empty()) batch_.file = messages.front().file;
  batch_.columns.push_back({kMailTarget, Codes::of(codes_, classes_)});
  append_zones(zones_, pairs_, batch_);
  return batch_;
}

}  // namespace tally::mail
