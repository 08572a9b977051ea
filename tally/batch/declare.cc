// SPDX-License-Identifier: Apache-2.0
#include "tally/schema.h"

namespace tally {

ColumnSchema feature(const std::string& name, Family family, ValueType type) {
  ColumnSchema column = column_with_role(name, Role::kFeature, type);
  column.family = family;
  return column;
}

ColumnSchema text_feature(const std::string& name, const TextOptions& options) {
  ColumnSchema column = feature(name, Family::kText, ValueType::kText);
  column.text = options;
  return column;
}

ColumnSchema target_column(const std::string& name, ValueType type) {
  return column_with_role(name, Role::kTarget, type);
}

ColumnSchema column_with_role(const std::string& name, Role role, ValueType type) {
  ColumnSchema column;
  column.name = name;
  column.role = role;
  column.type = type;
  return column;
}

}  // namespace tally
