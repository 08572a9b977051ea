// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_text.h"

#include <gtest/gtest.h>

#include "tally/base/utf8.h"
#include "tally/text/html/html_testing.h"

namespace tally::text {
namespace {

using Set = std::set<std::string>;

HtmlText text_of(std::string_view html) {
  HtmlText text;
  read_html(html, text);
  return text;
}

Set structure_of(std::string_view html) {
  SeenStructure seen;
  HtmlText text;
  read_html(html, text, &seen);
  return seen.terms;
}

TEST(HtmlText, SplitWordsAreWholeAgain) {
  EXPECT_EQ(text_of("Vi<b></b>agra").visible, "Viagra\n");
  EXPECT_EQ(text_of("Vi<!-- x -->a<span>g</span>r<nonsense>a</nonsense>").visible, "Viagra\n");
  EXPECT_EQ(text_of("Vi&#97;gr&#x61; &amp; caf&eacute;").visible, "Viagra & caf\xc3\xa9\n");
}

TEST(HtmlText, BlocksSeparate) {
  EXPECT_EQ(text_of("<p>one</p><p>two").visible, "one\ntwo\n");
  EXPECT_EQ(text_of("one<br>two<div>three</div>four").visible, "one\ntwo\nthree\nfour\n");
  EXPECT_EQ(text_of("<table><tr><td>a</td><td>b</td></tr></table>").visible, "a\nb\n");
}

TEST(HtmlText, ScriptsStylesAndCommentsSayNothing) {
  EXPECT_EQ(text_of("<script>x</script><style>y</style><!-- z -->w").visible, "w\n");
}

TEST(HtmlText, HiddenTextIsKeptApart) {
  for (const char* const html :
       {"<p>seen<font color=white>secret</font>", "<p>seen<span style='display:none'>secret</span>",
        "<p>seen<div style='font-size:1px'>secret</div>",
        "<p>seen<div style='display:none'><b>secret</b></div>",
        "<body bgcolor=red><p>seen<font color='#ff0000'>secret</font>"}) {
    SCOPED_TRACE(html);
    const HtmlText text = text_of(html);
    EXPECT_EQ(text.visible.find("secret"), std::string::npos);
    EXPECT_NE(text.visible.find("seen"), std::string::npos);
    EXPECT_NE(text.hidden.find("secret"), std::string::npos);
    EXPECT_EQ(text.hidden.find("seen"), std::string::npos);
  }
  EXPECT_EQ(text_of("<table bgcolor=black><td><font color=white>seen</font>").hidden, "");
  EXPECT_TRUE(structure_of("<font color=white>x</font>").count("hidden:color"));
  EXPECT_TRUE(structure_of("<p style='font-size:0'>x</p>").count("hidden:tiny"));
  EXPECT_TRUE(structure_of("<p style='display:none'>x</p>").count("hidden:gone"));
}

TEST(HtmlText, HiddenWordsEndWhereSomethingIsSeen) {
  const std::string alpha = "<span style='display:none'>alpha</span>";
  const std::string beta = "<span style='display:none'>beta</span>";
  EXPECT_EQ(text_of(alpha + " visible " + beta).hidden, "alpha\nbeta\n");
  EXPECT_EQ(text_of(alpha + " " + beta).hidden, "alpha\nbeta\n");
  EXPECT_EQ(text_of("vi" + alpha + "ag" + beta + "ra").visible, "viagra\n");
  EXPECT_EQ(text_of("<p style='display:none'><b>alpha</b> <b>beta</b></p>").hidden, "alpha beta\n");
  EXPECT_EQ(text_of("<p style='display:none'><b>al</b>pha</p>").hidden, "alpha\n");
}

TEST(HtmlText, EntitiesBeyondAllReason) {
  EXPECT_TRUE(is_utf8(text_of("Buy Vig&#1149999999999;a now!!!").visible));
  // A character of the kind that stands for plain text while it is parsed stays what it is.
  EXPECT_EQ(text_of("plain words here &#xF0000;").visible, "plain words here \U000F0000\n");
  EXPECT_EQ(text_of("plain words here &#983040;").visible, "plain words here \U000F0000\n");
}

TEST(HtmlText, LinksAndStructure) {
  EXPECT_EQ(text_of("<a href='http://a.example'><img src=b.gif></a>").links,
            (std::vector<std::string>{"http://a.example", "b.gif"}));
  EXPECT_EQ(structure_of("<a href=x><img src=cid:1 width=1 height=1><font color=Red>y</font></a>"),
            (Set{"<a", "<img", "<img:cid:", "<img:pixel", "<font", "color=ff0000"}));
  EXPECT_EQ(structure_of("only text"), Set{});
}

TEST(HtmlText, TellsWhatAParserCouldNotTake) {
  SeenStructure plain, deep;
  HtmlText text;
  read_html("<b>x</b>", text, &plain);
  EXPECT_FALSE(plain.is_limited);
  std::string html;
  for (int i = 0; i < 1000; ++i) html += "<div>";
  read_html(html + "x", text, &deep);
  EXPECT_TRUE(deep.is_limited);
  EXPECT_NE(text.visible.find('x'), std::string::npos);
}

TEST(HtmlText, IsForgottenBetweenDocuments) {
  HtmlText text;
  read_html("<a href=x>one</a>", text);
  read_html("two", text);
  EXPECT_EQ(text.visible, "two\n");
  EXPECT_TRUE(text.links.empty());
}

}  // namespace
}  // namespace tally::text
