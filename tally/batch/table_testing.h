// SPDX-License-Identifier: Apache-2.0
// A small table written down in a test; owns its cells and gives them out as a batch.
#pragma once

#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

/// A BatchBuilder with shorter spellings.
class TestTable {
 public:
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

  TestTable() = default;
  TestTable(TestTable&&) = default;  // a copy would add to the cells of the original
  TestTable& operator=(TestTable&&) = default;

  TestTable& numbers(const std::string& name, std::vector<double> values) {
    builder_.numbers(name, std::move(values));
    return *this;
  }
  TestTable& seconds(const std::string& name, std::vector<double> values, ValueType type) {
    builder_.seconds(name, std::move(values), type);
    return *this;
  }
  TestTable& texts(const std::string& name, const std::vector<std::string>& values) {
    builder_.texts(name, values);
    return *this;
  }
  TestTable& labels(const std::string& name, const std::vector<std::optional<Label>>& values) {
    builder_.labels(name, values);
    return *this;
  }

  /// 0, 1, or −1 for missing.
  TestTable& booleans(const std::string& name, const std::vector<int>& values) {
    std::vector<std::optional<bool>> truths;
    for (const int value : values) {
      truths.push_back(value < 0 ? std::nullopt : std::optional(value > 0));
    }
    builder_.booleans(name, truths);
    return *this;
  }

  /// The terms of texts, words with spaces between; "-" is a missing text, "" one without a term.
  TestTable& terms(const std::string& name, const std::vector<std::string>& values) {
    std::vector<std::optional<BatchBuilder::Words>> rows;
    for (const std::string& value : values) {
      std::optional<BatchBuilder::Words>& row = rows.emplace_back();
      if (value == "-") continue;
      std::istringstream words(value);
      row.emplace();
      for (std::string word; words >> word;) row->push_back(word);
    }
    builder_.terms(name, rows);
    return *this;
  }

  Batch batch() const { return builder_.batch(); }

 private:
  BatchBuilder builder_;
};

}  // namespace tally
