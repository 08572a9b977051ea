// SPDX-License-Identifier: Apache-2.0
// A table typed into a test.
//
//   SmallTable table;
//   table.texts("X2", {"S", "M", ""});          // "" is missing
//   table.numbers("age", {31, 42, NAN});
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

class SmallTable {
 public:
  SmallTable& texts(const std::string& name, const std::vector<std::string>& cells,
                    Role role = Role::kFeature) {
    const auto dictionary = std::make_shared<Dictionary>();
    auto& codes = codes_.emplace_back();
    for (const std::string& cell : cells) {
      codes.push_back(cell.empty() ? -1 : dictionary->code(Label::of(cell)));
    }
    return add(name, role, ValueType::kText, Family::kCategorical, Codes::of(codes, dictionary),
               cells.size());
  }

  SmallTable& numbers(const std::string& name, const std::vector<double>& cells, Family family) {
    numbers_.push_back(cells);
    return add(name, Role::kFeature, ValueType::kNumber, family, Numbers::of(numbers_.back()),
               cells.size());
  }

  SmallTable& seconds(const std::string& name, const std::vector<double>& cells, ValueType type) {
    numbers_.push_back(cells);
    return add(name, Role::kFeature, type, Family::kGaussian, Numbers::of(numbers_.back()).as(type),
               cells.size());
  }

  /// The schema's last column, to be changed.
  ColumnSchema& last() { return schema_.columns.back(); }

  const Batch& batch() const { return batch_; }
  Counts counts() const {
    Counts out(validated(schema_));
    out.add(batch_);
    return out;
  }

 private:
  SmallTable& add(const std::string& name, Role role, ValueType type, Family family, Column column,
                  std::size_t rows) {
    ColumnSchema schema;
    schema.name = name;
    schema.role = role;
    schema.type = type;
    schema.family = family;
    if (family == Family::kBernoulli) schema.binarize = 0;
    schema_.columns.push_back(schema);
    batch_.columns.push_back({name, std::move(column)});
    batch_.rows = static_cast<std::int64_t>(rows);
    return *this;
  }

  std::deque<std::vector<std::int32_t>> codes_;  // a deque: what columns point to stays where it is
  std::deque<std::vector<double>> numbers_;
  Schema schema_;
  Batch batch_;
};

/// Li Hang, Statistical Learning Methods, example 4.1.
inline SmallTable li_hang() {
  SmallTable table;
  table.texts("X1", {"1", "1", "1", "1", "1", "2", "2", "2", "2", "2", "3", "3", "3", "3", "3"});
  table.texts("X2", {"S", "M", "M", "S", "S", "S", "M", "M", "L", "L", "L", "M", "M", "L", "L"});
  table.texts("Y",
              {"-1", "-1", "1", "1", "-1", "-1", "-1", "1", "1", "1", "1", "1", "1", "1", "-1"},
              Role::kTarget);
  return table;
}

/// The row (2, S) of Li Hang's table.
inline constexpr std::int64_t kRow2S = 5;

inline Question maximum_likelihood() {
  Question question;
  question.lambda = 0;
  return question;
}

}  // namespace tally
