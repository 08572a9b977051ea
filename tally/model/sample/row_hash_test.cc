// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/row_hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <set>

#include "tally/base/ugly_numbers_testing.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

constexpr double kNaN = TestTable::kMissing;

std::vector<std::uint64_t> states_of(RowHasher& hasher, const Batch& batch) {
  std::vector<std::uint64_t> out;
  hasher.for_each_block(batch, [&](std::int64_t first, std::span<const std::uint64_t> states) {
    EXPECT_EQ(static_cast<std::size_t>(first), out.size());
    out.insert(out.end(), states.begin(), states.end());
  });
  return out;
}

std::vector<std::uint64_t> states_of(const Schema& schema, const Batch& batch) {
  RowHasher hasher(validated(schema));
  return states_of(hasher, batch);
}

Schema with_target(std::vector<ColumnSchema> columns) {
  columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  return validated({columns, {}});
}

Schema one_number(Family family = Family::kGaussian, ValueType type = ValueType::kNumber) {
  return with_target({feature("x", family, type)});
}

// One column named x, as it is.
std::vector<std::uint64_t> states_of_column(const Column& column, std::int64_t rows,
                                            const Schema& schema = one_number()) {
  Batch batch;
  batch.rows = rows;
  batch.columns.push_back({"x", column});
  return states_of(schema, batch);
}

// The words of one column, one by one.
std::vector<std::uint64_t> expected(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> out;
  for (const double number : numbers) {
    const std::uint64_t word = number == 0 ? 0 : std::bit_cast<std::uint64_t>(number);
    out.push_back(std::isfinite(number)
                      ? row_word::step(row_word::kStart, word ^ row_word::word_of("x"))
                      : row_word::kStart);
  }
  return out;
}

// Worked out by another program. They are part of the format: a change of any is a new format.
TEST(RowHash, StaysAsItIs) {
  using row_word::word_of;
  EXPECT_EQ(word_of(""), 0xcd8f88d0689a63b1U);
  EXPECT_EQ(word_of("a"), 0x0103003c04809198U);
  EXPECT_EQ(word_of("abcdefgh"), 0x638d4b738a21067bU);
  EXPECT_EQ(word_of("abcdefghi"), 0x2b63cb73dd451e3cU);
  EXPECT_EQ(word_of("西瓜"), 0xcfbf47ab11ffaefbU);
  EXPECT_EQ(word_of("a\n"), 0x1835aeaf7e674743U);
  EXPECT_EQ(digest_of(row_word::kStart), "e220a8397b1dcdaf9ca066f1a4ab2eea");
  TestTable table;
  table.seconds("when", {3, 0, 86'400.25}, ValueType::kTime)
      .texts("y", {"k", "l", "k"})
      .texts("colour", {"red", "blue", ""})
      .numbers("size", {1.5, kNaN, -0.1})
      .booleans("flag", {1, 0, -1});
  const Schema schema = with_target({feature("colour", Family::kCategorical, ValueType::kText),
                                     feature("flag", Family::kBernoulli, ValueType::kBoolean),
                                     feature("size", Family::kGaussian),
                                     feature("when", Family::kGaussian, ValueType::kTime)});
  const std::vector<std::uint64_t> states = states_of(schema, table.batch());
  EXPECT_EQ(digest_of(states[0]), "f0c6406f8feed4441ec16adae20d043b");
  EXPECT_EQ(digest_of(states[1]), "a8d3bf6876c7004fb64df530248ec256");
  EXPECT_EQ(digest_of(states[2]), "ae30c83082faa7573eb77899538996da");
  EXPECT_EQ(hash_in(digest_of(states[2])), hash_of(states[2]));
  EXPECT_EQ(hash_in("00000000000000ff9"), 255U);
}

TEST(RowHash, EveryColumnButTheTargetCounts) {
  const Schema schema =
      with_target({feature("a", Family::kGaussian), feature("b", Family::kGaussian),
                   column_with_role("w", Role::kWeight, ValueType::kNumber),
                   column_with_role("e", Role::kExposure, ValueType::kDuration)});
  std::set<std::uint64_t> states;
  const auto add = [&](double a, double b, double w, double e, const char* y) {
    TestTable table;
    table.numbers("b", {b}).texts("y", {y}).numbers("a", {a}).numbers("w", {w});
    table.seconds("e", {e}, ValueType::kDuration);
    states.insert(states_of(schema, table.batch()).front());
  };
  add(1, 2, 3, 4, "k");
  add(1, 2, 3, 4, "l");
  EXPECT_EQ(states.size(), 1U);
  add(2, 1, 3, 4, "k");
  add(1, kNaN, 3, 4, "k");
  add(kNaN, 1, 3, 4, "k");
  add(1, 2, 4, 4, "k");
  add(1, 2, 3, 3, "k");
  EXPECT_EQ(states.size(), 6U);
  TestTable less;  // a column that is missing is as if it were not there
  less.numbers("a", {1}).numbers("w", {3}).seconds("e", {4}, ValueType::kDuration);
  states.insert(states_of(schema, less.batch()).front());
  EXPECT_EQ(states.size(), 6U);
}

// The border of the fast path: what is not side by side, not aligned, or not all there.
TEST(RowHash, NumbersDoNotDependOnHowTheyLie) {
  constexpr std::size_t kRows = 2 * RowHasher::kBlock + 7;
  for (const UglyNumbers::Kind& kind : UglyNumbers::kinds()) {
    std::mt19937_64 random(1);
    std::vector<double> numbers;
    for (std::size_t row = 0; row < kRows; ++row) numbers.push_back(kind.draw(random, row));
    const std::vector<std::uint64_t> states = expected(numbers);
    EXPECT_EQ(states_of_column(Numbers::of(numbers), kRows), states) << kind.name;

    std::vector<char> apart(kRows * 24 + 1), shifted(kRows * 8 + 1);
    for (std::size_t row = 0; row < kRows; ++row) {
      std::memcpy(apart.data() + row * 24 + 1, &numbers[row], 8);
      std::memcpy(shifted.data() + row * 8 + 1, &numbers[row], 8);
    }
    const Numbers strided{apart.data() + 1, NumberType::kFloat64, 24, {}, ValueType::kNumber};
    EXPECT_EQ(states_of_column(strided, kRows), states) << kind.name;
    const Numbers unaligned{shifted.data() + 1, NumberType::kFloat64, 8, {}, ValueType::kNumber};
    EXPECT_EQ(states_of_column(unaligned, kRows), states) << kind.name;

    std::vector<std::uint8_t> valid(kRows / 8 + 2);
    std::vector<double> some = numbers;
    for (std::size_t row = 0; row < kRows; ++row) {
      if (random() % 3 == 0) {
        some[row] = kNaN;
      } else {
        valid[(row + 3) / 8] |= static_cast<std::uint8_t>(1U << ((row + 3) % 8));
      }
    }
    Numbers nulls = Numbers::of(numbers);
    nulls.validity = {valid.data(), 3};
    EXPECT_EQ(states_of_column(nulls, kRows), expected(some)) << kind.name;
    EXPECT_EQ(states_of_column(Numbers::of(some), kRows), expected(some)) << kind.name;
  }
}

template <class T>
void expect_width(const std::vector<T>& values) {
  std::vector<double> numbers;
  for (const T value : values) numbers.push_back(static_cast<double>(value));
  const auto rows = static_cast<std::int64_t>(values.size());
  EXPECT_EQ(states_of_column(Numbers::of(std::span<const T>(values)), rows), expected(numbers));
}

template <class T>
void expect_widths() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values{0, 1, 2, 100, Limits::max(), Limits::lowest()};
  for (int i = 0; i < 1030; ++i) values.push_back(static_cast<T>(i % 97));
  expect_width(values);
}

TEST(RowHash, NumbersDoNotDependOnTheirWidth) {
  expect_widths<double>();
  expect_widths<float>();
  expect_widths<std::int8_t>();
  expect_widths<std::int16_t>();
  expect_widths<std::int32_t>();
  expect_widths<std::int64_t>();
  expect_widths<std::uint8_t>();
  expect_widths<std::uint16_t>();
  expect_widths<std::uint32_t>();
  expect_widths<std::uint64_t>();
}

TEST(RowHash, ZeroHasNoSignAndNothingIsMissing) {
  const double inf = std::numeric_limits<double>::infinity();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<double> odd{0.0, -0.0, kNaN, -kNaN, inf, -inf, tiny, -tiny};
  const std::vector<std::uint64_t> states = states_of_column(Numbers::of(odd), 8);
  EXPECT_EQ(states[0], states[1]);
  for (const std::size_t i : {3U, 4U, 5U}) EXPECT_EQ(states[2], states[i]);
  EXPECT_EQ(std::set<std::uint64_t>(states.begin(), states.end()).size(), 4U);
  Batch none;
  none.rows = 1;
  EXPECT_EQ(states_of(one_number(), none).front(), states[2]);
}

TEST(RowHash, CategoriesAreTheirTexts) {
  const Schema schema = one_number(Family::kCategorical, ValueType::kText);
  auto dictionary = std::make_shared<Dictionary>();
  for (const char* text : {"a", "b", "1", ""}) dictionary->code(Label::of(text));
  const auto state = [](const char* text) {
    return row_word::step(row_word::kStart, row_word::word_of(text) ^ row_word::word_of("x"));
  };
  const std::uint64_t missing = row_word::kStart;
  const std::vector<std::uint64_t> all{state("b"), missing, state("a"), state(""), state("1")};
  const std::vector<std::int32_t> plain{1, -1, 0, 3, 2};
  RowHasher hasher(schema);
  Batch batch;
  batch.rows = 5;
  batch.columns.push_back({"x", Codes::of(plain, dictionary)});
  EXPECT_EQ(states_of(hasher, batch), all);

  // A dictionary may grow, and another take its place.
  dictionary->code(Label::of("new"));
  const std::vector<std::int32_t> grown{4, -5, 4, 3, 2};
  batch.columns[0].values = Codes::of(grown, dictionary);
  EXPECT_EQ(states_of(hasher, batch)[0], state("new"));
  EXPECT_EQ(states_of(hasher, batch)[1], missing);
  auto other = std::make_shared<Dictionary>();
  for (const char* text : {"", "1", "b", "a"}) other->code(Label::of(text));
  const std::vector<std::int8_t> narrow{2, 0, 3, 0, 1};
  const std::uint8_t valid = 0b11101;
  Numbers indices = Numbers::of(std::span<const std::int8_t>(narrow));
  indices.validity = {&valid, 0};
  batch.columns[0].values = Codes{indices, other};
  EXPECT_EQ(states_of(hasher, batch), all);

  const std::vector<std::uint64_t> beyond{2, 3, 4, 0, 1}, far{2, 3, 1ULL << 63, 0, 1};
  for (const auto& codes : {beyond, far}) {
    batch.columns[0].values = Codes{Numbers::of(std::span<const std::uint64_t>(codes)), other};
    EXPECT_THROW(states_of(hasher, batch), Error);
  }
}

// A column has one type, whatever it comes as.
TEST(RowHash, NumbersAreNumbersAlsoAsCategories) {
  const Schema schema = one_number(Family::kCategorical, ValueType::kNumber);
  TestTable labels;
  const std::int64_t neighbour = (std::int64_t{1} << 53) + 1;  // no double
  labels.labels("x",
                {Label::of(1.0), Label::of(0.25), std::nullopt, Label::of(std::int64_t{0}),
                 Label::of(neighbour), Label::of(neighbour - 1), Label::of(~std::uint64_t{0})});
  const std::vector<std::uint64_t> states = states_of(schema, labels.batch());
  const std::vector<double> numbers{1, 0.25, kNaN, -0.0};
  const std::vector<std::uint64_t> same = expected(numbers);
  EXPECT_EQ(std::vector<std::uint64_t>(states.begin(), states.begin() + 4), same);
  EXPECT_EQ(states_of_column(Numbers::of(numbers), 4, schema), same);
  EXPECT_EQ(std::set<std::uint64_t>(states.begin(), states.end()).size(), 7U);
}

TEST(RowHash, ABooleanIsOneOrZero) {
  const std::vector<std::uint64_t> same = expected({1, 0, kNaN});
  const Schema boolean = one_number(Family::kBernoulli, ValueType::kBoolean);
  for (const Schema& schema : {boolean, one_number(Family::kBernoulli)}) {
    TestTable bits, labels, numbers;
    bits.booleans("x", {1, 0, -1});
    labels.labels("x", {Label::of(true), Label::of(false), std::nullopt});
    numbers.numbers("x", {1, 0, kNaN});
    EXPECT_EQ(states_of(schema, bits.batch()), same);
    EXPECT_EQ(states_of(schema, labels.batch()), same);
    EXPECT_EQ(states_of(schema, numbers.batch()), same);
  }
  // Unless a threshold says otherwise: the hash goes with what is counted.
  Schema split = one_number(Family::kBernoulli);
  split.columns[0].binarize = 1;
  TestTable bits;
  bits.booleans("x", {1, 0, -1});
  EXPECT_EQ(states_of(split, bits.batch()), expected({std::nextafter(1.0, 2.0), 1, kNaN}));
}

// Every bit of the last cell, which had the least time to spread, moves every bit of the hash.
TEST(RowHash, AnyBitChangesHalfOfTheHash) {
  constexpr int kRounds = 2000;
  std::mt19937_64 random(5);
  std::array<std::array<int, 64>, 64> flipped{};
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t before = random(), word = random();
    const std::uint64_t hash = hash_of(row_word::step(before, word));
    for (std::size_t bit = 0; bit < 64; ++bit) {
      const std::uint64_t change =
          hash ^ hash_of(row_word::step(before, word ^ std::uint64_t{1} << bit));
      for (std::size_t to = 0; to < 64; ++to) flipped[bit][to] += (change >> to & 1) != 0 ? 1 : 0;
    }
  }
  // Six standard deviations of a fair coin.
  const double slack = 6 * std::sqrt(kRounds) / 2;
  for (const auto& row : flipped) {
    for (const int count : row) EXPECT_NEAR(count, kRounds / 2.0, slack);
  }
}

// The rows of the smallest hashes are as fair a draw as any: a skewed category, small integers and
// a number of all digits among them as often as among all rows.
TEST(RowHash, TheSmallestAreAFairSample) {
  constexpr std::size_t kRows = 200'000, kKept = 4096;
  std::mt19937_64 random(9);
  std::vector<double> skewed, small, fine;
  for (std::size_t row = 0; row < kRows; ++row) {
    skewed.push_back(static_cast<double>(std::countr_zero(random() | 1U << 6)));
    small.push_back(static_cast<double>(row % 10));
    fine.push_back(static_cast<double>(row) / 7);
  }
  TestTable table;
  table.numbers("a", skewed).numbers("b", small).numbers("c", fine);
  const Schema schema =
      with_target({feature("a", Family::kGaussian), feature("b", Family::kGaussian),
                   feature("c", Family::kGaussian)});
  const std::vector<std::uint64_t> states = states_of(schema, table.batch());
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t row = 0; row < kRows; ++row) order.emplace_back(hash_of(states[row]), row);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(std::adjacent_find(order.begin(), order.end(),
                               [](const auto& a, const auto& b) { return a.first == b.first; }),
            order.end());

  const auto chi_square = [&](std::size_t cells, auto&& cell_of) {
    std::vector<double> all(cells), kept(cells);
    for (std::size_t i = 0; i < kRows; ++i) {
      all[cell_of(order[i].second)] += 1;
      if (i < kKept) kept[cell_of(order[i].second)] += 1;
    }
    double sum = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      const double mean = all[i] * kKept / kRows;
      sum += (kept[i] - mean) * (kept[i] - mean) / mean;
    }
    return sum;
  };
  // The quantiles at 1 − 1e-5 with 6, 9 and 49 degrees of freedom.
  EXPECT_LT(chi_square(7, [&](std::size_t row) { return static_cast<std::size_t>(skewed[row]); }),
            33.1);
  EXPECT_LT(chi_square(10, [&](std::size_t row) { return row % 10; }), 39.3);
  EXPECT_LT(chi_square(50, [&](std::size_t row) { return row * 50 / kRows; }), 103.1);
}

}  // namespace
}  // namespace tally
