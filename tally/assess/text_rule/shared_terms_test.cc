// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/shared_terms.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace tally {
namespace {

TEST(SharedTerms, EachRowIsGivenTheSumsOfItsTerms) {
  constexpr std::size_t kRows = 40;
  for (const std::size_t wide : {1, 4, 8}) {
    std::mt19937 random(static_cast<unsigned>(wide));
    std::normal_distribution<float> normal;
    std::vector<float> rows(kRows * wide);
    for (float& one : rows) one = normal(random);
    std::vector<std::size_t> starts{0};
    std::vector<std::uint32_t> rows_of;
    for (std::size_t term = 0; term < 60; ++term) {
      for (std::uint32_t row = 0; row < kRows; ++row) {
        if (random() % (term + 1) == 0) rows_of.push_back(row);
      }
      starts.push_back(rows_of.size());
    }
    std::vector<double> wanted(kRows * wide, 0.5), out = wanted;
    for (std::size_t term = 0; term + 1 < starts.size(); ++term) {
      for (std::size_t k = 0; k < wide; ++k) {
        float sum = 0;
        for (std::size_t i = starts[term]; i < starts[term + 1]; ++i) {
          sum += rows[rows_of[i] * wide + k];
        }
        for (std::size_t i = starts[term]; i < starts[term + 1]; ++i) {
          wanted[rows_of[i] * wide + k] += double{sum};
        }
      }
    }
    add_shared_terms(starts, rows_of, wide, rows.data(), out.data());
    EXPECT_EQ(out, wanted) << wide << " columns";
  }
}

TEST(SharedTerms, ColumnsAreTakenFewAtATime) {
  EXPECT_EQ(wide_for(1), 1U);
  EXPECT_EQ(wide_for(2), 4U);
  EXPECT_EQ(wide_for(4), 4U);
  EXPECT_EQ(wide_for(5), 8U);
  EXPECT_EQ(wide_for(52), 8U);
}

}  // namespace
}  // namespace tally
