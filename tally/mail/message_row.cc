// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/message_row.h"

#include <algorithm>

namespace tally {

namespace {

MailLimits limits_of(const Schema& schema) {
  const auto zone =
      std::find_if(schema.columns.begin(), schema.columns.end(), [](const ColumnSchema& column) {
        return column.role == Role::kFeature && column.family == Family::kText &&
               column.text.tokens == TokenKind::kMail;
      });
  return zone->text.limits;
}

}  // namespace

MessageRow::MessageRow(const Schema& schema)
    : cutter_(limits_of(schema), pairs_of(schema)), pairs_(pairs_of(schema)) {
  batch_.rows = 1;
}

const Batch& MessageRow::of(std::string_view message) {
  for (TermColumn& zone : zones_) zone.start();
  cutter_.cut(message, zones_);
  batch_.columns.clear();
  for (TermColumn& zone : zones_) zone.end_row();
  append_zones(zones_, pairs_, batch_);
  return batch_;
}

}  // namespace tally
