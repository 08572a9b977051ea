// SPDX-License-Identifier: Apache-2.0
// A small table written down in a test; owns its cells and gives them out as a batch.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tally/batch.h"

namespace tally {

class TestTable {
 public:
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

  TestTable() = default;
  TestTable(TestTable&&) = default;  // a copy's columns would point into the original
  TestTable& operator=(TestTable&&) = default;

  TestTable& numbers(const std::string& name, std::vector<double> values) {
    rows_ = values.size();
    numbers_.push_back(std::move(values));
    columns_.push_back({name, Numbers::of(numbers_.back())});
    return *this;
  }

  /// Times or durations.
  TestTable& seconds(const std::string& name, std::vector<double> values, ValueType type) {
    numbers(name, std::move(values));
    columns_.back().values = std::get<Numbers>(columns_.back().values).as(type);
    return *this;
  }

  /// An empty text is missing.
  TestTable& texts(const std::string& name, const std::vector<std::string>& values) {
    std::vector<std::optional<Label>> labels;
    for (const std::string& value : values) {
      labels.push_back(value.empty() ? std::nullopt : std::optional(Label::of(value)));
    }
    return this->labels(name, labels);
  }

  TestTable& labels(const std::string& name, const std::vector<std::optional<Label>>& values) {
    rows_ = values.size();
    auto dictionary = std::make_shared<Dictionary>();
    std::vector<std::int32_t> codes;
    for (const auto& value : values) codes.push_back(value ? dictionary->code(*value) : -1);
    codes_.push_back(std::move(codes));
    columns_.push_back({name, Codes::of(codes_.back(), dictionary)});
    return *this;
  }

  /// 0, 1, or −1 for missing.
  TestTable& booleans(const std::string& name, const std::vector<int>& values) {
    rows_ = values.size();
    std::vector<std::uint8_t> bits((values.size() + 7) / 8), valid((values.size() + 7) / 8);
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (values[row] > 0) bits[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
      if (values[row] >= 0) valid[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
    }
    bits_.push_back(std::move(bits));
    bits_.push_back(std::move(valid));
    columns_.push_back({name, Bits{bits_[bits_.size() - 2].data(), 0, {bits_.back().data(), 0}}});
    return *this;
  }

  /// The terms of texts, words with spaces between; "-" is a missing text, "" one without a term.
  TestTable& terms(const std::string& name, const std::vector<std::string>& values) {
    rows_ = values.size();
    auto dictionary = std::make_shared<TermDictionary>();
    std::vector<std::int64_t> starts{0};
    std::vector<std::int32_t> codes, times;
    std::vector<std::uint8_t> valid((values.size() + 7) / 8);
    for (std::size_t row = 0; row < values.size(); ++row) {
      std::map<std::int32_t, std::int32_t> of_row;
      std::istringstream words(values[row] == "-" ? "" : values[row]);
      for (std::string word; words >> word;) ++of_row[dictionary->code(word)];
      for (const auto& [code, count] : of_row) {
        codes.push_back(code);
        times.push_back(count);
      }
      starts.push_back(static_cast<std::int64_t>(codes.size()));
      if (values[row] != "-") valid[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
    }
    starts_.push_back(std::move(starts));
    codes_.push_back(std::move(codes));
    codes_.push_back(std::move(times));
    bits_.push_back(std::move(valid));
    columns_.push_back({name, Terms{starts_.back().data(),
                                    codes_[codes_.size() - 2].data(),
                                    codes_.back().data(),
                                    dictionary,
                                    {bits_.back().data(), 0}}});
    return *this;
  }

  Batch batch() const {
    Batch batch;
    batch.rows = static_cast<std::int64_t>(rows_);
    batch.columns = columns_;
    return batch;
  }

 private:
  std::size_t rows_ = 0;
  std::vector<NamedColumn> columns_;
  // Deques, so that what a column points to stays where it is.
  std::deque<std::vector<double>> numbers_;
  std::deque<std::vector<std::int32_t>> codes_;
  std::deque<std::vector<std::int64_t>> starts_;
  std::deque<std::vector<std::uint8_t>> bits_;
};

/// A feature as a test declares it.
inline ColumnSchema feature(const std::string& name, Family family,
                            ValueType type = ValueType::kNumber) {
  ColumnSchema column;
  column.name = name;
  column.family = family;
  column.type = type;
  return column;
}

inline ColumnSchema column_with_role(const std::string& name, Role role, ValueType type) {
  ColumnSchema column;
  column.name = name;
  column.role = role;
  column.type = type;
  return column;
}

inline ColumnSchema text_feature(const std::string& name, const TextOptions& options = {}) {
  ColumnSchema column = feature(name, Family::kText, ValueType::kText);
  column.text = options;
  return column;
}

}  // namespace tally
