// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/blanks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tally::csv {
namespace {

class Text final : public ByteSource {
 public:
  Text(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}
  std::size_t read(char* to, std::size_t most) override {
    const std::size_t given = text_.copy(to, std::min(most, piece_), at_);
    at_ += given;
    return given;
  }
  bool is_reopenable() const override { return true; }

 private:
  std::string text_;
  std::size_t piece_, at_ = 0;
};

std::string single(const std::string& text) {
  std::string out;
  for (const std::size_t piece : {1, 3, 1000}) {
    const auto source = single_blanks(std::make_unique<Text>(text, piece), '"');
    std::string all;
    char bytes[4];
    while (const std::size_t got = source->read(bytes, sizeof bytes)) all.append(bytes, got);
    EXPECT_TRUE(out.empty() || out == all);
    out = all;
  }
  return out;
}

TEST(Blanks, OneForEachRunAndNoneAtTheEnds) {
  EXPECT_EQ(single("  a \t b  \n1   2\n"), "a b\n1 2\n");
  EXPECT_EQ(single("a  \"x  y\" \r\n"), "a \"x  y\"\r\n");
  EXPECT_EQ(single("\n   \n a"), "\n\na");
  EXPECT_EQ(single("\"two\n  lines\"  z\n"), "\"two\n  lines\" z\n");
}

TEST(Blanks, LinesWithTheSameNumberOfCellsAndANumber) {
  EXPECT_TRUE(is_divided_by_blanks("x y\n1 2\n3  4\n", '"'));
  EXPECT_TRUE(is_divided_by_blanks("  18.0  8 \"a b\"\n 15.0\t8 \"c d\"\n", '"'));
  EXPECT_FALSE(is_divided_by_blanks("x y\n1 2 3\n", '"'));
  EXPECT_FALSE(is_divided_by_blanks("one\n1\n", '"'));
  EXPECT_FALSE(is_divided_by_blanks("first name\nAnna Maria\n", '"'));
  EXPECT_FALSE(is_divided_by_blanks("x 1\n", '"'));
  EXPECT_FALSE(is_divided_by_blanks("", '"'));
  EXPECT_TRUE(is_divided_by_blanks("x y\n1 2\n3", '"'));  // the last line may go on
}

}  // namespace
}  // namespace tally::csv
