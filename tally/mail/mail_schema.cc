#include "tally/mail/mail_schema.h"

#include "tally/mail/message.h"

namespace tally {

Schema mail_schema(const MailLimits& limits) {
  Schema schema;
  ColumnSchema& target = schema.columns.emplace_back();
  target.name = kMailTarget;
  target.role = Role::kTarget;
  target.type = ValueType::kText;
  for (const char* const zone : kZoneNames) {
    ColumnSchema& column = schema.columns.emplace_back();
    column.name = zone;
    column.type = ValueType::kText;
    column.family = Family::kText;
    column.text.tokens = TokenKind::kMail;
    column.text.once = true;
    column.text.limits = limits;
  }
  return validated(std::move(schema));
}

}  // namespace tally
