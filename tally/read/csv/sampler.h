// SPDX-License-Identifier: Apache-2.0
// What the cells of a block say about their columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tally/read/csv/block_splitter.h"
#include "tally/read/csv/dialect.h"
#include "tally/read/csv/missing_marks.h"
#include "tally/read/table.h"

namespace tally::csv {

inline constexpr std::size_t kFewNumbers = 64;
inline constexpr std::size_t kMostDistinct = std::size_t{1} << 20;

/// Sees the cells of one column. One thread at a time.
class ColumnObserver {
 public:
  /// Of measurements no more than so many values are told apart.
  explicit ColumnObserver(std::string name, NumberForm form = {},
                          std::size_t most_numbers = kFewNumbers)
      : most_numbers_(most_numbers) {
    sample_.name = std::move(name);
    sample_.form = form;
  }

  /// A cell that is not missing; `times` of them that are alike.
  void see(std::string_view text, std::int64_t times = 1);
  void see_missing(std::int64_t times = 1) { sample_.missing += times; }
  /// What was seen. A usual mark is missing among numbers and a text like any other among texts.
  ColumnSample finish() &&;

 private:
  void see_words(std::string_view text, std::int64_t times);
  void see_example(std::string_view text);
  void become_numbers();
  void become_texts();
  void become_seconds();

  ColumnSample sample_;
  std::size_t most_numbers_;
  std::int64_t numbers_ = 0;  // cells
  bool is_padded_ = false;
  bool may_differ_ = true;                // all cells so far do
  bool times_ = true, durations_ = true;  // all cells so far
  std::int64_t half_words_ = 0;
  std::int64_t words_ = 0, lower_words_ = 0;
  std::int64_t examples_ = 0;
  std::unordered_set<std::string> texts_;       // of numbers up to a few, unless all differ
  std::unordered_set<std::string> vocabulary_;  // words in small letters
};

/// Looks at every cell of the block, whose bytes stay as they are. `file` is for errors. Throws
/// Error as RecordCutter::next does.
std::vector<ColumnSample> sample_block(const Block& block, const std::vector<std::string>& columns,
                                       const Dialect& dialect, const MissingMarks& marks,
                                       const std::string& file);

/// What the block's numbers have for a decimal, by the columns that hold nothing else (empty cells
/// and usual marks apart). Throws Error as RecordCutter::next does.
struct DecimalsSeen {
  bool point = false;      ///< for certain: 3.14
  bool comma = false;      ///< 3,14
  bool ambiguous = false;  ///< 1,234

  bool any() const { return point || comma || ambiguous; }
  /// std::nullopt if there is neither, or both.
  std::optional<char> decimal() const {
    if (point == comma) return std::nullopt;
    return point ? '.' : ',';
  }
};
DecimalsSeen decimals_seen(const Block& block, std::size_t columns, const Dialect& dialect,
                           const std::string& file);

}  // namespace tally::csv
