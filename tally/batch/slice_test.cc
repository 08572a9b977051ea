// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/slice.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 19;  // more than two bytes of bits

TestTable every_kind() {
  std::vector<double> numbers;
  std::vector<std::string> words, texts;
  std::vector<int> flags;
  for (int i = 0; i < kRows; ++i) {
    numbers.push_back(i % 5 == 3 ? TestTable::kMissing : i);
    words.push_back(i % 4 == 1 ? "" : "w" + std::to_string(i));
    flags.push_back(i % 7 == 2 ? -1 : i % 2);
    texts.push_back(i % 6 == 5 ? "-" : "t" + std::to_string(i) + " all all");
  }
  TestTable table;
  table.numbers("x", numbers).texts("word", words).booleans("flag", flags).terms("text", texts);
  return table;
}

// Every slice has the cells of its rows, whatever the byte in which it begins.
TEST(Slice, HasTheCellsOfItsRows) {
  const TestTable table = every_kind();
  std::array<std::string_view, kRows> cells;
  const std::string text = "some text";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % 3 != 0) cells[i] = std::string_view(text).substr(i % 4);
  }
  Batch batch = table.batch();
  batch.columns.push_back({"raw", Texts{cells.data()}});
  batch.file = "f.csv";
  batch.first_row = 100;
  for (int i = 0; i < kRows; ++i) batch.lines.push_back(1000 + i);
  for (std::int64_t begin = 0; begin <= kRows; ++begin) {
    for (std::int64_t end = begin; end <= kRows; ++end) {
      const Batch part = slice(batch, begin, end);
      ASSERT_EQ(part.rows, end - begin);
      ASSERT_EQ(part.first_row, 100 + begin);
      ASSERT_EQ(part.lines.size(), static_cast<std::size_t>(part.rows));
      for (std::int64_t row = 0; row < part.rows; ++row) {
        ASSERT_EQ(part.lines[static_cast<std::size_t>(row)], 1000 + begin + row);
        for (const char* name : {"x", "word", "flag"}) {
          ASSERT_EQ(cell_label(*part.find(name), row), cell_label(*batch.find(name), begin + row));
        }
        const Texts raw = std::get<Texts>(*part.find("raw"));
        ASSERT_EQ(raw.cells[row].data(), cells[static_cast<std::size_t>(begin + row)].data());
        const Terms terms = std::get<Terms>(*part.find("text"));
        const Terms whole = std::get<Terms>(*batch.find("text"));
        ASSERT_EQ(terms.validity.at(row), whole.validity.at(begin + row));
        std::vector<std::pair<std::string_view, std::int32_t>> here, there;
        terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
          here.emplace_back(terms.dictionary->term(code), times);
        });
        whole.for_each(begin + row, [&](std::int32_t code, std::int32_t times) {
          there.emplace_back(whole.dictionary->term(code), times);
        });
        ASSERT_EQ(here, there);
      }
    }
  }
}

TEST(Slice, NumbersOfAMatrixKeepTheirStride) {
  const std::array<float, 6> cells{1, 2, 3, 4, 5, 6};
  Numbers second = Numbers::of(std::span<const float>(cells).subspan(1));
  second.stride = 2 * sizeof(float);
  Batch batch;
  batch.rows = 3;
  batch.columns.push_back({"x", second});
  const Batch rest = slice(batch, 1, 3);
  EXPECT_EQ(std::get<Numbers>(*rest.find("x")).at(0), 4);
  EXPECT_EQ(std::get<Numbers>(*rest.find("x")).at(1), 6);
}

TEST(Slice, OfSomeColumnsUnderTheirNames) {
  const TestTable table = every_kind();
  Batch batch = table.batch();
  batch.file = "some.csv";
  const std::array<std::string, 2> names{"flag", "number"};
  const std::array<const Column*, 2> columns{batch.find("flag"), batch.find("x")};
  const Batch row = slice(batch, 9, 10, names, columns);
  EXPECT_EQ(row.file, "some.csv");
  EXPECT_EQ(row.first_row, 9);
  ASSERT_EQ(row.columns.size(), 2U);
  EXPECT_EQ(cell_label(*row.find("number"), 0), Label::of(9.0));
  EXPECT_EQ(cell_label(*row.find("flag"), 0), cell_label(*batch.find("flag"), 9));
}

}  // namespace
}  // namespace tally
