// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/arff.h"

#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

// Gives its bytes a few at a time.
class Text final : public ByteSource {
 public:
  explicit Text(std::string text) : text_(std::move(text)) {}
  std::size_t read(char* to, std::size_t most) override {
    const std::size_t given = text_.copy(to, std::min<std::size_t>(most, 7), at_);
    at_ += given;
    return given;
  }
  bool is_reopenable() const override { return true; }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

std::string all_of(ByteSource& source) {
  std::string out;
  char piece[5];
  while (const std::size_t got = source.read(piece, sizeof piece)) out.append(piece, got);
  return out;
}

std::string translated(const std::string& text) {
  ArffSource source(std::make_unique<Text>(text), "x.arff");
  return all_of(source);
}

std::string fault(const std::string& text) {
  const auto error = error_of([&] { translated(text); });
  return error ? error->what() : "";
}

constexpr const char* kHeader =
    "% comment\n@RELATION 'a b'\n\n@Attribute outlook {sunny, 'over cast' , \"a,b\"}\n"
    "@attribute\t'wind speed' REAL\n@attribute n integer [0,10]\n@DATA\n";

TEST(Arff, EveryLineBecomesOneLine) {
  EXPECT_EQ(translated(std::string(kHeader) + "sunny,1.5,?\n% no row\n\n'over cast' , ?, 3 \r\n"),
            "\n\n\n\n\n\noutlook,wind speed,n\nsunny,1.5,\n\n\nover cast,,3\n");
}

TEST(Arff, DeclaresItsAttributes) {
  ArffSource source(std::make_unique<Text>(kHeader), "x");
  ASSERT_EQ(source.attributes().size(), 3U);
  EXPECT_TRUE(source.attributes()[0].is_nominal);
  EXPECT_EQ(source.attributes()[0].values, (std::vector<std::string>{"sunny", "over cast", "a,b"}));
  EXPECT_EQ(source.attributes()[1].name, "wind speed");
  EXPECT_TRUE(source.attributes()[1].is_numeric && source.attributes()[2].is_numeric);
  EXPECT_EQ(source.class_attribute(), -1);
}

TEST(Arff, TheClassIsCalledSoOrComesLast) {
  const auto class_of = [](const std::string& header) {
    return ArffSource(std::make_unique<Text>(header + "@data\n"), "x").class_attribute();
  };
  EXPECT_EQ(class_of("@attribute 'Class' {a}\n@attribute z {b}\n"), 0);
  EXPECT_EQ(class_of("@attribute x real\n@attribute z {b}\n"), 1);
  EXPECT_EQ(class_of("@attribute x {a}\n@attribute z real\n"), -1);
}

TEST(Arff, AQuestionMarkInQuotesIsAValue) {
  const std::string header = "@attribute a {'?',y}\n@attribute b real\n@data\n";
  EXPECT_EQ(translated(header + "'?',1\n?,2\n"), "\n\na,b\n?,1\n,2\n");
  EXPECT_TRUE(has(fault(header + "'it''s',1\n"), "expected a comma"));
}

TEST(Arff, QuotesThatTheRestNeeds) {
  EXPECT_EQ(translated("@attribute a string\n@attribute b string\n@data\n'x, \"y\"','it\\'s '\n"),
            "\n\na,b\n\"x, \"\"y\"\"\",\"it's \"\n");
}

TEST(Arff, SparseRows) {
  const std::string header =
      "@attribute a real\n@attribute b {no, yes}\n@attribute c real\n@data\n";
  EXPECT_EQ(translated(header + "{1 yes, 2 3.5}\n{ }\n{0 ?}\n"),
            "\n\n\na,b,c\n0,yes,3.5\n0,no,0\n,no,0\n");
  EXPECT_TRUE(has(fault(header + "{3 1}\n"), "no attribute '3'"));
  EXPECT_TRUE(has(fault(header + "{x 1}\n"), "no attribute 'x'"));
  EXPECT_TRUE(has(fault(header + "{1 yes\n"), "not closed"));
}

TEST(Arff, BlanksMayDivideCells) {
  EXPECT_EQ(translated("@attribute a real\n@attribute b real\n@data\n1 2\n3\t4\n"),
            "\n\na,b\n1,2\n3,4\n");
}

TEST(Arff, Faults) {
  EXPECT_TRUE(has(fault("@relation x\n"), "no line @data"));
  EXPECT_TRUE(has(fault(""), "no line @data"));
  EXPECT_TRUE(has(fault("@data\n1\n"), "no @attribute"));
  EXPECT_TRUE(has(fault("@attribute x blob\n@data\n"), "'blob'"));
  EXPECT_TRUE(has(fault("@attribute x {a, b\n@data\n"), "not closed"));
  EXPECT_TRUE(has(fault("a,b\n1,2\n"), "expected @attribute"));
  EXPECT_TRUE(has(fault("@attribute x string\n@data\n'open\n"), "not closed"));
  const auto error = error_of([] { translated("@attribute x string\n@data\na\n'open\n"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->place().line, 4);
}

}  // namespace
}  // namespace tally::csv
