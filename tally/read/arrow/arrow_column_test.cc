// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_column.h"

#include <gtest/gtest.h>
#include <algorithm>

#include <cmath>
#include <cstring>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

// An array over buffers of the test's own.
struct Made {
  Made(const char* format, std::int64_t length, std::vector<const void*> given)
      : buffers(std::move(given)) {
    schema.format = format;
    array.length = length;
    array.null_count = buffers.front() == nullptr ? 0 : -1;
    array.n_buffers = static_cast<std::int64_t>(buffers.size());
    array.buffers = buffers.data();
  }
  ArrowColumn column(std::int64_t offset = 0) const { return {schema, array, offset}; }
  std::string text(std::int64_t row, std::int64_t offset = 0) const {
    std::string out;
    column(offset).append_text(row, out);
    return out;
  }

  std::vector<const void*> buffers;
  ArrowSchema schema{};
  ArrowArray array{};
};

constexpr std::uint8_t kAllButRow1 = 0b11111101;

TEST(ArrowColumn, NumbersWhereTheyLie) {
  const std::int16_t values[] = {5, 7, -3, 9};
  const Made made("s", 4, {&kAllButRow1, values});
  const Numbers numbers = made.column().numbers(1);
  EXPECT_EQ(numbers.data, values + 1);
  EXPECT_TRUE(std::isnan(numbers.at(0)));
  EXPECT_EQ(numbers.at(1), -3);
  EXPECT_EQ(made.column(2).numbers(0).at(1), 9);
  EXPECT_EQ(made.text(2), "-3");
  EXPECT_EQ(made.text(1), "");
  EXPECT_EQ(made.text(0, 3), "9");
}

TEST(ArrowColumn, ScaledNumbersAndHalves) {
  const std::int64_t moments[] = {1500, -500};
  const Made seconds("tsm:", 2, {nullptr, moments});
  EXPECT_EQ(seconds.column().number_at(0), 1.5);
  EXPECT_EQ(seconds.text(0), "1970-01-01T00:00:01.5");
  EXPECT_EQ(seconds.text(1), "1969-12-31T23:59:59.5");
  // Integers beyond 2^53 are rounded once: Python's exact quotients.
  const std::int64_t nanoseconds[] = {1749480810932175998, -1709210096123456789};
  const Made fine("tsn:UTC", 2, {nullptr, nanoseconds}), span("tDn", 2, {nullptr, nanoseconds});
  EXPECT_EQ(fine.column().number_at(0), 0x1.a11bd5abba8c6p+30);
  EXPECT_EQ(span.column().number_at(1), -0x1.9781e7c07e6b7p+30);
  const std::int32_t days[] = {1, -1, 2147483647};
  const Made dates("tdD", 3, {nullptr, days});
  EXPECT_EQ(dates.column().number_at(0), 86400);
  EXPECT_EQ(dates.column().number_at(2), 2147483647.0 * 86400);
  EXPECT_EQ(dates.text(1), "1969-12-31");
  const std::int32_t clock[] = {45296789, 0};
  const Made of_day("ttm", 2, {nullptr, clock});
  EXPECT_EQ(of_day.column().number_at(0), 45296.789);
  EXPECT_EQ(of_day.text(0), "PT12H34M56.789S");
  const std::int64_t whole[] = {5, 7};
  const Made plain("tss:", 2, {nullptr, whole});
  EXPECT_EQ(plain.column().numbers(1).holds, ValueType::kTime);
  EXPECT_EQ(plain.column().numbers(1).at(0), 7);
  const std::uint16_t halves[] = {0x3C00, 0xC000, 0x7BFF, 0x0001, 0x7C00, 0x7E00};
  const Made half("e", 6, {nullptr, halves});
  EXPECT_EQ(half.column().number_at(0), 1);
  EXPECT_EQ(half.column().number_at(1), -2);
  EXPECT_EQ(half.column().number_at(2), 65504);
  EXPECT_EQ(half.column().number_at(3), std::ldexp(1, -24));
  EXPECT_TRUE(std::isinf(half.column().number_at(4)));
  EXPECT_TRUE(std::isnan(half.column().number_at(5)));
}

TEST(ArrowColumn, Booleans) {
  const std::uint8_t bits = 0b1010;
  const Made made("b", 4, {&kAllButRow1, &bits});
  EXPECT_TRUE(made.column().bits(1).at(2));
  EXPECT_FALSE(made.column().bits(0).validity.at(1));
  EXPECT_EQ(made.text(3), "true");
  EXPECT_EQ(made.text(2), "false");
}

TEST(ArrowColumn, TextsOfEveryLayout) {
  const std::int32_t offsets[] = {0, 2, 2, 5};
  const std::int64_t large[] = {0, 2, 2, 5};
  const Made small("u", 3, {nullptr, offsets, "abcde"}), wide("U", 3, {nullptr, large, "abcde"});
  for (const Made* made : {&small, &wide}) {
    EXPECT_EQ(made->text(0), "ab");
    EXPECT_EQ(made->text(1), "");
    EXPECT_EQ(made->text(2), "cde");
  }
  // A view of 3 bytes within itself, and one of 14 in the second buffer from byte 1.
  unsigned char views[32] = {};
  const std::int32_t sizes[] = {3, 14}, buffer = 1, begin = 1;
  std::memcpy(views, &sizes[0], 4);
  std::copy_n("xyz", 3, views + 4);
  std::memcpy(views + 16, &sizes[1], 4);
  std::memcpy(views + 24, &buffer, 4);
  std::memcpy(views + 28, &begin, 4);
  const Made made("vu", 2, {nullptr, views, "unused", "-fourteen bytes-"});
  EXPECT_EQ(made.text(0), "xyz");
  EXPECT_EQ(made.text(1), "fourteen bytes");
  EXPECT_EQ(made.column().text_at(0).data(), reinterpret_cast<const char*>(views + 4));
  EXPECT_EQ(small.column().text_at(2).data(), static_cast<const char*>(small.buffers[2]) + 2);
}

TEST(ArrowColumn, DecimalsAreExact) {
  const std::int64_t pairs[] = {10, 0, -1234567890123456789, -1, 300, 0, 0, 0, 5, 0};
  const Made made("d:30,2", 5, {nullptr, pairs});
  EXPECT_EQ(made.text(0), "0.1");
  EXPECT_EQ(made.text(1), "-12345678901234567.89");
  EXPECT_EQ(made.text(2), "3");
  EXPECT_EQ(made.text(3), "0");
  EXPECT_EQ(made.text(4), "0.05");
  const std::int32_t small[] = {-7, 0};
  const Made thousands("d:9,-3,32", 2, {nullptr, small});
  EXPECT_EQ(thousands.text(0), "-7000");
  EXPECT_EQ(thousands.text(1), "0");
}

TEST(ArrowColumn, DictionariesAndTheirNulls) {
  const std::int32_t offsets[] = {0, 3, 7};
  Made values("u", 2, {nullptr, offsets, "redblue"});
  const std::uint8_t codes[] = {1, 0, 0, 9};
  Made made("C", 4, {&kAllButRow1, codes});
  made.schema.dictionary = &values.schema;
  made.array.dictionary = &values.array;
  EXPECT_TRUE(made.column().is_dictionary());
  EXPECT_EQ(made.text(0), "blue");
  EXPECT_EQ(made.text(1), "");
  EXPECT_EQ(made.text(2), "red");
  EXPECT_EQ(made.column().text_at(2), "red");
  EXPECT_EQ(made.column().text_at(1), "");
  EXPECT_TRUE(error_of([&] { made.text(3); }));
  ArrowTexts texts;
  const std::int64_t rows[] = {2, 1, 0};
  const CellColumn cells = texts.of(made.column(), rows);
  EXPECT_EQ(cells.rows, 3U);
  EXPECT_EQ(cells.at(0), "red");
  EXPECT_EQ(cells.at(1), "");
  EXPECT_EQ(cells.at(2), "blue");
}

}  // namespace
}  // namespace tally
