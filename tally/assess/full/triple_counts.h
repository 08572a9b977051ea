// SPDX-License-Identifier: Apache-2.0
// A triple of columns counted from rows at hand, to see what it would say before it is counted for good.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tally {

/// Rows as codes on a grid: [column][row], −1 where a cell is missing.
struct CodedRows {
  std::size_t classes = 0;
  std::vector<std::vector<std::int32_t>> codes;
  std::vector<std::int32_t> sizes;    ///< [column]: codes are below
  std::vector<std::int32_t> truths;   ///< [row]
  std::vector<float> weights, times;  ///< [row]: of one, and how often it was counted
};

/// The counts of one triple after the other. Not to be shared between threads.
class SampleTriple {
 public:
  explicit SampleTriple(const CodedRows& rows) : rows_(rows) {}

  /// Cells times classes.
  static std::size_t cells(const CodedRows& rows, const std::array<std::size_t, 3>& columns);

  /// Counts all rows.
  void count(const std::array<std::size_t, 3>& columns);
  /// T of a row that is left out, for each class; false if it lacks a column.
  bool say(std::size_t row, std::span<float> said) const;

 private:
  // The margins of the cells of columns with so many codes.
  void add_up(std::size_t A, std::size_t B, std::size_t C);

  const CodedRows& rows_;
  std::array<std::size_t, 3> columns_{};
  std::vector<float> abc_, all_;                 // [cell · K + class], [class]
  std::array<std::vector<float>, 3> one_, two_;  // margins; of two columns, without the third
};

}  // namespace tally
