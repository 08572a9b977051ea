// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/column.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace tally {
namespace {

std::vector<double> all(const Numbers& numbers, std::int64_t rows) {
  std::vector<double> out;
  for_each_number(numbers, rows, [&](std::int64_t row, double value) {
    EXPECT_EQ(row, static_cast<std::int64_t>(out.size()));
    out.push_back(value);
  });
  return out;
}

std::vector<std::int32_t> all(const Codes& codes, std::int64_t rows) {
  std::vector<std::int32_t> out;
  for_each_code(codes, rows, [&](std::int64_t, std::int32_t code) { out.push_back(code); });
  return out;
}

template <class T>
class NumbersOf : public testing::Test {};
using NumberTypes =
    testing::Types<double, float, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(NumbersOf, NumberTypes);

TYPED_TEST(NumbersOf, AnyWidthIsReadToItsEnds) {
  using Limits = std::numeric_limits<TypeParam>;
  const std::vector<TypeParam> values = {Limits::lowest(), 0, 1, 100, Limits::max()};
  const Numbers numbers = Numbers::of(std::span<const TypeParam>(values));
  const std::vector<double> read = all(numbers, 5);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(read[i], static_cast<double>(values[i]));
    EXPECT_EQ(numbers.at(static_cast<std::int64_t>(i)), read[i]);
  }
}

TEST(Numbers, AStrideWalksAMatrix) {
  // Three rows of two columns, row by row and column by column.
  const std::array<double, 6> by_rows = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(all(Numbers{by_rows.data() + 1, NumberType::kFloat64, 16, {}}, 3),
            (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(all(Numbers{by_rows.data() + 5, NumberType::kFloat64, -16, {}}, 3),
            (std::vector<double>{6, 4, 2}));
}

TEST(Numbers, NeedNotBeAligned) {
  std::array<char, 1 + 2 * sizeof(double)> bytes{};
  const std::array<double, 2> values = {0.1, -7};
  std::memcpy(bytes.data() + 1, values.data(), sizeof(values));
  EXPECT_EQ(all(Numbers{bytes.data() + 1, NumberType::kFloat64, 8, {}}, 2),
            (std::vector<double>{0.1, -7}));
}

TEST(Numbers, MissingIsNaN) {
  const std::vector<double> values = {1, 2, std::nan(""), 4};
  Numbers numbers = Numbers::of(values);
  const std::uint8_t bits = 0b1101;
  numbers.validity = {&bits, 0};
  const std::vector<double> read = all(numbers, 4);
  EXPECT_EQ(read[0], 1);
  EXPECT_TRUE(std::isnan(read[1]));
  EXPECT_TRUE(std::isnan(read[2]));
  EXPECT_EQ(read[3], 4);
  EXPECT_TRUE(std::isnan(numbers.at(1)));
}

TEST(Numbers, NoRowsNoCalls) { EXPECT_TRUE(all(Numbers{}, 0).empty()); }

TEST(Validity, CountsBitsFromTheLeastWithAnOffset) {
  const std::array<std::uint8_t, 2> bits = {0b10000001, 0b00000010};
  const Validity validity{bits.data(), 0};
  for (std::int64_t row = 0; row < 16; ++row) {
    EXPECT_EQ(validity.at(row), row == 0 || row == 7 || row == 9) << row;
  }
  const Validity shifted{bits.data(), 7};
  EXPECT_TRUE(shifted.at(0));
  EXPECT_FALSE(shifted.at(1));
  EXPECT_TRUE(shifted.at(2));
  EXPECT_TRUE(Validity{}.at(1000));
}

TEST(Bits, CountFromTheLeastWithAnOffset) {
  const std::array<std::uint8_t, 2> data = {0b00000100, 0b00000001};
  const Bits bits{data.data(), 2, {}};
  EXPECT_TRUE(bits.at(0));
  EXPECT_FALSE(bits.at(1));
  EXPECT_TRUE(bits.at(6));
}

std::shared_ptr<const Dictionary> three_labels() {
  return std::make_shared<Dictionary>(
      std::vector<Label>{Label::of("a"), Label::of("b"), Label::of("c")});
}

TEST(Codes, NegativeAndInvalidAreMissing) {
  const std::vector<std::int32_t> values = {0, 2, -1, -7, 1};
  Codes codes = Codes::of(values, three_labels());
  EXPECT_EQ(all(codes, 5), (std::vector<std::int32_t>{0, 2, -1, -1, 1}));
  const std::uint8_t bits = 0b01111;
  codes.indices.validity = {&bits, 0};
  EXPECT_EQ(all(codes, 5), (std::vector<std::int32_t>{0, 2, -1, -1, -1}));
}

template <class T>
Codes codes_of(const std::vector<T>& values) {
  return {Numbers::of(std::span<const T>(values)), three_labels()};
}

TEST(Codes, OfAnyIntegerType) {
  const std::vector<std::int32_t> expected = {2, 0, 1};
  EXPECT_EQ(all(codes_of<std::int8_t>({2, 0, 1}), 3), expected);
  EXPECT_EQ(all(codes_of<std::uint8_t>({2, 0, 1}), 3), expected);
  EXPECT_EQ(all(codes_of<std::int64_t>({2, 0, 1}), 3), expected);
  EXPECT_EQ(all(codes_of<std::uint64_t>({2, 0, 1}), 3), expected);
}

template <class T>
void expect_refused(T code) {
  const std::vector<T> values = {0, code};
  try {
    all(codes_of(values), 2);
    ADD_FAILURE() << "a code beyond the dictionary was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.place().row, 1);
  }
}

TEST(Codes, BeyondTheDictionaryAreRefused) {
  expect_refused<std::int8_t>(3);
  expect_refused<std::int32_t>(std::numeric_limits<std::int32_t>::max());
  expect_refused<std::uint32_t>(std::numeric_limits<std::uint32_t>::max());
  expect_refused<std::int64_t>(std::int64_t{1} << 32);  // 0 in its lower half
  expect_refused<std::uint64_t>(std::numeric_limits<std::uint64_t>::max());
}

TEST(Codes, AnInvalidRowMayHoldAnyCode) {
  const std::vector<std::int32_t> values = {99};
  Codes codes = Codes::of(values, three_labels());
  const std::uint8_t bits = 0;
  codes.indices.validity = {&bits, 0};
  EXPECT_EQ(all(codes, 1), (std::vector<std::int32_t>{-1}));
}

Batch batch_of(const std::vector<std::string>& names) {
  Batch batch;
  for (const std::string& name : names) batch.columns.push_back({name, Numbers{}});
  return batch;
}

TEST(Batch, FindsColumnsByName) {
  const Batch batch = batch_of({"a", "b"});
  EXPECT_EQ(batch.find("b"), &batch.columns[1].values);
  EXPECT_EQ(batch.find("c"), nullptr);
}

TEST(Batch, NamesAPlaceByLineOrByRow) {
  Batch batch;
  batch.file = "a.csv";
  batch.first_row = 100;
  EXPECT_EQ(batch.place(2, "x").prefix(), "a.csv: row 102: column 'x': ");
  batch.lines = {7, 8, 10};
  EXPECT_EQ(batch.place(2, "x").prefix(), "a.csv:10: column 'x': ");
  EXPECT_EQ(batch.place(2, "x").row, 102);
}

TEST(Binding, FollowsTheColumnsFromBatchToBatch) {
  Binding binding(
      {{"b", ValueType::kNumber}, {"a", ValueType::kNumber}, {"z", ValueType::kNumber}});
  const std::vector<std::vector<std::string>> layouts = {
      {"a", "b"}, {"a", "b"}, {"b", "a"}, {"z", "x", "b", "a"}, {"a"}, {}, {"a", "b", "z"}};
  for (const auto& names : layouts) {
    const Batch batch = batch_of(names);
    EXPECT_EQ(binding.bind(batch),
              (std::vector<const Column*>{batch.find("b"), batch.find("a"), batch.find("z")}));
  }
}

TEST(Binding, OfNoNamesBindsNothing) {
  EXPECT_TRUE(Binding(std::vector<ColumnToRead>{}).bind(batch_of({"a"})).empty());
}

// Numbers that mean one thing where another is expected; a column without a value fits.
TEST(Binding, RefusesTimesForNumbersAndNumbersForTimes) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> some{kNone, 5}, none{kNone, kNone};
  constexpr ValueType kKinds[] = {ValueType::kNumber, ValueType::kTime, ValueType::kDuration};
  for (const ValueType expected : kKinds) {
    for (const ValueType found : kKinds) {
      Batch batch;
      batch.rows = 2;
      batch.file = "f";
      batch.first_row = 10;
      Binding binding({{"when", expected}});
      batch.columns = {{"when", Numbers::of(none).as(found)}};
      EXPECT_NO_THROW(binding.bind(batch));
      batch.columns = {{"when", Numbers::of(some).as(found)}};
      if (expected == found) {
        EXPECT_NO_THROW(binding.bind(batch));
        continue;
      }
      try {
        binding.bind(batch);
        ADD_FAILURE() << "a column of " << to_string(found) << "s";
      } catch (const Error& error) {
        EXPECT_EQ(error.place().column, "when");
        EXPECT_EQ(error.place().row, 11);
        EXPECT_NE(std::string(error.what())
                      .find("expected " + std::string(to_string(expected)) + "s, found " +
                            std::string(to_string(found)) + "s"),
                  std::string::npos)
            << error.what();
      }
    }
  }
}

// A class or a category that is a time is its text.
TEST(CellLabel, OfATimeIsItsText) {
  const std::vector<double> values{86400, 0.5};
  const Numbers numbers = Numbers::of(values);
  EXPECT_EQ(cell_label(numbers, 0), Label::of(std::int64_t{86400}));
  EXPECT_EQ(cell_label(numbers.as(ValueType::kTime), 0), Label::of("1970-01-02"));
  EXPECT_EQ(cell_label(numbers.as(ValueType::kDuration), 1), Label::of("PT0.5S"));
}

}  // namespace
}  // namespace tally
