// SPDX-License-Identifier: Apache-2.0
// The labels of rows that are whole numbers: coded where they lie, without sorting or copying them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "buffers.h"
#include "tally/inside/count.h"

namespace tally::bind {

/// The different labels, sorted. REQUIRES: one dimension, threads >= 1.
std::vector<std::int64_t> distinct_integers(const Buffer& labels, int threads);

/// The places of labels among the sorted classes. Const functions may be called by several threads
/// at once; the labels and the classes must outlive it.
class IntegerClasses final : public RowClasses {
 public:
  IntegerClasses(const Buffer& labels, std::span<const std::int64_t> classes);

  std::int64_t rows() const { return labels_.length(0); }
  /// Throws Error (kUsage) for a label that is none of the classes.
  std::span<const std::int32_t> of(std::int64_t begin, std::int64_t end,
                                   std::vector<std::int32_t>& room) const override;
  /// Writes the places for the rows [begin, end), −1 where a label has none. False if there is one.
  bool encode(std::int64_t begin, std::int64_t end, std::int32_t* to) const;

 private:
  bool encode_dense(std::int64_t begin, std::int64_t end, std::int32_t* to) const;
  bool encode_by_table(std::int64_t begin, std::int64_t end, std::int32_t* to) const;
  bool encode_by_search(std::int64_t begin, std::int64_t end, std::int32_t* to) const;

  const Buffer& labels_;
  std::span<const std::int64_t> classes_;
  std::vector<std::int32_t>
      code_of_;  // from the least class to the most, if these are not far apart
};

}  // namespace tally::bind
