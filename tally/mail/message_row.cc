// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/message_row.h"

namespace tally {

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
