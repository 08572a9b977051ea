// SPDX-License-Identifier: Apache-2.0
#include "tally/read/file_format.h"

#include <gtest/gtest.h>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

using namespace std::string_view_literals;

TEST(FileFormat, MagicBytesDecideBeforeTheName) {
  EXPECT_EQ(detect_format("x.csv", "PAR1\x15\x04"sv), FileFormat::kParquet);
  EXPECT_EQ(detect_format("x", "ARROW1\0\0\xFF"sv), FileFormat::kArrowFile);
  EXPECT_EQ(detect_format("-", "\xFF\xFF\xFF\xFF\x10"sv), FileFormat::kArrowStream);
  EXPECT_EQ(detect_format("x.csv", "PAR1,b\n1,2\n"), FileFormat::kDelimited);
  EXPECT_EQ(detect_format("x", "ARROW1,b\n1,2\n"), FileFormat::kDelimited);
}

TEST(FileFormat, TheNameDecidesBeforeTheText) {
  EXPECT_EQ(detect_format("x.svm.gz", "anything"), FileFormat::kSvmlight);
  EXPECT_EQ(detect_format("x.libsvm", ""), FileFormat::kSvmlight);
  EXPECT_EQ(detect_format("x.ndjson.zst", ""), FileFormat::kJsonLines);
  EXPECT_EQ(detect_format("x.csv", "1 1:2 3:4\n"), FileFormat::kDelimited);
  EXPECT_EQ(detect_format("x.csv", "__label__a,b\n"), FileFormat::kDelimited);
  EXPECT_EQ(detect_format("x.ft.txt.gz", "no label\n"), FileFormat::kLabelled);
  EXPECT_EQ(detect_format("x.fasttext", "no label\n"), FileFormat::kLabelled);
  EXPECT_EQ(detect_format("x.parquet", "garbage"), FileFormat::kParquet);
}

TEST(FileFormat, AFirstLineThatCanOnlyBeOne) {
  EXPECT_EQ(detect_format("-", "# made by hand\n\n+1 1:0.5 3:4\n"), FileFormat::kSvmlight);
  EXPECT_EQ(detect_format("-", "{\"a\": 1}\n"), FileFormat::kJsonLines);
  EXPECT_EQ(detect_format("x.txt", "\n__label__spam buy now\n"), FileFormat::kLabelled);
  EXPECT_EQ(detect_format("-", "\xEF\xBB\xBF__label__spam buy, now\n"), FileFormat::kLabelled);
  EXPECT_EQ(detect_format("-", "a b\n1 2\n"), FileFormat::kDelimited);
  EXPECT_EQ(detect_format("-", "time 12:30\n"), FileFormat::kDelimited);
  EXPECT_EQ(detect_format("-", ""), FileFormat::kDelimited);
}

TEST(FileFormat, AJsonArrayIsRefused) {
  EXPECT_TRUE(has(message_of([] { detect_format("x.json", " [{\"a\": 1}]"); }), "jq -c"));
}

TEST(FileFormat, NamesReadBack) {
  for (int i = 0; i < 8; ++i) {
    const auto format = static_cast<FileFormat>(i);
    EXPECT_EQ(parse_file_format(to_string(format)), format);
    EXPECT_FALSE(describe(format).empty());
  }
  EXPECT_EQ(parse_file_format("xml"), std::nullopt);
}

TEST(FileFormat, WhetherMoreBytesCouldTellOtherwise) {
  EXPECT_TRUE(is_format_sure("a,b\n"));
  EXPECT_TRUE(is_format_sure("\n# c\n% d\n1 1:2\n"));
  EXPECT_FALSE(is_format_sure("1 1:2"));
  EXPECT_FALSE(is_format_sure("# c\n%\n\n"));
  EXPECT_FALSE(is_format_sure(""));
}

}  // namespace
}  // namespace tally
