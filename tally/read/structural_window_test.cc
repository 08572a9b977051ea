#include "tally/read/structural_window.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tally::csv
