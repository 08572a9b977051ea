// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_guard.h"

#include <gtest/gtest.h>

namespace tally::text {
namespace {

std::string all_of(std::string_view html, bool& left_out) {
  HtmlGuard guard(html);
  std::string out;
  for (std::string_view piece = guard.next(); !piece.empty(); piece = guard.next()) {
    EXPECT_LE(piece.size(), 2 * HtmlGuard::kPiece);
    out += piece;
  }
  left_out = guard.left_out();
  return out;
}

TEST(HtmlGuard, LeavesOrdinaryHtmlAlone) {
  bool left_out = true;
  for (const char* const html :
       {"", "text", "<p class=\"a>b\">x</p>", "a < b", "<", "<a href='x' title=\"y\">", "1<2 & 3>2",
        "<!doctype html><html><body>x</body></html>"}) {
    EXPECT_EQ(all_of(html, left_out), html);
    EXPECT_FALSE(left_out);
  }
  EXPECT_EQ(all_of("a<!-- <b> -->c", left_out), "a<!---->c");
  EXPECT_FALSE(left_out);
}

TEST(HtmlGuard, TextStaysWhereTagsNestTooDeep) {
  std::string html;
  for (int i = 0; i < 1000; ++i) html += "<div>" + std::to_string(i) + " ";
  bool left_out = false;
  const std::string guarded = all_of(html, left_out);
  EXPECT_TRUE(left_out);
  EXPECT_NE(guarded.find("999"), std::string::npos);
  std::size_t tags = 0;
  for (std::size_t at = guarded.find("<div>"); at != std::string::npos;
       at = guarded.find("<div>", at + 1)) {
    ++tags;
  }
  EXPECT_EQ(tags, static_cast<std::size_t>(HtmlGuard::kMostOpen));
}

TEST(HtmlGuard, ClosedTagsDoNotCount) {
  std::string html;
  for (int i = 0; i < 5000; ++i) html += "<div><b>x</b></div><p>";
  bool left_out = true;
  EXPECT_EQ(all_of(html, left_out), html);
  EXPECT_FALSE(left_out);
}

TEST(HtmlGuard, AttributesAreCutOff) {
  std::string html = "<a";
  for (int i = 0; i < 1000; ++i) html += " b" + std::to_string(i) + "='1'";
  bool left_out = false;
  const std::string guarded = all_of(html + ">text", left_out);
  EXPECT_TRUE(left_out);
  EXPECT_LT(guarded.size(), 3000U);
  EXPECT_TRUE(guarded.ends_with(">text"));
}

TEST(HtmlGuard, LongDocumentsComeInPieces) {
  bool left_out = true;
  const std::string html(5 * HtmlGuard::kPiece, 'x');
  EXPECT_EQ(all_of(html, left_out), html);
}

}  // namespace
}  // namespace tally::text
