// SPDX-License-Identifier: Apache-2.0
#include "tally/base/error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

namespace tally {
namespace {

Place place(const std::string& file, std::int64_t line, std::int64_t row,
            const std::string& column) {
  return {.file = file, .line = line, .row = row, .column = column};
}

TEST(Place, NamesWhatIsKnown) {
  EXPECT_EQ(Place{}.prefix(), "");
  EXPECT_EQ(place("iris.csv", -1, -1, "").prefix(), "iris.csv: ");
  EXPECT_EQ(place("iris.csv", 12, -1, "age").prefix(), "iris.csv:12: column 'age': ");
  EXPECT_EQ(place("", 12, -1, "").prefix(), "line 12: ");
  EXPECT_EQ(place("", -1, 0, "age").prefix(), "row 0: column 'age': ");
  EXPECT_EQ(place("iris.csv", -1, 7, "").prefix(), "iris.csv: row 7: ");
  EXPECT_EQ(place("", -1, -1, "age").prefix(), "column 'age': ");
}

TEST(Place, ShowsWhatAFilesNameHolds) {
  EXPECT_EQ(place("a\x1b[31m\n.csv", 12, -1, "x\x1b").prefix(),
            "a\\x1b[31m\\x0a.csv:12: column 'x\\x1b': ");
}

TEST(Place, PrefersTheLineToTheRow) {
  EXPECT_EQ(place("iris.csv", 12, 10, "").prefix(), "iris.csv:12: ");
}

TEST(Error, CarriesKindPlaceAndSentence) {
  const Error error(ErrorKind::kData, "expected a number", place("a.csv", 3, -1, "x"));
  EXPECT_EQ(error.kind(), ErrorKind::kData);
  EXPECT_EQ(error.place().file, "a.csv");
  EXPECT_EQ(error.place().line, 3);
  EXPECT_STREQ(error.what(), "a.csv:3: column 'x': expected a number");
}

TEST(Error, KeepsItsPartsApart) {
  const Error error(ErrorKind::kData, Remark{"expected a number", {Remedy::ignore("x")}},
                    place("a.csv", 3, -1, "x"));
  EXPECT_EQ(error.sentence(), "expected a number");
  EXPECT_EQ(error.remedies(), std::vector<Remedy>{Remedy::ignore("x")});
  EXPECT_EQ(error.located(), "a.csv:3: column 'x': expected a number");
  EXPECT_STREQ(error.what(), "a.csv:3: column 'x': expected a number; leave the column 'x' out");
}

TEST(Error, IsToldBehindOtherWordsAndAtAnotherPlace) {
  const Error error(ErrorKind::kData, Remark{"expected a number", {Remedy::ignore("x")}},
                    place("", -1, 7, ""));
  const Error behind = error.behind("without them ");
  EXPECT_EQ(behind.kind(), ErrorKind::kData);
  EXPECT_EQ(behind.sentence(), "without them row 7: expected a number");
  EXPECT_EQ(behind.remedies(), error.remedies());
  EXPECT_EQ(behind.place().prefix(), "");
  const Error moved = error.at(place("b.csv", -1, -1, ""));
  EXPECT_EQ(moved.located(), "b.csv: expected a number");
  EXPECT_EQ(moved.remedies(), error.remedies());
}

TEST(Error, WithoutPlaceIsTheSentence) {
  EXPECT_STREQ(Error(ErrorKind::kUsage, "no target").what(), "no target");
}

TEST(Quoted, LeavesPrintableTextAlone) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("plain text"), "'plain text'");
  EXPECT_EQ(in_quotes("青绿 é 🍉"), "'青绿 é 🍉'");
}

TEST(Quoted, ShowsControlCharacters) {
  EXPECT_EQ(in_quotes("a\nb\t\x1b[31m\x7f"), "'a\\x0ab\\x09\\x1b[31m\\x7f'");
  EXPECT_EQ(in_quotes(std::string_view("\0", 1)), "'\\x00'");
  EXPECT_EQ(in_quotes("\xc2\x9b"), "'\\xc2\\x9b'");  // U+009B moves the cursor of some terminals
  EXPECT_EQ(in_quotes("\xc2\xa0"), "'\xc2\xa0'");    // U+00A0 is a space
}

TEST(Quoted, ShowsInvalidUtf8) {
  EXPECT_EQ(in_quotes("\xff"), "'\\xff'");
  EXPECT_EQ(in_quotes("a\x80z"), "'a\\x80z'");                         // a tail without a head
  EXPECT_EQ(in_quotes("\xe9\x9d"), "'\\xe9\\x9d'");                    // cut short
  EXPECT_EQ(in_quotes("\xc0\xaf"), "'\\xc0\\xaf'");                    // '/' in two bytes
  EXPECT_EQ(in_quotes("\xe0\x80\xaf"), "'\\xe0\\x80\\xaf'");           // '/' in three
  EXPECT_EQ(in_quotes("\xf0\x80\x80\xaf"), "'\\xf0\\x80\\x80\\xaf'");  // '/' in four
  EXPECT_EQ(in_quotes("\xed\xa0\x80"), "'\\xed\\xa0\\x80'");           // a surrogate
  EXPECT_EQ(in_quotes("\xf4\x90\x80\x80"), "'\\xf4\\x90\\x80\\x80'");  // beyond U+10FFFF
}

TEST(Quoted, TakesTheEndsOfEachRange) {
  for (const char* character :
       {"\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbd",
        "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(in_quotes(character).find(character), 1U);
  }
}

TEST(Quoted, CutsLongTextBetweenCharacters) {
  const std::string sixty(60, 'a');
  EXPECT_EQ(in_quotes(sixty), "'" + sixty + "'");
  EXPECT_EQ(in_quotes(sixty + "b"), "'" + sixty + "…'");
  // 59 bytes and a character of three: the character would be cut, so it is left out.
  EXPECT_EQ(in_quotes(std::string(59, 'a') + "青"), "'" + std::string(59, 'a') + "…'");
  EXPECT_EQ(in_quotes(std::string(57, 'a') + "青"), "'" + std::string(57, 'a') + "青'");
}

ErrorKind kind_of(int error_number, const char* doing) {
  try {
    throw_system_error(error_number, doing, "some.file");
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, "some.file");
    return error.kind();
  }
}

TEST(ThrowSystemError, SaysWhoCanMendIt) {
  EXPECT_EQ(kind_of(ENOENT, "open"), ErrorKind::kNoInput);
  EXPECT_EQ(kind_of(ENOTDIR, "open"), ErrorKind::kNoInput);
  EXPECT_EQ(kind_of(ENOENT, "create"), ErrorKind::kCannotCreate);
  EXPECT_EQ(kind_of(EACCES, "open"), ErrorKind::kNoPermission);
  EXPECT_EQ(kind_of(EPERM, "write"), ErrorKind::kNoPermission);
  EXPECT_EQ(kind_of(EROFS, "create"), ErrorKind::kNoPermission);
  EXPECT_EQ(kind_of(EISDIR, "read"), ErrorKind::kData);
  EXPECT_EQ(kind_of(EISDIR, "create"), ErrorKind::kCannotCreate);
  EXPECT_EQ(kind_of(EBUSY, "open"), ErrorKind::kTryAgain);
  EXPECT_EQ(kind_of(ENOSPC, "write"), ErrorKind::kInputOutput);
  EXPECT_EQ(kind_of(EIO, "read"), ErrorKind::kInputOutput);
}

TEST(ThrowSystemError, NamesFileDeedAndReason) {
  try {
    throw_system_error(ENOENT, "open", "a.csv");
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a.csv: cannot open: No such file or directory");
  }
}

}  // namespace
}  // namespace tally
