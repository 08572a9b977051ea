// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_schema.h"

#include <algorithm>

namespace tally {

namespace {

bool is_there(Zone zone, MailPairs pairs) {
  return zone != Zone::kPair || pairs == MailPairs::kYes;
}

const ColumnSchema* zone_of(const Schema& schema) {
  const auto at =
      std::find_if(schema.columns.begin(), schema.columns.end(), [](const ColumnSchema& column) {
        return column.is_a(Family::kText) && column.text.given.reader == kMailReader;
      });
  return at == schema.columns.end() ? nullptr : &*at;
}

}  // namespace

Schema mail_schema(const MailLimits& limits, MailPairs pairs) {
  Schema schema;
  ColumnSchema& target = schema.columns.emplace_back();
  target.name = kMailTarget;
  target.role = Role::kTarget;
  target.type = ValueType::kText;
  for (std::size_t i = 0; i < kZoneNames.size(); ++i) {
    if (!is_there(static_cast<Zone>(i), pairs)) continue;
    ColumnSchema& column = schema.columns.emplace_back();
    column.name = kZoneNames[i];
    column.type = ValueType::kText;
    column.family = Family::kText;
    column.text.tokens = TokenKind::kGiven;
    column.text.once = true;
    column.text.given = mail_terms(kZoneNames[i], limits);
  }
  return validated(std::move(schema));
}

bool is_mail(const Schema& schema) { return zone_of(schema) != nullptr; }

MailLimits limits_of(const Schema& schema) { return mail_limits(zone_of(schema)->text.given); }

std::string_view mail_class_fault(std::string_view name) {
  return class_name_fault(mail_terms("").rows.class_names, name);
}

MailPairs pairs_of(const Schema& schema) {
  const char* const name = kZoneNames[static_cast<std::size_t>(Zone::kPair)];
  return schema.find(name) == nullptr ? MailPairs::kNo : MailPairs::kYes;
}

void append_zones(const Zones& zones, MailPairs pairs, Batch& batch) {
  for (std::size_t i = 0; i < zones.size(); ++i) {
    if (is_there(static_cast<Zone>(i), pairs)) {
      batch.columns.push_back({kZoneNames[i], zones[i].finish()});
    }
  }
}

}  // namespace tally
