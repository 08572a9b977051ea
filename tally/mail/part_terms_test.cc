// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/part_terms.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

using Set = std::set<std::string>;

class PartTermsTest : public testing::Test {
 protected:
  PartTermsTest() { parts_.start(seen_.evidence()); }
  bool has_structure(const std::string& term) {
    return seen_.terms(Zone::kStructure).count(term) > 0;
  }

  Seen seen_;
  TextTerms texts_;
  CharsetReader charsets_;
  PartTerms parts_{texts_, charsets_};
};

TEST_F(PartTermsTest, Text) {
  MimeFields fields;
  fields.is_declared = true;
  fields.charset = "ISO-8859-1";
  fields.encoding = "quoted-printable";
  parts_.see_leaf(fields, "caf=E9");
  parts_.finish();
  EXPECT_EQ(seen_.terms(Zone::kBody), Set{"caf\xc3\xa9"});
  EXPECT_EQ(seen_.terms(Zone::kStructure),
            (Set{"type:text/plain", "charset:iso-8859-1", "encoding:quoted-printable", "parts:1",
                 "plain:3", "html:0", "links:0", "capitals:0"}));
}

TEST_F(PartTermsTest, FilesByNameAndType) {
  MimeFields fields;
  fields.is_declared = true;
  fields.type = "application/pdf";
  fields.disposition = "attachment";
  fields.file_name = "Your Invoice.PDF";
  parts_.see_leaf(fields, std::string(1000, 'x'));
  EXPECT_EQ(seen_.terms(Zone::kBody), Set{});
  EXPECT_EQ(seen_.terms(Zone::kStructure),
            (Set{"type:application/pdf", "disposition:attachment", "extension:pdf", "file:your",
                 "file:invoice", "size-of-application:10"}));
}

TEST_F(PartTermsTest, HtmlUnderAnotherName) {
  parts_.see_leaf(MimeFields{}, "  <HTML><body>Vi<b></b>agra</body></HTML>");
  EXPECT_EQ(seen_.terms(Zone::kBody), Set{"viagra"});
}

TEST_F(PartTermsTest, HtmlSaysItsCharset) {
  MimeFields fields;
  fields.type = "text/html";
  parts_.see_leaf(fields, "<meta content='text/html; charset=koi8-r'>\xcf\xd0");
  EXPECT_EQ(seen_.terms(Zone::kBody), Set{"\xd0\xbe\xd0\xbf"});
}

TEST_F(PartTermsTest, HiddenWordsHaveAPrefix) {
  MimeFields fields;
  fields.type = "text/html";
  parts_.see_leaf(fields, "<p>seen</p><p style='display:none'>secret</p>");
  EXPECT_EQ(seen_.terms(Zone::kBody), (Set{"seen", "hidden:secret"}));
  EXPECT_TRUE(has_structure("hidden:gone"));
}

TEST_F(PartTermsTest, ShapeOfABoundary) {
  MimeFields fields;
  fields.type = "multipart/mixed";
  fields.boundary = "----=_NextPart_000_0001";
  parts_.see_branch(fields);
  EXPECT_TRUE(has_structure("boundary:----=_nextpa"));
}

}  // namespace
}  // namespace tally::mail
