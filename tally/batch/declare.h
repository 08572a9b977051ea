// SPDX-License-Identifier: Apache-2.0
// Columns of a schema in one call.
//
//   const Schema schema = validated({{feature("height", Family::kGaussian), target_column("sex")}, {}});
#pragma once

#include <string>

#include "tally/batch/schema.h"

namespace tally {

ColumnSchema feature(const std::string& name, Family family, ValueType type = ValueType::kNumber);
ColumnSchema text_feature(const std::string& name, const TextOptions& options = {});
ColumnSchema target_column(const std::string& name, ValueType type = ValueType::kText);
ColumnSchema column_with_role(const std::string& name, Role role, ValueType type);

}  // namespace tally
