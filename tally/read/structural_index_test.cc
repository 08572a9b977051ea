#include "tally/read/structural_index.h"

#include <random>

#include "tally/read/test_support.h"

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

const std::vector<Dialect> kDialects{
    {',', '"', true}, {',', 0, true}, {'\t', '"', true}, {' ', '\'', true}, {';', '"', false}};
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

}  // namespace
}  // namespace tally::csv
