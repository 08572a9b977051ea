// SPDX-License-Identifier: Apache-2.0
#include "tally/base/xml_text.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(XmlText, HasNoMarkup) {
  EXPECT_EQ(xml_text("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
  EXPECT_EQ(xml_text("西瓜\t1"), "西瓜\t1");
}

TEST(XmlText, HasNoControlCharacters) {
  EXPECT_EQ(xml_text(std::string_view("a\x1b\0b\x7f", 5)),
            "a\xEF\xBF\xBD\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
}

}  // namespace
}  // namespace tally
