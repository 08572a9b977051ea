// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/cell_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tally/base/error.h"
#include "tally/sums/class_sums.h"

namespace tally {
namespace {

// The plain twin beside the table: an exact sum for every cell.
struct Both {
  Both() : table(2, 3), plain(2, 3) {}
  void add(std::size_t cell, std::int64_t amount) {
    table.add(cell, amount);
    plain.cells()[cell].add(amount);
  }
  void add_fixed(std::size_t cell, int128 amount, int exponent) {
    table.add_fixed(cell, amount, exponent);
    plain.cells()[cell].add_scaled(amount, exponent);
  }
  void expect_equal() const {
    std::vector<double> rounded(6), expected(6);
    table.round_to(rounded.data());
    plain.round_to(expected.data());
    EXPECT_EQ(rounded, expected);
    EXPECT_EQ(table.has_negative(), plain.has_negative());
    std::string bytes, plain_bytes;
    table.append_to(bytes);
    append_sums(plain.cells(), plain_bytes);
    EXPECT_EQ(bytes, plain_bytes);
    for (std::size_t cell = 0; cell < 6; ++cell) {
      EXPECT_TRUE(table.cell(cell) == plain.cells()[cell]);
    }
    std::string_view rest = bytes;
    EXPECT_TRUE(CellSums::take(2, 3, rest) == table);
    EXPECT_TRUE(rest.empty());
  }
  CellSums table;
  ClassSums plain;
};

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(CellSums, AreExactSums) {
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

TEST(CellSums, AreExactSumsOfAnyNumbers) {
  std::mt19937_64 random(4);
  Both both;
  for (int i = 0; i < 3000; ++i) {
    const auto amount = static_cast<std::int64_t>(random());
    const std::size_t cell = random() % 6;
    if (i % 3 == 0) {
      both.add(cell, amount);
    } else {
      both.add_fixed(cell, int128{amount} << (random() % 40),
                     static_cast<int>(random() % 90) - 130);
    }
  }
  both.expect_equal();
}

TEST(CellSums, ManySmallAmountsAtOnce) {
  const std::vector<std::uint32_t> amounts = {4294967295u, 0, 7};
  Both both;
  both.table.make_room_for_whole();
  for (const std::size_t first : {0u, 3u, 3u}) {
    if (!both.table.add_if_small(first, amounts)) {  // 32 bits are not enough: one by one
      EXPECT_EQ(both.table.cell(3).to_double(), 4294967295.0);
      for (std::size_t i = 0; i < 3; ++i) both.table.add(first + i, std::int64_t{amounts[i]});
    }
    for (std::size_t i = 0; i < 3; ++i) both.plain.cells()[first + i].add(std::int64_t{amounts[i]});
  }
  both.expect_equal();
  EXPECT_TRUE(both.table.add_if_small(0, amounts));  // 64 are
  for (std::size_t i = 0; i < 3; ++i) both.plain.cells()[i].add(std::int64_t{amounts[i]});
  both.expect_equal();
  for (const std::int64_t unfit : {std::int64_t{-1}, std::int64_t{1} << 62}) {
    Both other = both;
    other.add(5, unfit - 14);  // was 14
    EXPECT_FALSE(other.table.add_if_small(3, amounts));
    other.expect_equal();
    EXPECT_TRUE(other.table.add_if_small(0, amounts));
  }
}

TEST(CellSums, GrowWiderThan32Bits) {
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
    CellSums merged = other.table;
    merged += both.table;
    merged -= other.table;
    EXPECT_TRUE(merged == both.table);
    both.add(1, -more);
    both.expect_equal();
    merged = both.table;
    merged.spread_classes(3, {2, 0});
    EXPECT_TRUE(merged.at(0, 2) == ExactSum(kMostNarrow));
  }
}

TEST(CellSums, TakeAmountsOverAsTheyLie) {
  Both both;
  EXPECT_FALSE(both.table.has_whole());
  both.table.take_whole({1, 0, 4294967295u, 0, 0, 7});
  EXPECT_TRUE(both.table.has_whole());
  both.plain.cells()[0].add(std::int64_t{1});
  both.plain.cells()[2].add(std::int64_t{4294967295});
  both.plain.cells()[5].add(std::int64_t{7});
  both.expect_equal();
  both.add(2, 1);
  both.expect_equal();
}

TEST(CellSums, FormAGroup) {
  Both a, b;
  a.add(0, 3);
  a.add_fixed(1, 999, -70);
  a.add_fixed(2, 1, 400);
  b.add(0, -kMost - 1);
  b.add(0, -4);
  b.add_fixed(1, 5, -200);
  b.add_fixed(4, 17, -71);
  CellSums sum = a.table;
  sum += b.table;
  ClassSums plain = a.plain;
  plain += b.plain;
  for (std::size_t cell = 0; cell < 6; ++cell) EXPECT_TRUE(sum.cell(cell) == plain.cells()[cell]);
  sum -= b.table;
  EXPECT_TRUE(sum == a.table);
  EXPECT_FALSE(sum == b.table);
  sum -= sum;
  EXPECT_TRUE(sum == CellSums(2, 3));
}

TEST(CellSums, ClassesSpread) {
  Both both;
  both.add(0, 3);
  both.add_fixed(4, 999, -70);
  both.add_fixed(5, 1, 400);
  CellSums spread = both.table;
  spread.spread_classes(3, {2, 0});
  EXPECT_EQ(spread.at(2, 0).to_double(), 3);
  EXPECT_TRUE(spread.at(0, 1) == both.table.at(1, 1));
  EXPECT_TRUE(spread.at(0, 2) == both.table.at(1, 2));
  EXPECT_TRUE(spread.at(1, 0).is_zero());
  std::string_view nothing;
  EXPECT_THROW(CellSums::take(1, 1, nothing), Error);
}

// Whether amounts are added at once or one by one, in every lane of a loop over them.
TEST(CellSums, ManyAmountsAtOnceEndWhereTheirIntegersDo) {
  constexpr std::int64_t kMostNarrow = std::numeric_limits<std::uint32_t>::max();
  constexpr std::int64_t kLarge = std::int64_t{1} << 62;
  for (std::size_t columns = 1; columns <= 70; ++columns) {
    for (std::size_t lane = 0; lane < columns; ++lane) {
      std::vector<std::uint32_t> amounts(columns, 5);
      const auto expect = [&](bool wide, std::int64_t before, std::uint32_t amount, bool fits) {
        CellSums sums(2, static_cast<std::int64_t>(columns));
        sums.make_room_for_whole();
        if (wide) sums.add(0, -1);  // in the other class
        sums.add(columns + lane, before);
        amounts[lane] = amount;
        ASSERT_EQ(sums.add_if_small(columns, amounts), fits) << wide << ' ' << before;
        for (std::size_t i = 0; i < columns; ++i) {
          ExactSum expected(i == lane ? before : 0);
          if (fits) expected.add(std::int64_t{amounts[i]});
          ASSERT_TRUE(sums.cell(columns + i) == expected) << i << " of " << columns;
        }
      };
      expect(false, kMostNarrow - 7, 7, true);
      expect(false, kMostNarrow - 6, 7, false);
      expect(false, 1, 4294967295u, false);
      expect(true, kMostNarrow - 6, 7, true);
      expect(true, kLarge - 1, 4294967295u, true);
      expect(true, kLarge, 0, false);
      expect(true, -1, 1, false);
      if (HasFatalFailure()) return;
    }
  }
}

// Amounts that just fit a place of 128 bits, alone or together, or that are just too fine; bases
// that a double's exponent just holds.
TEST(CellSums, FixedNumbersAtTheEndsOfTheirPlace) {
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
          both.add(3, sign * 7);
          both.add_fixed(4, amount, first);
          both.add(4, -sign * kMost);
          both.expect_equal();
          CellSums opposite(2, 3);
          opposite -= both.table;
          for (std::size_t cell = 0; cell < 6; ++cell) {
            ExactSum expected;
            expected -= both.plain.cells()[cell];
            ASSERT_TRUE(opposite.cell(cell) == expected) << first << ' ' << bits << ' ' << off;
          }
          opposite += both.table;
          ASSERT_TRUE(opposite == CellSums(2, 3));
          ASSERT_FALSE(opposite.has_negative());
        }
      }
    }
  }
}

// Seen once: −2^127 has no opposite.
TEST(CellSums, TheLeastNumberOfAPlaceCanBeTakenAway) {
  Both both;
  for (int twice = 0; twice < 2; ++twice) both.add_fixed(0, -(int128{1} << 110), -70);
  both.add(1, -kMost - 1);
  both.expect_equal();
  CellSums opposite(2, 3);
  opposite -= both.table;
  EXPECT_EQ(opposite.cell(0).sign(), 1);
  EXPECT_EQ(opposite.cell(0).to_double(), 0x1p41);
  EXPECT_EQ(opposite.cell(1).to_double(), 0x1p63);
}

}  // namespace
}  // namespace tally
