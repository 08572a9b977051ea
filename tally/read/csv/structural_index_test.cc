// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/structural_index.h"

#include <random>

#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

struct Found {
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> breaks;
  bool operator==(const Found&) const = default;
};

// The plain twins: one byte after the other, as the header says it.
Found plain_structurals(std::string_view text, const Dialect& dialect) {
  Found found;
  bool inside = false;
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    const bool is_quote = dialect.quote != 0 && text[i] == dialect.quote;
    if (is_quote) inside = !inside;
    const bool divides = text[i] == dialect.delimiter || text[i] == '\n';
    if (!is_quote && text[i] != '\0' && (!divides || inside)) continue;
    if (text[i] != dialect.delimiter) {
      found.breaks.push_back(static_cast<std::uint32_t>(found.places.size()));
    }
    found.places.push_back(i);
  }
  return found;
}

RecordScan plain_scan(std::string_view text, const Dialect& dialect) {
  RecordScan scan;
  bool inside = false;
  bool blank = true;
  std::int64_t lines = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (dialect.quote != 0 && text[i] == dialect.quote) inside = !inside;
    if (text[i] == '\n') ++lines;
    if (text[i] == '\n' && !inside) {
      scan.rows += blank ? 0 : 1;
      scan.end = i + 1;
      scan.lines = lines;
      blank = true;
    } else {
      blank = blank && dialect.is_padding(text[i]);
    }
  }
  return scan;
}

// The same in pieces, which end where `ends` says.
Found structurals(std::string_view text, const Dialect& dialect,
                  const std::vector<std::uint32_t>& ends) {
  Found found;
  std::uint64_t inside = 0;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    Found piece{std::vector<std::uint32_t>(end - begin + 65), {}};
    piece.breaks = piece.places;
    const StructuralCount count = find_structurals(text.data(), begin, end, dialect, inside,
                                                   piece.places.data(), piece.breaks.data());
    for (std::size_t i = 0; i < count.breaks; ++i) {
      found.breaks.push_back(piece.breaks[i] + static_cast<std::uint32_t>(found.places.size()));
    }
    found.places.insert(found.places.end(), piece.places.begin(),
                        piece.places.begin() + static_cast<std::ptrdiff_t>(count.places));
    begin = end;
  }
  return found;
}

std::string random_text(std::mt19937& random, std::size_t size, std::string_view alphabet) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += alphabet[random() % alphabet.size()];
  return text;
}

const std::vector<Dialect> kDialects{{',', '"', true, {}},
                                     {',', 0, true, {}},
                                     {'\t', '"', true, {}},
                                     {' ', '\'', true, {}},
                                     {';', '"', false, {}}};
const std::vector<std::string> kAlphabets{std::string("a,\"\n\r \t;'\0", 10),
                                          "aaaaaaaaaaaaaaaaaaaaaaa,\n\"",
                                          "\n\r \t",
                                          "abcdefgh\xC3\xA9",
                                          ",\n",
                                          "\""};

TEST(StructuralIndex, EqualsItsPlainTwinOnAllLengths) {
  std::mt19937 random(1);
  for (const Dialect& dialect : kDialects) {
    for (const std::string& alphabet : kAlphabets) {
      for (std::size_t size = 0; size < 300; ++size) {
        const std::string text = random_text(random, size, alphabet);
        const Found found = structurals(text, dialect, {static_cast<std::uint32_t>(size)});
        ASSERT_TRUE(found == plain_structurals(text, dialect)) << size;
      }
    }
  }
}

TEST(StructuralIndex, CarriesQuotesFromPieceToPiece) {
  std::mt19937 random(2);
  const Dialect dialect;
  for (int round = 0; round < 500; ++round) {
    const std::string text = random_text(random, 400, kAlphabets[0]);
    std::vector<std::uint32_t> ends;
    for (std::uint32_t at = 0; at < text.size(); ends.push_back(at)) {
      at = std::min<std::uint32_t>(400, at + 1 + random() % 150);
    }
    ASSERT_TRUE(structurals(text, dialect, ends) == plain_structurals(text, dialect));
  }
}

TEST(StructuralIndex, TheScanEqualsItsPlainTwin) {
  std::mt19937 random(3);
  for (const Dialect& dialect : kDialects) {
    for (const std::string& alphabet : kAlphabets) {
      for (std::size_t size = 0; size < 300; ++size) {
        const std::string text = random_text(random, size, alphabet);
        const RecordScan scan = scan_records(text.data(), size, dialect);
        const RecordScan plain = plain_scan(text, dialect);
        ASSERT_EQ(scan.end, plain.end) << size;
        ASSERT_EQ(scan.rows, plain.rows) << size << testing::PrintToString(text);
        ASSERT_EQ(scan.lines, plain.lines) << size;
      }
    }
  }
}

TEST(StructuralIndex, LongPaddingAcrossWords) {
  const Dialect dialect;
  for (std::size_t spaces = 0; spaces < 200; ++spaces) {
    const std::string blank = "a\n" + std::string(spaces, ' ') + "\nb\n";
    const std::string full = "a\n" + std::string(spaces, ' ') + "x\nb\n";
    ASSERT_EQ(scan_records(blank.data(), blank.size(), dialect).rows, 2) << spaces;
    ASSERT_EQ(scan_records(full.data(), full.size(), dialect).rows, 3) << spaces;
  }
}

// Where the ways part: words of 64 bytes, vectors of 16, 32 and 64, sixteen places at a time.
constexpr std::string_view kBytesThatCount("a,\n\"\0\r \t;'\x8C\x8A\xA2\xAC", 14);

Found found_in(std::string_view text, std::uint32_t begin, std::uint32_t end,
               const Dialect& dialect) {
  constexpr std::uint32_t kUntouched = 0xDEADBEEF;
  const std::size_t room = (end - begin + 63) / 64 * 64 + 1;
  Found found{std::vector<std::uint32_t>(room + 16, kUntouched), {}};
  found.breaks = found.places;
  std::uint64_t inside = 0;
  const StructuralCount count = find_structurals(text.data(), begin, end, dialect, inside,
                                                 found.places.data(), found.breaks.data());
  for (std::size_t i = room; i < room + 16; ++i) {
    EXPECT_EQ(found.places[i], kUntouched) << "written behind the room for places";
    EXPECT_EQ(found.breaks[i], kUntouched) << "written behind the room for breaks";
  }
  found.places.resize(count.places);
  found.breaks.resize(count.breaks);
  return found;
}

TEST(StructuralIndex, EveryByteAtEveryPlaceOfAWord) {
  for (const Dialect& dialect : kDialects) {
    for (const std::uint32_t size : {1U, 15U, 31U, 63U, 64U, 65U, 127U, 128U, 129U}) {
      for (std::size_t at = 0; at < size; ++at) {
        for (const char byte : kBytesThatCount) {
          std::string text(size, 'x');
          text[at] = byte;
          ASSERT_TRUE(found_in(text, 0, size, dialect) == plain_structurals(text, dialect))
              << size << " " << at << " " << int{byte};
          const RecordScan scan = scan_records(text.data(), size, dialect);
          const RecordScan plain = plain_scan(text, dialect);
          ASSERT_TRUE(scan.end == plain.end && scan.rows == plain.rows && scan.lines == plain.lines)
              << size << " " << at << " " << int{byte};
        }
      }
    }
  }
}

TEST(StructuralIndex, AnyNumberOfPlacesInAWord) {
  const Dialect dialect;
  for (const char byte : {',', '\n', '\0'}) {
    for (std::size_t count = 0; count <= 64; ++count) {
      for (const bool at_end : {false, true}) {
        std::string text(200, 'x');
        text.replace(64 + (at_end ? 64 - count : 0), count, std::string(count, byte));
        text[130] = '\n';
        ASSERT_TRUE(found_in(text, 0, 200, dialect) == plain_structurals(text, dialect)) << count;
      }
    }
  }
}

// What lies before and behind is made of nothing but structure, and must not be seen.
TEST(StructuralIndex, NothingBeforeOrBehindIsSeen) {
  for (const Dialect& dialect : kDialects) {
    for (std::uint32_t begin = 0; begin < 70; begin += 3) {
      for (std::uint32_t size = 0; size <= 130; ++size) {
        std::string text(begin + size + 70, '\n');
        for (std::size_t i = 0; i < text.size(); i += 2) text[i] = dialect.delimiter;
        for (std::size_t i = 1; i < text.size(); i += 4) text[i] = '"';
        std::fill_n(text.begin() + begin, size, 'x');
        ASSERT_TRUE(found_in(text, begin, begin + size, dialect) == Found{}) << size;
        const RecordScan scan = scan_records(text.data() + begin, size, dialect);
        ASSERT_TRUE(scan.end == 0 && scan.rows == 0 && scan.lines == 0) << size;
      }
    }
  }
}

TEST(StructuralIndex, QuotesAtAnyTwoPlaces) {
  const Dialect dialect;
  for (const std::string& filling : {std::string(130, '\n'), std::string(130, ',')}) {
    for (std::size_t first = 0; first < filling.size(); ++first) {
      for (std::size_t second = first; second < filling.size(); ++second) {
        std::string text = filling;
        text[first] = text[second] = '"';
        ASSERT_TRUE(found_in(text, 0, 130, dialect) == plain_structurals(text, dialect))
            << first << " " << second;
        const RecordScan scan = scan_records(text.data(), text.size(), dialect);
        const RecordScan plain = plain_scan(text, dialect);
        ASSERT_TRUE(scan.end == plain.end && scan.rows == plain.rows && scan.lines == plain.lines)
            << first << " " << second;
      }
    }
  }
}

TEST(StructuralIndex, PaddingThatBeginsAndEndsAnywhere) {
  for (const Dialect& dialect : kDialects) {
    for (std::size_t before = 0; before < 70; ++before) {
      for (std::size_t padding = 0; padding < 140; padding += padding < 3 || padding > 60 ? 1 : 7) {
        for (const char* behind : {"\n", "\r\n", "x\n", "\"\"\n", "", "\t\n", "\n\n"}) {
          const std::string text = std::string(before, 'x') + "\n" + std::string(padding, ' ') +
                                   behind + std::string(padding, '\r') + "\n";
          const RecordScan scan = scan_records(text.data(), text.size(), dialect);
          const RecordScan plain = plain_scan(text, dialect);
          ASSERT_TRUE(scan.end == plain.end && scan.rows == plain.rows && scan.lines == plain.lines)
              << before << " " << padding << " " << behind;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally::csv
