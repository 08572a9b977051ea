// SPDX-License-Identifier: Apache-2.0
// A sparse matrix that looks like texts, for timings: 10,000 rows of 90 entries in 100,000 columns,
// of which the r-th commonest comes with a frequency of about 1/r.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "tally/batch/matrix.h"

namespace tally {

struct ZipfMatrix {
  static constexpr std::int64_t kRows = 10'000, kColumns = 100'000, kEach = 90;
  static constexpr std::int64_t kEntries = kRows * kEach;

  ZipfMatrix() {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (std::int64_t i = 0; i < kEntries; ++i) {
      const double column = std::pow(static_cast<double>(kColumns), uniform(random)) - 1;
      indices.push_back(static_cast<std::int32_t>(column));
      if ((i + 1) % kEach == 0) starts.push_back(static_cast<std::int32_t>(i + 1));
    }
  }
  SparseMatrix matrix() const {
    return {
        kRows,          kColumns,           false,         starts.data(),        NumberType::kInt32,
        indices.data(), NumberType::kInt32, values.data(), NumberType::kFloat64, kEntries};
  }

  std::vector<std::int32_t> starts{0}, indices;
  std::vector<double> values = std::vector<double>(kEntries, 1);
};

}  // namespace tally
