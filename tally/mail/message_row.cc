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

template <std::size_t... I>
std::array<TermColumn, sizeof...(I)> columns_of_once(std::index_sequence<I...>) {
  return {((void)I, TermColumn(true))...};
}

}  // namespace

MessageRow::MessageRow(const Schema& schema)
    : cutter_(limits_of(schema)),
      zones_(columns_of_once(std::make_index_sequence<kZoneNames.size()>())) {
  batch_.rows = 1;
}

const Batch& MessageRow::of(std::string_view message) {
  for (TermColumn& zone : zones_) zone.start();
  cutter_.cut(message, zones_);
  batch_.columns.clear();
  for (std::size_t i = 0; i < zones_.size(); ++i) {
    zones_[i].end_row();
    batch_.columns.push_back({kZoneNames[i], zones_[i].finish()});
  }
  return batch_;
}

}  // namespace tally
