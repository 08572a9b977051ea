// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/dialect.h"

#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

TEST(Dialect, TheCommonestDelimiterOfTheFirstLine) {
  EXPECT_EQ(sniff_delimiter("x.csv", "a,b,c\n1;2;3;4;5\n", '"'), ',');
  EXPECT_EQ(sniff_delimiter("x.csv", "a;b,c;d\n", '"'), ';');
  EXPECT_EQ(sniff_delimiter("x.csv", "a|b\n", '"'), '|');
  EXPECT_EQ(sniff_delimiter("-", "a\tb", '"'), '\t');
  EXPECT_EQ(sniff_delimiter("x.csv", "alone\n1,2\n", '"'), ',');
  EXPECT_EQ(sniff_delimiter("x.csv", "", '"'), ',');
}

TEST(Dialect, ATabWinsOverAsManyCommas) {
  EXPECT_EQ(sniff_delimiter("SMS", "ham\tGo until jurong point, crazy..\n", '"'), '\t');
}

TEST(Dialect, WhatStandsInQuotesDoesNotCount) {
  EXPECT_EQ(sniff_delimiter("x", "\"a,b,c\nd,e\";f\n", '"'), ';');
  EXPECT_EQ(sniff_delimiter("x", "\"a,b,c;d\n", 0), ',');
}

TEST(Dialect, BlankLinesBeforeTheFirst) {
  EXPECT_EQ(sniff_delimiter("x", "\r\n  \na;b\nc,d,e\n", '"'), ';');
}

TEST(Dialect, TheNameDecidesForTabs) {
  for (const char* name : {"x.tsv", "x.tab", "x.tsv.gz", "x.tab.zst"}) {
    EXPECT_EQ(sniff_delimiter(name, "a,b,c\td\n", '"'), '\t') << name;
  }
}

TEST(Dialect, WhatCannotBeToldApartIsRefused) {
  EXPECT_EQ(error_of([] { check({'"', '"', true, {}}); })->kind(), ErrorKind::kUsage);
  EXPECT_EQ(error_of([] { check({'\n', '"', true, {}}); })->kind(), ErrorKind::kUsage);
  EXPECT_EQ(error_of([] { check({',', '\r', true, {}}); })->kind(), ErrorKind::kUsage);
  EXPECT_FALSE(error_of([] { check({',', 0, true, {}}); }));
}

TEST(Dialect, WhetherMoreBytesCouldTellOtherwise) {
  const auto sure = [](std::string_view start) { return is_delimiter_sure("-", start, '"'); };
  EXPECT_FALSE(sure("a,b"));
  EXPECT_TRUE(sure("a,b\n"));
  EXPECT_FALSE(sure("\"a\n"));
  EXPECT_TRUE(sure("text\n"));
  EXPECT_TRUE(sure("a\tb\n"));
  EXPECT_FALSE(sure("a  b\tc\n1 2 3\n"));
  EXPECT_FALSE(sure("a b\n1 2\n"));
  EXPECT_TRUE(sure("a b\n1 2\n3\n"));
  std::string lines = "a b\n";
  for (int i = 0; i < 19; ++i) lines += "1 2\n";
  EXPECT_TRUE(sure(lines));
}

}  // namespace
}  // namespace tally::csv
