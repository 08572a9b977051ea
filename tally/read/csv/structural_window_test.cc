// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/structural_window.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tally::csv {
namespace {

// The places of `,` and newlines, one by one.
std::vector<std::uint32_t> places_in(const std::string& text) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',' || text[i] == '\n') places.push_back(i);
  }
  return places;
}

// Rows of three cells, longer than some windows.
std::string many_rows(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i)
    text += std::to_string(i) + ",b," + std::string(static_cast<std::size_t>(i % 40), 'c') + "\n";
  return text;
}

TEST(StructuralWindow, TakesAllPlacesOneByOne) {
  const std::string text = many_rows(3000);
  StructuralWindow window;
  window.start(text.data(), 0, static_cast<std::uint32_t>(text.size()), {});
  for (const std::uint32_t place : places_in(text)) ASSERT_EQ(window.take(), place);
  EXPECT_EQ(window.take(), text.size());
  EXPECT_EQ(window.take(), text.size());
}

TEST(StructuralWindow, TakesPlainRecordsTogether) {
  const std::string text = many_rows(3000);
  const std::vector<std::uint32_t> places = places_in(text);
  for (const std::size_t most : {1U, 7U, 10000U}) {
    StructuralWindow window;
    window.start(text.data(), 0, static_cast<std::uint32_t>(text.size()), {});
    std::size_t taken = 0;
    while (const std::size_t count = [&] {
      const PlainRecords records = window.take_plain(3, most);
      EXPECT_LE(records.count, most);
      for (std::size_t i = 0; i < 3 * records.count; ++i) {
        EXPECT_EQ(records.ends[i], places[taken + i]);
      }
      EXPECT_EQ(records.ends[-1], taken == 0 ? ~std::uint32_t{0} : places[taken - 1]);
      return records.count;
    }()) {
      taken += 3 * count;
    }
    EXPECT_EQ(taken, places.size()) << most;
  }
}

TEST(StructuralWindow, StopsBeforeWhatIsNotPlain) {
  const std::string good = many_rows(1000);
  for (const std::string bad : {"a,b\n", "a,b,c,d\n", "\"a\",b,c\n", "\n", "a,\"\n\",c\n"}) {
    const std::string text = good + bad + good;
    StructuralWindow window;
    window.start(text.data(), 0, static_cast<std::uint32_t>(text.size()), {});
    std::size_t rows = 0;
    while (const std::size_t count = window.take_plain(3, 100).count) rows += count;
    EXPECT_EQ(rows, 1000U) << bad;
    while (window.take() != good.size() + bad.size() - 1) {
    }
    while (const std::size_t count = window.take_plain(3, 100).count) rows += count;
    EXPECT_EQ(rows, 2000U) << bad;
  }
}

TEST(StructuralWindow, TakesARecordOfMoreCellsThanAWindowHas) {
  const std::string text = std::string(49999, ',') + "\n";
  StructuralWindow window;
  window.start(text.data(), 0, static_cast<std::uint32_t>(text.size()), {});
  EXPECT_EQ(window.take_plain(50000, 2).count, 1U);
  EXPECT_EQ(window.take_plain(50000, 2).count, 0U);
  EXPECT_EQ(window.take(), text.size());
}

// A record by the definition: its places, and whether nothing but delimiters divides it.
struct PlainRecord {
  std::vector<std::uint32_t> places;
  bool is_plain = true;
};

std::vector<PlainRecord> records_of(const std::string& text, std::size_t columns) {
  std::vector<PlainRecord> records(1);
  bool inside = false;
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') inside = !inside;
    const bool is_break = text[i] == '"' || text[i] == '\0';
    if (!is_break && (inside || (text[i] != ',' && text[i] != '\n'))) continue;
    records.back().places.push_back(i);
    records.back().is_plain &= !is_break;
    if (text[i] != '\n') continue;
    records.back().is_plain &= records.back().places.size() == columns;
    records.emplace_back();
  }
  records.pop_back();
  return records;
}

// Takes plain records as long as there are any, then a record place by place, and so on.
void expect_records(const std::string& text, std::size_t columns, std::size_t most) {
  const std::vector<PlainRecord> records = records_of(text, columns);
  StructuralWindow window;
  window.start(text.data(), 0, static_cast<std::uint32_t>(text.size()), {});
  std::uint32_t before = ~std::uint32_t{0};
  for (std::size_t at = 0; at < records.size();) {
    const PlainRecords plain = window.take_plain(columns, most);
    ASSERT_LE(plain.count, most);
    ASSERT_EQ(plain.count > 0, records[at].is_plain) << "record " << at;
    ASSERT_EQ(plain.ends[-1], before);
    for (std::size_t i = 0; i < plain.count; ++i, ++at) {
      ASSERT_TRUE(records[at].is_plain) << "record " << at;
      for (std::size_t j = 0; j < columns; ++j) {
        ASSERT_EQ(plain.ends[i * columns + j], records[at].places[j]) << "record " << at;
      }
      before = records[at].places.back();
    }
    if (plain.count > 0) continue;
    for (const std::uint32_t place : records[at].places) ASSERT_EQ(window.take(), place);
    before = records[at++].places.back();
  }
  EXPECT_EQ(window.take_plain(columns, most).count, 0U);
  EXPECT_EQ(window.take(), text.size());
}

// A window is 8192 bytes: it ends at each byte of these records, plain ones and others.
TEST(StructuralWindow, TheEndOfAWindowMakesNoDifference) {
  constexpr char kRest[] =
      "a,b,c\n,,\n\"q\n,\"\"\",b,c\n1,2,3\n\n4,5\n1,2,3,4\n7,8,9\n0,\0,1\nx,y,z\n";
  const std::string rest(kRest, sizeof(kRest) - 1);
  for (std::size_t before = 8192 - 70; before <= 8192 + 6; ++before) {
    const std::string text = std::string(before - 4, 'w') + ",u,\n" + rest;
    for (const std::size_t most : {1U, 2U, 100U}) {
      SCOPED_TRACE(before);
      expect_records(text, 3, most);
    }
  }
}

TEST(StructuralWindow, PlainRecordsAndOthersInAnyOrder) {
  std::mt19937 random(9);
  const std::vector<std::string> others{"\n",         "a,b\n",        "a,b,c,d\n",
                                        "\"\",b,c\n", "a,\"\n\",c\n", std::string("\0,,\n", 4)};
  for (int round = 0; round < 60; ++round) {
    std::string text;
    while (text.size() < 30'000) {
      if (random() % 6 == 0) {
        text += others[random() % others.size()];
        continue;
      }
      for (const char* end : {",", ",", "\n"}) text += std::string(random() % 40, 'c') + end;
    }
    for (const std::size_t most : {1U, 3U, 1000U}) expect_records(text, 3, most);
  }
}

}  // namespace
}  // namespace tally::csv
