// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/xml_text.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(InXml, EscapesWhatMeansSomething) {
  EXPECT_EQ(in_xml("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
  EXPECT_EQ(in_xml("a\nb\t"), "a&#10;b&#9;");
  EXPECT_EQ(in_xml("日本 'x'"), "日本 'x'");
}

TEST(InXml, RefusesWhatXmlHasNoPlaceFor) {
  EXPECT_TRUE(has(refusal_of([] { in_xml("a\x01"); }), "control character, in XML, cannot be"));
}

TEST(XmlText, WritesElementsInsideEachOther) {
  XmlText xml;
  xml.open("a", {{"x", "1"}});
  xml.element("b", {{"y", "\""}});
  xml.element_with("c", "<>");
  xml.close();
  EXPECT_EQ(xml.text(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a x=\"1\">\n <b y=\"&quot;\"/>\n "
            "<c>&lt;&gt;</c>\n</a>\n");
}

}  // namespace
}  // namespace tally
