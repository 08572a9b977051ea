// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sum_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tally/base/error.h"
#include "tally/sums/sum_bytes.h"

namespace tally {
namespace {

// The plain twin beside the table: an exact sum for every cell.
struct Both {
  Both() : table(2, 3), plain(6) {}
  void add(std::size_t cell, std::int64_t amount) {
    table.add(cell, amount);
    plain[cell].add(amount);
  }
  void add_fixed(std::size_t cell, int128 amount, int exponent) {
    table.add_fixed(cell, amount, exponent);
    plain[cell].add_scaled(amount, exponent);
  }
  void add_any(std::size_t cell, double amount) {
    table.adder(static_cast<std::int64_t>(cell / 3), static_cast<std::int64_t>(cell % 3))
        .add(amount);
    plain[cell].add(amount);
  }
  void expect_equal() const {
    std::vector<double> rounded(6), expected;
    table.round_to(rounded.data());
    for (const ExactSum& sum : plain) expected.push_back(sum.to_double());
    EXPECT_EQ(rounded, expected);
    EXPECT_EQ(table.has_negative(), std::any_of(plain.begin(), plain.end(),
                                                [](const ExactSum& s) { return s.sign() < 0; }));
    std::string bytes, plain_bytes;
    table.append_to(bytes);
    append_sums(plain, plain_bytes);
    EXPECT_EQ(bytes, plain_bytes);
    std::vector<ExactSum> totals(plain.begin(), plain.begin() + 3);
    for (std::size_t column = 0; column < 3; ++column) totals[column] += plain[3 + column];
    EXPECT_EQ(table.column_totals(), totals);
    std::vector<ExactSum> classes(2), told(6);
    for (std::size_t cell = 0; cell < 6; ++cell) classes[cell / 3] += plain[cell];
    EXPECT_EQ(table.class_totals(), classes);
    table.for_each([&](std::int64_t k, std::int64_t column, const ExactSum& sum) {
      EXPECT_FALSE(sum.is_zero());
      told[static_cast<std::size_t>(3 * k + column)] = sum;
    });
    EXPECT_EQ(told, plain);
    for (std::size_t cell = 0; cell < 6; ++cell) {
      EXPECT_TRUE(table.cell(cell) == plain[cell]);
    }
    std::string_view rest = bytes;
    EXPECT_TRUE(SumGrid::take(2, 3, rest) == table);
    EXPECT_TRUE(rest.empty());
  }
  SumGrid table;
  std::vector<ExactSum> plain;
};

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(SumGrid, AreExactSums) {
  Both both;
  both.expect_equal();
  both.add(0, 7);
  both.add(3, -5);
  both.expect_equal();
  both.add_fixed(0, 12345, -60);
  both.add_fixed(1, -(int128{1} << 88), -60);
  both.expect_equal();
  both.add_fixed(1, 1, -300);                // too fine
  both.add_fixed(2, int128{1} << 80, 200);   // too large
  both.add_fixed(4, int128{1} << 126, -70);  // fills its place
  both.add_fixed(4, int128{1} << 126, -70);
  both.add_fixed(4, int128{1} << 126, -70);
  both.expect_equal();
  both.add(5, kMost);
  both.add(5, kMost);
  both.add(5, -kMost - 1);
  both.expect_equal();
}

TEST(SumGrid, TotalsOutgrowTheirIntegers) {
  Both both;
  both.add_fixed(0, 1, -70);
  for (const std::size_t cell : {1u, 4u, 5u}) both.add_fixed(cell, (int128{1} << 126) - 1, -86);
  both.expect_equal();
}

TEST(SumGrid, HasWhatItNeeds) {
  Both any;
  any.add_any(2, 0.1);
  any.expect_equal();
  EXPECT_FALSE(any.table.has_small());
  any.add_any(2, -0.2);
  any.add_any(4, -7);
  any.expect_equal();
  any.add(4, 6);
  any.expect_equal();
  any.add(4, 1);
  any.add(2, 5);
  any.expect_equal();
}

TEST(SumGrid, AreExactSumsOfAnyNumbers) {
  std::mt19937_64 random(4);
  Both both;
  for (int i = 0; i < 3000; ++i) {
    const auto amount = static_cast<std::int64_t>(random());
    const std::size_t cell = random() % 6;
    if (i % 3 == 0) {
      both.add(cell, amount);
    } else if (i % 100 == 1) {
      both.add_any(cell, std::ldexp(static_cast<double>(amount), i % 50 - 100));
    } else {
      both.add_fixed(cell, int128{amount} << (random() % 40),
                     static_cast<int>(random() % 90) - 130);
    }
  }
  both.expect_equal();
}

TEST(SumGrid, GrowWiderThan32Bits) {
  constexpr std::int64_t kMostNarrow = std::numeric_limits<std::uint32_t>::max();
  for (const std::int64_t more : {std::int64_t{1}, kMostNarrow, kMost, -kMostNarrow - 1, -kMost}) {
    Both both, other;
    for (const std::size_t cell : {0u, 1u, 5u}) {
      both.add(cell, kMostNarrow);
      other.add(cell, 3);
    }
    both.expect_equal();
    both.add(1, more);
    both.expect_equal();
    SumGrid merged = other.table;
    merged += both.table;
    merged -= other.table;
    EXPECT_TRUE(merged == both.table);
    both.add(1, -more);
    both.expect_equal();
    merged = both.table;
    merged.reshape(3, 3, {2, 0});
    EXPECT_TRUE(merged.at(0, 2) == ExactSum(kMostNarrow));
  }
}

TEST(SumGrid, FormAGroup) {
  Both a, b;
  a.add(0, 3);
  a.add_fixed(1, 999, -70);
  a.add_fixed(2, 1, 400);
  b.add(0, -kMost - 1);
  b.add(0, -4);
  b.add_fixed(1, 5, -200);
  b.add_fixed(4, 17, -71);
  SumGrid sum = a.table;
  sum += b.table;
  for (std::size_t cell = 0; cell < 6; ++cell) {
    ExactSum expected = a.plain[cell];
    expected += b.plain[cell];
    EXPECT_TRUE(sum.cell(cell) == expected);
  }
  sum -= b.table;
  EXPECT_TRUE(sum == a.table);
  EXPECT_FALSE(sum == b.table);
  const SumGrid itself = sum;
  sum -= itself;
  EXPECT_TRUE(sum == SumGrid(2, 3));
}

TEST(SumGrid, ReshapingMovesClassesAndKeepsColumns) {
  Both both;
  both.add(0, 3);
  both.add_fixed(4, 999, -70);
  both.add_fixed(5, 1, 400);
  both.add_any(0, 0.1);
  SumGrid spread = both.table;
  spread.reshape(3, 3, {2, 0});
  EXPECT_TRUE(spread.at(2, 0) == both.table.at(0, 0));
  EXPECT_TRUE(spread.at(0, 1) == both.table.at(1, 1));
  EXPECT_TRUE(spread.at(0, 2) == both.table.at(1, 2));
  EXPECT_TRUE(spread.at(1, 0).is_zero());
  spread.reshape(3, 5, {0, 1, 2});
  EXPECT_TRUE(spread.at(2, 0) == both.table.at(0, 0));
  EXPECT_TRUE(spread.at(0, 1) == both.table.at(1, 1));
  EXPECT_TRUE(spread.at(0, 2) == both.table.at(1, 2));
  EXPECT_TRUE(spread.at(0, 3).is_zero() && spread.at(2, 4).is_zero());
  std::string_view nothing;
  EXPECT_THROW(SumGrid::take(1, 1, nothing), Error);
}

// Amounts that just fit a place of 128 bits, alone or together, or that are just too fine; bases
// that a double's exponent just holds.
TEST(SumGrid, FixedNumbersAtTheEndsOfTheirPlace) {
  for (const int first :
       {-1100, -1007, -1006, -1005, -70, -16, 0, 1, 16, 40, 904, 905, 906, 907, 1000, 1040}) {
    for (const int sign : {1, -1}) {
      for (const int bits : {0, 1, 63, 64, 109, 110, 111, 126}) {
        for (const int off : {0, 1, -1}) {
          Both both;
          both.add_fixed(0, 1, first);  // says where the base is: 16 bits below
          const int128 amount = sign * ((int128{1} << bits) + (bits == 0 ? 0 : off));
          for (const int shift : {-17, -16, -15, 0, 1, 110, 111}) {
            both.add_fixed(1, amount, first + shift);
          }
          for (int twice = 0; twice < 2; ++twice) both.add_fixed(2, amount, first);
          both.add_fixed(3, amount, first);
          both.add(3, sign * std::int64_t{7});
          both.add_fixed(4, amount, first);
          both.add(4, -sign * kMost);
          both.expect_equal();
          SumGrid opposite(2, 3);
          opposite -= both.table;
          for (std::size_t cell = 0; cell < 6; ++cell) {
            ExactSum expected;
            expected -= both.plain[cell];
            ASSERT_TRUE(opposite.cell(cell) == expected) << first << ' ' << bits << ' ' << off;
          }
          opposite += both.table;
          ASSERT_TRUE(opposite == SumGrid(2, 3));
          ASSERT_FALSE(opposite.has_negative());
        }
      }
    }
  }
}

// Seen once: −2^127 has no opposite.
TEST(SumGrid, TheLeastNumberOfAPlaceCanBeTakenAway) {
  Both both;
  for (int twice = 0; twice < 2; ++twice) both.add_fixed(0, -(int128{1} << 110), -70);
  both.add(1, -kMost - 1);
  both.expect_equal();
  SumGrid opposite(2, 3);
  opposite -= both.table;
  EXPECT_EQ(opposite.cell(0).sign(), 1);
  EXPECT_EQ(opposite.cell(0).to_double(), 0x1p41);
  EXPECT_EQ(opposite.cell(1).to_double(), 0x1p63);
}

}  // namespace
}  // namespace tally
