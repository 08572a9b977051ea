// SPDX-License-Identifier: Apache-2.0
#include "tally/text.h"

#include <gtest/gtest.h>
#include <unicode/uvernum.h>

#include "tally/base/error.h"

namespace tally {
namespace {

using Terms = std::vector<std::string_view>;

// The texts of the tests are all short of what the views outlive.
std::vector<std::string> cut(const TextOptions& options, std::string_view text) {
  Tokenizer tokenizer(options);
  const Terms& terms = tokenizer.cut(text);
  return {terms.begin(), terms.end()};
}

using Texts = std::vector<std::string>;

TextOptions tokens(TokenKind kind, int shortest = 1, int longest = 1) {
  TextOptions options;
  options.tokens = kind;
  options.shortest_gram = shortest;
  options.longest_gram = longest;
  return options;
}

TEST(Tokenizer, WordsAreFolded) {
  EXPECT_EQ(cut({}, "Free money, FREE!"), (Texts{"free", "money", "free"}));
  EXPECT_EQ(cut({}, "Ｆｒｅｅ vi\u00ADagra"), (Texts{"free", "viagra"}));
  TextOptions as_written;
  as_written.fold = false;
  EXPECT_EQ(cut(as_written, "Free money, FREE!"), (Texts{"Free", "money", "FREE"}));
  EXPECT_EQ(cut({}, ""), Texts{});
}

TEST(Tokenizer, NGramsOfWordsHaveASpaceBetweenThem) {
  EXPECT_EQ(cut(tokens(TokenKind::kWord, 1, 2), "Free   money,\nnow"),
            (Texts{"free", "free money", "money", "money now", "now"}));
  EXPECT_EQ(cut(tokens(TokenKind::kWord, 2, 2), "北京清华大学"), Texts{"北京 清华大学"});
}

TEST(Tokenizer, NGramsOfCharactersStandTogether) {
  EXPECT_EQ(cut(tokens(TokenKind::kChar), "Aé \n中"), (Texts{"a", "é", " ", "中"}));
  EXPECT_EQ(cut(tokens(TokenKind::kChar, 2, 3), "ab  C"), (Texts{"ab", "ab ", "b ", "b c", " c"}));
}

TEST(Tokenizer, WhiteSpaceAndRegularExpressions) {
  EXPECT_EQ(cut(tokens(TokenKind::kWhitespace), "Win $$$ now!!!"), (Texts{"win", "$$$", "now!!!"}));
  TextOptions regex = tokens(TokenKind::kRegex);
  regex.regex = "[a-z]{3,}";
  EXPECT_EQ(cut(regex, "It is FREE now"), (Texts{"free", "now"}));
  regex.regex = "(";
  EXPECT_THROW(Tokenizer{regex}, Error);
}

TEST(Tokenizer, PairsOfTheTextThatWasCutLast) {
  TextOptions options;
  options.pairs = true;
  Tokenizer tokenizer(options);
  const std::string text = "Free money NOW";
  EXPECT_EQ(tokenizer.cut(text), (Terms{"free", "money", "now"}));
  EXPECT_EQ(tokenizer.pairs(), (Terms{"free money", "money now"}));
  EXPECT_EQ(tokenizer.cut("one"), (Terms{"one"}));
  EXPECT_EQ(tokenizer.pairs(), Terms{});
}

TEST(Tokenizer, DigitsAlikeLeaveOnlyTheirNumber) {
  TextOptions options;
  options.digits_alike = true;
  EXPECT_EQ(cut(options, "call 08712-460 4U \uFF14\uFF12"),
            (Texts{"call", "00000", "000", "0u", "00"}));
  options.fold = false;
  EXPECT_EQ(cut(options, "4U"), (Texts{"0U"}));
}

TEST(Tokenizer, OfHtmlWhatItShows) {
  TextOptions options;
  options.html = true;
  const std::string page =
      "<html><head><title>Offer</title><style>p { color: red }</style><script>var tag</script>"
      "<body><!-- comment --><p>Fr<b>e</b>e&nbsp;caf&eacute;<br>now<p style='display:none'>secret"
      "</p>1 &lt; 2";
  EXPECT_EQ(cut(options, page), (Texts{"offer", "free", "café", "now", "1", "2"}));
  EXPECT_EQ(cut(TextOptions{}, "<b>x</b>"), (Texts{"b", "x", "b"}));
  EXPECT_EQ(cut(options, "&Eacute;tude &#x6211;"), (Texts{"étude", "我"}));
  options.tokens = TokenKind::kChar;
  EXPECT_EQ(cut(options, "<i>a</i>"), Texts{"a"});
  EXPECT_EQ(cut(options, "a"), Texts{"a"});
  options.tokens = TokenKind::kWhitespace;
  options.fold = false;
  EXPECT_EQ(cut(options, "plain text"), (Texts{"plain", "text"}));
  EXPECT_EQ(cut(options, "R&amp;D <p>"), Texts{"R&D"});
  EXPECT_EQ(cut(options, "1 < 2 > 0"), (Texts{"1", "<", "2", ">", "0"}));
  EXPECT_EQ(cut(options, "<p></p>"), Texts{});
}

TEST(Tokenizer, HtmlOfBytesThatAreNotUtf8IsRepairedFirst) {
  TextOptions options;
  options.html = true;
  Tokenizer tokenizer(options);
  const auto& terms = tokenizer.cut("<b>caf\xe9</b> ok");
  EXPECT_EQ(Texts(terms.begin(), terms.end()), (Texts{"caf", "ok"}));
  EXPECT_EQ(tokenizer.repaired(), 1);
}

TEST(Tokenizer, PairsInsteadOfWordsOfTheDictionary) {
  TextOptions pairs;
  pairs.pairs_of_han = true;
  EXPECT_EQ(cut(pairs, "酒店很好 Good"), (Texts{"酒店", "店很", "很好", "good"}));
}

TEST(Tokenizer, ALongTokenIsSummarisedAndNotDropped) {
  TextOptions options;
  options.longest_token = 10;
  EXPECT_EQ(cut(options, "short abcdefghijk end"), (Texts{"short", "…:abcdefgh:8", "end"}));
  options.longest_gram = 2;
  EXPECT_EQ(cut(options, "x abcdefghijk"), (Texts{"x", "x …:abcdefgh:8", "…:abcdefgh:8"}));
  options.tokens = TokenKind::kWhitespace;
  options.fold = false;
  options.longest_gram = 1;
  EXPECT_EQ(cut(options, "…:abcdefgh:8"), Texts{"…:…:abcdef:8"});
  options.longest_token = 100;  // one that is short could be taken for a summary as well
  EXPECT_EQ(cut(options, "a …:abcdefgh:8"), (Texts{"a", "…:…:abcdef:8"}));
}

TEST(Tokenizer, MalformedBytesAreRepairedAndCounted) {
  Tokenizer tokenizer{tokens(TokenKind::kWhitespace)};
  EXPECT_EQ(tokenizer.cut("caf\xE9 \xFF\xFE ok"), (Terms{"caf\uFFFD", "\uFFFD\uFFFD", "ok"}));
  EXPECT_EQ(tokenizer.repaired(), 3);
  tokenizer.cut("fine");
  EXPECT_EQ(tokenizer.repaired(), 3);
}

TEST(Tokenizer, NulBytesAreCharactersLikeOthers) {
  EXPECT_EQ(cut({}, std::string_view("a\0b", 3)), (Texts{"a", "b"}));
  EXPECT_EQ(cut({}, std::string_view("é\0b", 4)), (Texts{"é", "b"}));
}

TEST(Tokenizer, VeryLongTextsAreCutInPieces) {
  std::string text;
  while (text.size() < (std::size_t{65} << 20)) text += "été ";
  Tokenizer tokenizer{TextOptions{}};
  const Terms& terms = tokenizer.cut(text);
  ASSERT_EQ(terms.size(), text.size() / 6);
  for (const std::string_view term : terms) ASSERT_EQ(term, "été");
}

TEST(Tokenizer, NamesItsUnicode) { EXPECT_EQ(unicode_version(), "ICU " U_ICU_VERSION); }

// A text of ASCII takes the short ways; the same text with one word more that is not takes the long
// ones: its own terms must be the same, at the limit of long tokens as well.
TEST(Tokenizer, AsciiIsCutAsInATextThatIsNot) {
  for (const TokenKind kind : {TokenKind::kWord, TokenKind::kWhitespace}) {
    for (const bool fold : {true, false}) {
      for (const bool alike : {true, false}) {
        TextOptions options = tokens(kind);
        options.fold = fold;
        options.digits_alike = alike;
        options.longest_token = 20;
        for (std::size_t size = 0; size <= 70; ++size) {
          const std::string text = "Ab 12 " + std::string(size, 'X') + " can't, 3.14";
          Texts expected = cut(options, text);
          expected.emplace_back("é");
          ASSERT_EQ(cut(options, text + " é"), expected) << size;
          const bool is_long = size > 20;
          const std::string token = is_long ? "…:" + std::string(8, fold ? 'x' : 'X') +
                                                  (size < 32   ? ":16"
                                                   : size < 64 ? ":32"
                                                               : ":64")
                                            : std::string(size, fold ? 'x' : 'X');
          if (size > 0) {
            ASSERT_EQ(expected[2], token) << size;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally
