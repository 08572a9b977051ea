// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/code_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace tally {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(CodeRows, AreRunsOf64Bits) {
  std::vector<std::int64_t> codes(8);
  EXPECT_TRUE(has_rows_of_codes({codes.data(), NumberType::kInt64, 2, 2, 16, 8}));
  EXPECT_TRUE(has_rows_of_codes({codes.data(), NumberType::kInt64, 2, 3, 32, 8}));
  EXPECT_TRUE(has_rows_of_codes({codes.data(), NumberType::kInt64, 2, 1, 16, 99}));
  EXPECT_FALSE(has_rows_of_codes({codes.data(), NumberType::kInt64, 2, 2, 8, 16}));
  EXPECT_FALSE(has_rows_of_codes({codes.data(), NumberType::kInt64, 2, 2, 20, 8}));
  EXPECT_FALSE(has_rows_of_codes({codes.data(), NumberType::kFloat64, 2, 2, 16, 8}));
  const void* const askew = reinterpret_cast<const char*>(codes.data()) + 1;
  EXPECT_FALSE(has_rows_of_codes({askew, NumberType::kInt64, 1, 2, 16, 8}));
}

TEST(CodeRows, MayGoBackwards) {
  const std::vector<std::int64_t> codes{1, 2, 3, 4, 5, 6};
  const Matrix matrix{codes.data() + 4, NumberType::kInt64, 3, 2, -16, 8};
  const CodeRows rows = code_rows(matrix, 1, 2);
  EXPECT_EQ(*rows.row(0), 3);
  EXPECT_EQ(rows.row(1)[1], 2);
}

// Every width, so that every tail of a vector occurs; a gap between the rows, and codes of any size.
TEST(PlaceCodes, IsWhatOneAfterTheOtherComesTo) {
  std::mt19937_64 random(3);
  for (std::int64_t columns = 0; columns <= 19; ++columns) {
    for (const std::int64_t gap : {0, 1, 5}) {
      const std::int64_t step = columns + gap, rows = 1 + static_cast<std::int64_t>(random() % 70);
      std::vector<std::int64_t> codes(static_cast<std::size_t>(rows * step + 1));
      for (auto& code : codes) {
        const std::uint64_t kind = random() % 50;
        code = kind == 0 ? kLeast : kind == 1 ? kMost : static_cast<std::int64_t>(random() % 100);
      }
      std::vector<std::int64_t> starts, bits(static_cast<std::size_t>(columns), 64);
      for (std::int64_t j = 0; j < columns; ++j) {
        starts.push_back(static_cast<std::int64_t>(random() % 1000));
      }
      std::vector<std::int64_t> expected_bits = bits, expected_places;
      for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t j = 0; j < columns; ++j) {
          const std::int64_t code = codes[static_cast<std::size_t>(r * step + j)];
          const std::int64_t start = starts[static_cast<std::size_t>(j)];
          expected_bits[static_cast<std::size_t>(j)] |= code;
          expected_places.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(code) +
                                                              static_cast<std::uint64_t>(start)));
        }
      }
      std::vector<std::int64_t> places(expected_places.size() + 1, -5);
      place_codes({codes.data(), step, rows}, starts, bits.data(), places.data());
      EXPECT_EQ(places.back(), -5);
      places.pop_back();
      EXPECT_EQ(bits, expected_bits);
      EXPECT_EQ(places, expected_places);
    }
  }
}

}  // namespace
}  // namespace tally
