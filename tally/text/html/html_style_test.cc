// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_style.h"

#include <gtest/gtest.h>

namespace tally::text {
namespace {

TEST(HtmlStyle, Colours) {
  EXPECT_EQ(parse_color("#ff8000"), 0xff8000U);
  EXPECT_EQ(parse_color("#f80"), 0xff8800U);
  EXPECT_EQ(parse_color(" FF8000 "), 0xff8000U);
  EXPECT_EQ(parse_color("White"), 0xffffffU);
  EXPECT_EQ(parse_color("rgb(255, 128,0)"), 0xff8000U);
  EXPECT_EQ(parse_color("rgb(300,0,0)"), 0xff0000U);
  for (const char* const other : {"", "#", "#12345", "nothing", "rgb(1,2)", "#gggggg"}) {
    EXPECT_EQ(parse_color(other), std::nullopt) << other;
  }
  EXPECT_EQ(color_text(0x00ff08), "00ff08");
}

bool hides(std::string_view declarations) {
  HtmlStyle style;
  apply_style(declarations, style);
  return style.is_hidden();
}

TEST(HtmlStyle, WhatHides) {
  for (const char* const style :
       {"display:none", "DISPLAY : None", "visibility:hidden;", "font-size:0", "font-size: 1px",
        "font-size:0.5pt", "color:#fff", "color:#fefefe", "background:black", "opacity:0",
        "margin:0; color: white; padding:0", "color:red;background-color:red"}) {
    EXPECT_TRUE(hides(style)) << style;
  }
  for (const char* const style : {"", ";", ":", "display:block", "font-size:10px", "font-size:1em",
                                  "color:gray", "opacity:0.5", "color:white;background:black"}) {
    EXPECT_FALSE(hides(style)) << style;
  }
}

}  // namespace
}  // namespace tally::text
