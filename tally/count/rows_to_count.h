// SPDX-License-Identifier: Apache-2.0
// The rows of a batch as the families see them, and one function per family.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/count/tally.h"
#include "tally/inside/batch.h"

namespace tally {

class TextTally;
class ValueTally;

/// One more than the highest class.
std::int32_t classes_in(const std::vector<std::int32_t>& classes);

/// The rows of a batch with their classes and weights.
struct RowsToCount {
  const Batch& batch;
  const std::vector<std::int32_t>& classes;  ///< per row; −1: the row does not count
  const std::vector<double>& weights;        ///< per row; empty: every row weighs 1
  std::int32_t class_count = classes_in(classes);

  /// Calls f(class, weight) if the row counts; without weights it is the integer 1, so that plain
  /// counting stays a matter of integers.
  template <class F>
  void weigh(std::int64_t row, F&& f) const {
    const auto i = static_cast<std::size_t>(row);
    if (classes[i] < 0) return;
    if (weights.empty()) {
      f(classes[i], std::int64_t{1});
    } else {
      f(classes[i], weights[i]);
    }
  }

  /// Refuses the cell: throws Error (kData) with its place.
  [[noreturn]] void refuse(std::int64_t row, std::string_view column, const std::string& sentence,
                           std::vector<Remedy> remedies = {}) const {
    throw Error(ErrorKind::kData, Remark{sentence, std::move(remedies)}, batch.place(row, column));
  }

  /// The column as numbers; throws Error (kData) if it is anything else.
  const Numbers& numbers(const Column& column, std::string_view name) const;
};

/// The numbers without a copy, if they are contiguous doubles; else null.
const double* plain_doubles(const Numbers& numbers);

/// sum += weight · a · b · …, exactly.
inline void add_weighted(ExactSum& sum, std::int64_t weight) { sum.add(weight); }
inline void add_weighted(ExactSum& sum, double weight) { sum.add(weight); }
inline void add_weighted(ExactSum& sum, std::int64_t, double x) { sum.add(x); }
inline void add_weighted(ExactSum& sum, double weight, double x) { sum.add_product(weight, x); }
inline void add_weighted(ExactSum& sum, std::int64_t, double x, double y) { sum.add_product(x, y); }
inline void add_weighted(ExactSum& sum, double weight, double x, double y) {
  sum.add_product(weight, x, y);
}

/// Each adds the rows to a tally of its family. `columns` are the tally's, in its order, then its
/// exposure if it has one. They throw Error (kData) for a value that the family refuses.
using TallyColumns = std::vector<const Column*>;
void count_categorical(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows,
                       CodeMap& codes);
void count_bernoulli(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows,
                     CodeMap& codes);
void count_binned(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows);
void count_numbers(Tally& tally, const TallyColumns& columns, const RowsToCount& rows);
void count_multinomial(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows);
void count_text(TextTally& tally, const TallyColumns& columns, const RowsToCount& rows,
                TermMap& terms);

}  // namespace tally
