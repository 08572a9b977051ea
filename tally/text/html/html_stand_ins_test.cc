// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_stand_ins.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/text/html/html_testing.h"

namespace tally::text {
namespace {

TEST(HtmlStandIns, ExpandGivesBackWhatWasShortened) {
  for (const char* const text :
       {"", "short", "  a text of some length \n", "one &amp; two and three&nbsp;and four more",
        "&copy2002 by somebody or other", "caf\xc3\xa9 and a good deal of text behind it", "&",
        "text that ends with &", "a tab\tand a line\nwithin a text", "1 > 0 in every case"}) {
    HtmlStandIns stand_ins(text);
    std::string shorter, back;
    const std::size_t saved = stand_ins.shorten(text, shorter);
    EXPECT_EQ(shorter.size() + saved, std::string_view(text).size()) << text;
    stand_ins.expand(shorter, back);
    EXPECT_EQ(back, text);
  }
}

TEST(HtmlStandIns, ShortensPlainTextAndLeavesWhiteSpaceAndEntities) {
  const std::string_view text = "  a text of some length &amp; more of it\n";
  HtmlStandIns stand_ins(text);
  std::string shorter;
  stand_ins.shorten(text, shorter);
  EXPECT_EQ(shorter, "  \xF3\xB0\x80\x80 &amp; \xF3\xB0\x80\x81\n");
}

TEST(HtmlStandIns, ADocumentThatHasSuchCharactersIsLeftAlone) {
  const std::string_view text = "a text of some length \xF3\xB0\x80\x80";
  HtmlStandIns stand_ins(text);
  std::string shorter, back;
  EXPECT_EQ(stand_ins.shorten(text, shorter), 0U);
  EXPECT_EQ(shorter, text);
  stand_ins.expand(shorter, back);
  EXPECT_EQ(back, text);
}

struct Reading {
  std::string visible, hidden;
  std::vector<std::string> links;
  std::set<std::string> structure;
  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading read(const std::string& html) {
  SeenStructure seen;
  HtmlText text;
  read_html(html, text, &seen);
  return {text.visible, text.hidden, text.links, seen.terms};
}

// A last word from plane 15 keeps everything as it is written; what is read must not differ.
TEST(HtmlStandIns, AParserSeesTheSameDocument) {
  const std::string_view fragments[] = {"<p>",
                                        "</p>",
                                        "<b>",
                                        "</b>",
                                        "<i>",
                                        "<font color=white>",
                                        "</font>",
                                        "<a href='http://x.y/z'>",
                                        "</a>",
                                        "<table>",
                                        "</table>",
                                        "<tr>",
                                        "<td>",
                                        "</td>",
                                        "<th>",
                                        "<caption>",
                                        "<colgroup>",
                                        "<col>",
                                        "<tbody>",
                                        "<select>",
                                        "<option>",
                                        "</select>",
                                        "<title>",
                                        "</title>",
                                        "<textarea>",
                                        "</textarea>",
                                        "<script>",
                                        "</script>",
                                        "<style>",
                                        "</style>",
                                        "<xmp>",
                                        "</xmp>",
                                        "<head>",
                                        "</head>",
                                        "<body bgcolor=white>",
                                        "</body>",
                                        "</html>",
                                        "<html>",
                                        "<svg>",
                                        "</svg>",
                                        "<math>",
                                        "<![CDATA[",
                                        "]]>",
                                        "<!doctype html>",
                                        "<!--",
                                        "-->",
                                        "<!-- comment -->",
                                        "<!",
                                        "<?xml",
                                        "?>",
                                        "<",
                                        ">",
                                        "</",
                                        "< ",
                                        "<div style='display:none'>",
                                        "</div>",
                                        "<ul><li>",
                                        "<br>",
                                        "<hr>",
                                        "<frameset>",
                                        "<frame>",
                                        "</frameset>",
                                        "<noframes>",
                                        "</noframes>",
                                        "<form>",
                                        "<button>",
                                        "<input type=hidden>",
                                        "<nobr>",
                                        "<plaintext>",
                                        "<iframe>",
                                        "</iframe>",
                                        "<noscript>",
                                        "<p ",
                                        "<a href=\"",
                                        "\"",
                                        "=",
                                        "'",
                                        "&amp;",
                                        "&nbsp",
                                        "&#65;",
                                        "&",
                                        "&notit;",
                                        " ",
                                        "\n",
                                        "\t",
                                        "\r\n",
                                        "\f",
                                        "x",
                                        "caf\xc3\xa9 ",
                                        "some words of text ",
                                        "  a longer run of plain text, with marks! ",
                                        "12345678",
                                        "an equals = sign and \"quotes\" in it",
                                        "a - b -- c --",
                                        "0123 > 4567 and so on"};
  std::mt19937 random(5);
  for (int i = 0; i < 20'000; ++i) {
    std::string html;
    for (unsigned n = 1 + random() % 25; n > 0; --n) {
      html += fragments[random() % std::size(fragments)];
    }
    ASSERT_EQ(read(html + " Z"), [&] {
      Reading plain = read(html + " \xF3\xB0\x80\x80");
      for (std::string* text : {&plain.visible, &plain.hidden}) {
        const std::size_t at = text->find("\xF3\xB0\x80\x80");
        if (at != std::string::npos) text->replace(at, 4, "Z");
      }
      for (std::string& link : plain.links) {
        const std::size_t at = link.find("\xF3\xB0\x80\x80");
        if (at != std::string::npos) link.replace(at, 4, "Z");
      }
      return plain;
    }()) << html;
  }
}

}  // namespace
}  // namespace tally::text
