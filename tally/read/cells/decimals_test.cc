// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/decimals.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tally/read/cells/cells_testing.h"
#include "tally/read/cells/number_text.h"

namespace tally {
namespace {

constexpr std::size_t kRoom = CellWords::kMost + CellWords::kTogether;

// Reads the texts some at a time, with other cells before and behind them.
std::vector<double> read_all_of(const std::vector<std::string>& texts, std::size_t together) {
  const LaidOutCells cells(texts, "0123456789.5-,12");
  std::vector<double> out;
  for (std::size_t first = 0; first < texts.size(); first += together) {
    const std::size_t count = std::min(together, texts.size() - first);
    CellWords words;
    words.take(cells.column(), first, count);
    std::array<double, kRoom> numbers{};
    const bool all = read_decimals(words, count, numbers.data());
    out.insert(out.end(), numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count));
    bool none_is_nan = true;
    for (std::size_t i = 0; i < count; ++i) none_is_nan &= !std::isnan(numbers[i]);
    EXPECT_EQ(all, none_is_nan) << count;
  }
  return out;
}

// What is a short decimal, one byte after the other.
bool is_short_decimal(std::string_view text) {
  if (text.size() > 16) return false;
  if (text.starts_with('-')) text.remove_prefix(1);
  int digits = 0, points = 0;
  for (const char c : text) {
    if (c == '.') {
      ++points;
    } else if (c >= '0' && c <= '9') {
      ++digits;
    } else {
      return false;
    }
  }
  return points <= 1 && digits >= 1 && digits <= 15;
}

// strtod rounds correctly in glibc and shares no code with us; parse_number is fast_float's.
void expect_as_strtod(const std::string& text, double number) {
  if (!is_short_decimal(text)) {
    ASSERT_TRUE(std::isnan(number)) << text;
    return;
  }
  const auto bits = std::bit_cast<std::uint64_t>(number);
  ASSERT_EQ(bits, std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr))) << text;
  ASSERT_EQ(bits, std::bit_cast<std::uint64_t>(*parse_number(text))) << text;
}

std::string random_decimal(std::mt19937_64& random) {
  std::string text = random() % 2 == 0 ? "-" : "";
  const std::size_t before = random() % 12, after = random() % 12;
  for (std::size_t d = 0; d < before; ++d) text += static_cast<char>('0' + random() % 10);
  if (random() % 4 > 0) text += '.';
  for (std::size_t d = 0; d < after; ++d) text += static_cast<char>('0' + random() % 10);
  return text;
}

TEST(Decimals, ToTheLastBit) {
  std::mt19937_64 random(11);
  std::vector<std::string> texts;
  for (int i = 0; i < 400000; ++i) texts.push_back(random_decimal(random));
  const std::vector<double> numbers = read_all_of(texts, CellWords::kMost);
  for (std::size_t i = 0; i < texts.size(); ++i) expect_as_strtod(texts[i], numbers[i]);
}

TEST(Decimals, BytesOfAllKinds) {
  std::mt19937_64 random(12);
  constexpr std::string_view kBytes = "0123456789.-+e ,5\x80\xFF/:";
  std::vector<std::string> texts;
  for (int i = 0; i < 400000; ++i) {
    std::string text(random() % 20, '0');
    const std::size_t kinds = random() % 2 == 0 ? 12 : kBytes.size();
    for (char& c : text) c = kBytes[random() % kinds];
    texts.push_back(text);
  }
  const std::vector<double> numbers = read_all_of(texts, 100);
  for (std::size_t i = 0; i < texts.size(); ++i) expect_as_strtod(texts[i], numbers[i]);
}

TEST(Decimals, EveryPlaceOfThePointAndEveryCount) {
  std::vector<std::string> texts{"", "-", ".", "-.", "0", "-0", "5.", ".5", "-.25", "--1", "1.2.3"};
  for (std::size_t digits = 1; digits <= 16; ++digits) {
    const std::string whole = std::string("9728461537908264").substr(0, digits);
    texts.push_back(whole);
    for (std::size_t point = 0; point <= digits; ++point) {
      texts.push_back(whole.substr(0, point) + "." + whole.substr(point));
      texts.push_back("-" + texts.back());
    }
  }
  for (const std::size_t together : {1U, 2U, 3U, 7U, 8U, 9U, 17U, 128U}) {
    const std::vector<double> numbers = read_all_of(texts, together);
    for (std::size_t i = 0; i < texts.size(); ++i) expect_as_strtod(texts[i], numbers[i]);
  }
}

// The plain twin, cell by cell: it takes one digit more, as the minus is not among its bytes.
TEST(Decimals, AsThePlainTwin) {
  std::mt19937_64 random(13);
  std::vector<std::string> texts;
  for (int i = 0; i < 100000; ++i) texts.push_back(random_decimal(random));
  const std::vector<double> numbers = read_all_of(texts, 64);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string buffer = "0000000000000000" + texts[i];
    double alone = 0;
    const bool is_read = read_decimal_in_place(std::string_view(buffer).substr(16), alone);
    ASSERT_EQ(!std::isnan(numbers[i]), is_read && texts[i].size() <= 16) << texts[i];
    if (std::isnan(numbers[i])) continue;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(numbers[i]), std::bit_cast<std::uint64_t>(alone));
  }
}

// Without sixteen bytes before its end, a cell is left to others.
TEST(Decimals, CellsAtTheStart) {
  const LaidOutCells cells({"1.5", "22", "12345678901", "7"}, "");
  CellWords words;
  words.take(cells.column(), 0, 4);
  std::array<double, kRoom> numbers{};
  EXPECT_FALSE(read_decimals(words, 4, numbers.data()));
  EXPECT_TRUE(std::isnan(numbers[0]));
  EXPECT_TRUE(std::isnan(numbers[1]));
  EXPECT_EQ(numbers[2], 12345678901);
  EXPECT_EQ(numbers[3], 7);
}

// Around the limits: 15 digits, 2^53, words of eight and sixteen bytes, zeros that count as digits.
std::vector<std::string> border_decimals() {
  std::vector<std::string> texts;
  for (const char* whole : {"9007199254740991", "9007199254740992", "9007199254740993",
                            "4503599627370497", "999999999999999", "100000000000001"}) {
    for (std::size_t digits = 1; digits <= 19; ++digits) {
      for (const bool zeros_before : {true, false}) {
        std::string text(whole, std::min<std::size_t>(digits, std::strlen(whole)));
        while (text.size() < digits) text.insert(zeros_before ? 0 : text.size(), 1, '0');
        texts.push_back(text);
        for (std::size_t point = 0; point <= digits; ++point) {
          texts.push_back(text.substr(0, point) + "." + text.substr(point));
        }
      }
    }
  }
  for (std::size_t size = 1; size <= 17; ++size) {
    for (const char byte : {'0', '9', '.', '-'}) texts.emplace_back(size, byte);
  }
  const std::size_t unsigned_ones = texts.size();
  for (std::size_t i = 0; i < unsigned_ones; ++i) texts.push_back("-" + texts[i]);
  for (const char* text : {"", "+1", "+0", "1e5", "1E5", "0x1", " 1", "1 ", "-+1", "nan", "inf"}) {
    texts.emplace_back(text);
  }
  return texts;
}

// In every lane, with neighbours of the same, the shorter and the careful way.
TEST(Decimals, AtTheLimitsInEveryLane) {
  const std::vector<std::string> borders = border_decimals();
  for (const char* neighbour : {"7", "12345678", "-1.234567890123", "x", "", "12345678901234567"}) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      std::vector<std::string> texts(lane, neighbour);
      for (const std::string& border : borders) {
        texts.push_back(border);
        texts.insert(texts.end(), 8, neighbour);  // 9 apart: they pass through all lanes
      }
      const std::vector<double> numbers = read_all_of(texts, CellWords::kMost);
      for (std::size_t i = 0; i < texts.size(); ++i) expect_as_strtod(texts[i], numbers[i]);
    }
  }
}

TEST(Decimals, EveryByteAtEveryPlace) {
  const std::string digits = "12345678901234567";
  std::vector<std::string> texts;
  for (std::size_t size = 1; size <= digits.size(); ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        texts.push_back(digits.substr(0, size));
        texts.back()[at] = static_cast<char>(byte);
      }
    }
  }
  const std::vector<double> numbers = read_all_of(texts, CellWords::kMost);
  for (std::size_t i = 0; i < texts.size(); ++i) expect_as_strtod(texts[i], numbers[i]);
}

// Points in both words, a minus where the last sixteen bytes of a longer cell begin.
TEST(Decimals, PointsAndSignsAtAnyTwoPlaces) {
  const std::string digits = "987654321098765432";
  std::vector<std::string> texts;
  for (std::size_t size = 2; size <= digits.size(); ++size) {
    for (std::size_t first = 0; first < size; ++first) {
      for (std::size_t second = first + 1; second < size; ++second) {
        for (const char* bytes : {"..", "--", "-.", ".-"}) {
          texts.push_back(digits.substr(0, size));
          texts.back()[first] = bytes[0];
          texts.back()[second] = bytes[1];
        }
      }
    }
  }
  const std::vector<double> numbers = read_all_of(texts, CellWords::kMost);
  for (std::size_t i = 0; i < texts.size(); ++i) expect_as_strtod(texts[i], numbers[i]);
}

// A cell that ends within the first sixteen bytes of a buffer cannot be loaded whole.
TEST(Decimals, CellsNearTheStartOfTheBuffer) {
  const std::string bytes = "31415926535897932384626433832795";
  for (std::uint32_t begin = 0; begin < 20; ++begin) {
    for (std::uint32_t size = 0; begin + size <= 20; ++size) {
      const std::vector<char> buffer(bytes.begin(), bytes.begin() + begin + size);
      const Cell cell{begin, size, 0};
      CellWords words;
      words.take({buffer.data(), &cell, 1, 1, true}, 0, 1);
      std::array<double, kRoom> numbers{};
      const bool is_read = read_decimals(words, 1, numbers.data());
      ASSERT_EQ(is_read, begin + size >= 16 && size >= 1 && size <= 15) << begin << " " << size;
      if (is_read) expect_as_strtod(bytes.substr(begin, size), numbers[0]);
    }
  }
}

}  // namespace
}  // namespace tally
