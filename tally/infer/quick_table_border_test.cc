// SPDX-License-Identifier: Apache-2.0
// Decisions that single precision cannot make: it must not make them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tally/base/wide_numbers_testing.h"
#include "tally/infer/quick_table.h"

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A table and a row that asks it, with sums of 500 bits beside it.
struct Question {
  std::int64_t classes;
  std::vector<double> weights, constants;  // [row][class], [class]
  std::vector<std::int64_t> rows;
  std::vector<double> values;  // none: all are 1

  double weight(std::int64_t row, std::int64_t k) const {
    return weights[static_cast<std::size_t>(row * classes + k)];
  }
  double value(std::size_t i) const { return values.empty() ? 1 : values[i]; }

  std::vector<WideNumber> sums() const {
    std::vector<WideNumber> out(constants.begin(), constants.end());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::int64_t k = 0; k < classes; ++k) {
        out[static_cast<std::size_t>(k)] += WideNumber(value(i)) * WideNumber(weight(rows[i], k));
      }
    }
    return out;
  }

  // The class of greatest sum; kUnclear if two have it.
  std::int64_t exactly() const {
    const std::vector<WideNumber> all = sums();
    std::size_t best = 0;
    for (std::size_t k = 1; k < all.size(); ++k) best = all[k] > all[best] ? k : best;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k != best && all[k] == all[best]) return QuickTable::kUnclear;
    }
    return static_cast<std::int64_t>(best);
  }

  // As a table without doubts would decide.
  std::int64_t carelessly() const {
    std::vector<float> all(constants.begin(), constants.end());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::int64_t k = 0; k < classes; ++k) {
        all[static_cast<std::size_t>(k)] +=
            static_cast<float>(value(i)) * static_cast<float>(weight(rows[i], k));
      }
    }
    return std::max_element(all.begin(), all.end()) - all.begin();
  }

  // Every way to ask: sure only of what is so.
  int ask() const {
    const QuickTable table(classes, weights, constants);
    const std::int64_t right = exactly();
    const auto count = static_cast<std::int64_t>(rows.size());
    const std::vector<std::int32_t> narrow(rows.begin(), rows.end());
    int sure = 0;
    const auto look_at = [&](std::int64_t chosen, const char* way) {
      if (chosen == QuickTable::kUnclear) return;
      ++sure;
      EXPECT_EQ(chosen, right) << way << ", " << classes << " classes, " << count << " entries";
    };
    if (!table.usable()) return 0;
    const double* const x = values.empty() ? nullptr : values.data();
    look_at(table.decide(x, rows.data(), count), "of 64 bits");
    look_at(table.decide(x, narrow.data(), count), "of 32 bits");
    if (x == nullptr) {
      std::int64_t chosen = 0;
      table.decide_places(rows.data(), count, 1, &chosen);
      look_at(chosen, "of codes");
    }
    return sure;
  }

  // The same of a table of 16 bits.
  int ask_shortly() const {
    const QuickTable table(classes, weights, constants, QuickTable::Digits::kShorts);
    if (!table.usable()) return 0;
    const std::vector<std::int32_t> narrow(rows.begin(), rows.end());
    const double* const x = values.empty() ? nullptr : values.data();
    const auto count = static_cast<std::int64_t>(rows.size());
    const std::int64_t chosen = table.decide(x, rows.data(), count);
    EXPECT_EQ(chosen, table.decide(x, narrow.data(), count));
    if (chosen == QuickTable::kUnclear) return 0;
    EXPECT_EQ(chosen, exactly()) << "of 16 bits, " << classes << " classes, " << count
                                 << " entries";
    return 1;
  }
};

Question some_question(std::mt19937_64& random, std::int64_t classes, bool with_values) {
  Question q{classes, {}, {}, {}, {}};
  const std::int64_t table_rows = 12;
  std::normal_distribution<> normal;
  for (std::int64_t i = 0; i < table_rows * classes; ++i) q.weights.push_back(normal(random) - 9);
  for (std::size_t i = random() % 40; i > 0; --i) {
    q.rows.push_back(static_cast<std::int64_t>(random() % table_rows));
    if (with_values) q.values.push_back(std::exp(3 * normal(random)));
  }
  q.constants.assign(static_cast<std::size_t>(classes), 0);
  return q;
}

// The constants bring all sums together, up to a noise about the size of a float's last bit.
TEST(QuickTableBorder, NothingIsSureThatRoundingCouldTurn) {
  std::mt19937_64 random(20);
  int sure = 0, asked = 0, careless = 0;
  for (std::int64_t classes = 2; classes <= 64; ++classes) {
    for (int times = 0; times < 30; ++times) {
      Question q = some_question(random, classes, times % 2 == 0);
      const std::vector<WideNumber> sums = q.sums();
      const int bits = static_cast<int>(random() % 40);
      for (std::size_t k = 0; k < sums.size(); ++k) {
        const double noise = std::ldexp(std::normal_distribution<>()(random), -bits);
        q.constants[k] = static_cast<double>(-sums[k] - 7 + noise);
      }
      sure += q.ask();
      asked += times % 2 == 0 ? 2 : 3;
      careless += q.carelessly() != q.exactly() ? 1 : 0;
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(careless, 250);    // so that doubts are needed
  EXPECT_GT(sure, asked / 9);  // and are not everything
}

// The same at the size of half a unit of 16 bits.
TEST(QuickTableBorder, NothingIsSureThatUnitsCouldTurn) {
  std::mt19937_64 random(21);
  int sure = 0, asked = 0;
  for (std::int64_t classes = 3; classes <= 64; ++classes) {
    for (int times = 0; times < 30; ++times) {
      Question q = some_question(random, classes, times % 2 == 0);
      const std::vector<WideNumber> sums = q.sums();
      const int bits = static_cast<int>(random() % 24);
      for (std::size_t k = 0; k < sums.size(); ++k) {
        const double noise = std::ldexp(std::normal_distribution<>()(random), -bits);
        q.constants[k] = static_cast<double>(-sums[k] - 7 + noise);
      }
      sure += q.ask_shortly();
      ++asked;
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(sure, asked / 9);
}

// Nearly half of a unit, 2,000 times, for the first class, and as much against the second: neither is seen in 16 bits,
// so that the second would win by what it is ahead before.
TEST(QuickTableBorder, HalvesOfAUnitAddUp) {
  const double unit = 1.0 / 32767, half = 0.499 * unit;
  for (std::int64_t classes = 3; classes <= 64; ++classes) {
    Question q{classes, {}, {}, {0}, {2000}};
    q.constants.assign(static_cast<std::size_t>(classes), -1);
    q.constants[0] = 0, q.constants[1] = 2000 * 2 * half - 1e-7;
    q.weights.assign(static_cast<std::size_t>(2 * classes), 0);
    q.weights[0] = half, q.weights[1] = -half;
    q.weights[static_cast<std::size_t>(classes)] = 1;  // what the unit comes from
    q.weights[static_cast<std::size_t>(classes) + 1] = -1;
    ASSERT_EQ(q.exactly(), 0);
    EXPECT_EQ(q.ask_shortly(), 0);
    q.constants[1] = -1;
    EXPECT_EQ(q.ask_shortly(), 1);
  }
}

TEST(QuickTableBorder, EqualSumsAreNeverSure) {
  for (std::int64_t classes = 2; classes <= 64; ++classes) {
    for (std::int64_t a = 0; a < classes; a += 1 + classes / 9) {
      for (std::int64_t b = a + 1; b < classes; b += 1 + classes / 9) {
        // Two classes far above the others, with the same sum by different ways.
        Question q{classes, {}, {}, {0, 1, 2, 3}, {}};
        q.constants.assign(static_cast<std::size_t>(classes), -50);
        q.weights.assign(static_cast<std::size_t>(4 * classes), -3);
        const auto at = [&](std::int64_t row, std::int64_t k) -> double& {
          return q.weights[static_cast<std::size_t>(row * classes + k)];
        };
        at(0, a) = at(1, b) = -0.75;
        at(1, a) = at(0, b) = -0.5;
        q.constants[static_cast<std::size_t>(a)] = q.constants[static_cast<std::size_t>(b)] = -1;
        EXPECT_EQ(q.ask(), 0) << classes << ": " << a << " and " << b;
        EXPECT_EQ(q.ask_shortly(), 0);
        // One of them more by what cannot be missed.
        at(2, b) = -2;
        EXPECT_EQ(q.ask(), 3) << classes << ": " << a << " below " << b;
        EXPECT_EQ(q.ask_shortly(), 1);
      }
    }
  }
}

// Rounding that goes the same way a thousand times: 1024 weights a of which each addition loses
// nearly half of the sum's last bit, against 1024 a' that loses nothing.
TEST(QuickTableBorder, ManyRoundingsAddUp) {
  const double a = 1 + 0x1p-15 - 0x1p-20, less = a - 0x1p-17;
  for (std::int64_t classes = 3; classes <= 64; ++classes) {
    Question q{classes, {}, {}, {}, {}};
    q.constants.assign(static_cast<std::size_t>(classes), 0);
    q.weights.assign(static_cast<std::size_t>(2 * classes), 0);
    q.weights[0] = a, q.weights[1] = -a;
    q.weights[static_cast<std::size_t>(classes)] = -less;
    q.weights[static_cast<std::size_t>(classes) + 1] = less;
    q.rows.assign(1024, 0);
    q.values.assign(1024, 1);
    q.rows.push_back(1);
    q.values.push_back(1024);
    ASSERT_EQ(q.exactly(), 0);
    ASSERT_EQ(q.carelessly(), 1);
    q.ask();
  }
}

// Two classes have one float for both: halves of its last bit that go the same way.
TEST(QuickTableBorder, HalvesOfALastBitAddUp) {
  const double up = 1 + 0x1p-24 + 0x1p-40, down = -(1 + 0x1p-23 + 0x1p-24 - 0x1p-40);
  for (std::size_t times = 1; times <= 70; ++times) {
    const double noise = 0x1p-24 * static_cast<double>(times);
    Question q{2, {0, up, 0, down}, {0, noise}, {}, {}};
    for (std::size_t i = 0; i < times; ++i) q.rows.insert(q.rows.end(), {0, 1});
    ASSERT_EQ(q.exactly(), 0);
    q.ask();
    q.values.assign(q.rows.size(), 1);
    q.ask();
  }
}

TEST(QuickTableBorder, NumbersThatNoFloatHoldsAreLeftToOthers) {
  // Seen once: the second class has the greatest sum, but is ∞ − ∞ among floats.
  Question q{3, {1, 2, -3, 0.5, -0.1, -0.4}, {0, 0, 0}, {0, 1}, {}};
  const auto most = double{std::numeric_limits<float>::max()};
  for (const double x : {1e36, 1e37, most / 2, most, 2 * most, 1e39, 1e100, 1e300, 1e308}) {
    for (const double scale : {1e-20, 1e-3, 1.0, 10.0, 1e20}) {
      Question scaled = q;
      for (double& w : scaled.weights) w *= scale;
      scaled.values = {x, x};
      ASSERT_EQ(scaled.exactly(), 1);
      scaled.ask();
      scaled.ask_shortly();
      scaled.values = {-x, x};
      scaled.ask();
      scaled.ask_shortly();
      scaled.values = {x / scale, x / scale};
      scaled.ask();
      scaled.ask_shortly();
    }
  }
  q.values = {1e30, 1e30};
  EXPECT_EQ(q.ask(), 2);
  // In units the first class passes a float's range on its way to a small sum.
  for (const double x : {1e30, 1e33, 1.3e34, 1e35, 1e36}) {
    const Question units{3, {1, 0.1, -1.1, -1.1, 0.1, 1}, {0, 0, 0}, {0, 1}, {x, x}};
    ASSERT_EQ(units.exactly(), 1);
    units.ask_shortly();
  }
}

TEST(QuickTableBorder, WeightsThatNoFloatHoldsAreLeftToOthers) {
  for (const std::int64_t classes : {2, 3, 17}) {
    for (int exponent = -160; exponent <= -110; ++exponent) {
      // The first rounds to nothing, the second to twice what it is, once they are small enough.
      Question q{classes, {}, {}, {0, 0, 1}, {}};
      q.constants.assign(static_cast<std::size_t>(classes), 0);
      q.weights.assign(static_cast<std::size_t>(2 * classes), 0);
      q.weights[0] = -std::ldexp(0.45, exponent), q.weights[1] = -q.weights[0];
      q.weights[static_cast<std::size_t>(classes)] = std::ldexp(0.6, exponent);
      q.weights[static_cast<std::size_t>(classes) + 1] = -std::ldexp(0.6, exponent);
      ASSERT_EQ(q.exactly(), 1);
      q.ask();
      q.ask_shortly();
      q.values = {1, 1, 1};
      q.ask();
      q.ask_shortly();
    }
  }
  for (const double most : {1e29, 1e30, 1e38, 1e39, 1e300}) {
    Question q{3, {-most, 0, most}, {0, 0, 0}, {0}, {}};
    EXPECT_EQ(q.ask(), most < 1e30 ? 3 : 0) << most;
  }
  for (const double bad : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<double> weights{-1, -2, -3}, constants{-1, -2, -3};
      weights[k] = bad;
      EXPECT_FALSE(QuickTable(3, weights, constants).usable());
      std::swap(weights, constants);
      EXPECT_FALSE(QuickTable(3, weights, constants).usable());
    }
  }
}

}  // namespace
}  // namespace tally
