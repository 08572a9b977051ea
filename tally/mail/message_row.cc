// SPDX-License-Identifier: Apache-2.0
#include "tally/mail.h"
#include "tally/mail/mail_schema.h"

namespace tally {

struct MessageRow::State {
  explicit State(const Schema& schema)
      : cutter(limits_of(schema), pairs_of(schema)), pairs(pairs_of(schema)) {
    batch.rows = 1;
  }

  MessageCutter cutter;
  MailPairs pairs;
  Zones zones = make_zones();
  Batch batch;
};

MessageRow::MessageRow(const Schema& schema) : state_(std::make_unique<State>(schema)) {}
MessageRow::~MessageRow() = default;
MessageRow::MessageRow(MessageRow&&) noexcept = default;

const Batch& MessageRow::batch() const { return state_->batch; }

const Batch& MessageRow::of(std::string_view message) {
  auto& [cutter, pairs, zones, batch] = *state_;
  for (TermColumn& zone : zones) zone.start();
  cutter.cut(message, zones);
  batch.columns.clear();
  for (TermColumn& zone : zones) zone.end_row();
  append_zones(zones, pairs, batch);
  return batch;
}

}  // namespace tally
