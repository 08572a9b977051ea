// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/message.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"
#include "tally/mail/mime/header_lines.h"
#include "tally/read/byte_source.h"

namespace tally::mail {
namespace {

using Set = std::set<std::string>;

std::string file(const std::string& name) {
  return read_all(std::string(TALLY_SOURCE_DIR) + "/tests/data/mail/" + name);
}

Set zone(const ZoneTerms& terms, Zone which) { return terms[static_cast<std::size_t>(which)]; }

TEST(Message, Plain) {
  const ZoneTerms terms = terms_of(file("plain.eml"));
  EXPECT_EQ(zone(terms, Zone::kSubject), (Set{"the", "tulips", "are", "here"}));
  EXPECT_TRUE(has(terms, Zone::kBody, "$45"));
  EXPECT_TRUE(has(terms, Zone::kBody, "arrived"));
  EXPECT_EQ(zone(terms, Zone::kLink),
            (Set{"scheme:http", "www.garden.example.org", "garden.example.org", "example.org",
                 ".org", "/tulips", "/order", "?number", "orders@garden.example.org", "orders@"}));
  EXPECT_TRUE(has(terms, Zone::kHeader, "received:192.0.2.7"));
  for (const std::string& term : zone(terms, Zone::kHeader)) {
    EXPECT_FALSE(term.starts_with("x-spam") || term.starts_with("status")) << term;
  }
}

TEST(Message, Alternative) {
  const ZoneTerms terms = terms_of(file("alternative.eml"));
  EXPECT_TRUE(has(terms, Zone::kBody, "catalogue"));
  EXPECT_TRUE(has(terms, Zone::kBody, "inside"));
  EXPECT_FALSE(has(terms, Zone::kBody, "several"));
  EXPECT_TRUE(has(terms, Zone::kLink, "/autumn"));
  EXPECT_TRUE(has(terms, Zone::kStructure, "type:multipart/alternative"));
  EXPECT_TRUE(has(terms, Zone::kStructure, "type:text/html"));
}

TEST(Message, ChineseInTwoCharsets) {
  const ZoneTerms one = terms_of(file("chinese_gb2312.eml"));
  const ZoneTerms other = terms_of(file("chinese_utf8.eml"));
  EXPECT_EQ(zone(one, Zone::kBody), zone(other, Zone::kBody));
  EXPECT_EQ(zone(one, Zone::kSubject), zone(other, Zone::kSubject));
  EXPECT_TRUE(has(one, Zone::kSubject, "\xe5\x8f\x91\xe7\xa5\xa8"));  // 发票
}

TEST(Message, Latin1) {
  const ZoneTerms terms = terms_of(file("latin1.eml"));
  EXPECT_EQ(zone(terms, Zone::kSubject), (Set{"caf\xc3\xa9", "et", "cr\xc3\xa8me"}));
  EXPECT_TRUE(has(terms, Zone::kBody, "tr\xc3\xa8s"));
  EXPECT_TRUE(has(terms, Zone::kHeader, "from:ren\xc3\xa9"));
}

TEST(Message, SplitAndHiddenWords) {
  const ZoneTerms terms = terms_of(file("hidden.eml"));
  for (const char* const term :
       {"viagra", "!!!", "hidden:meadow", "hidden:harvest", "hidden:orchard", "order"}) {
    EXPECT_TRUE(has(terms, Zone::kBody, term)) << term;
  }
  for (const char* const term : {"tulips", "script", "meadow", "harvest", "orchard"}) {
    EXPECT_FALSE(has(terms, Zone::kBody, term)) << term;
  }
  for (const char* const term : {"hidden:color", "hidden:gone", "hidden:tiny", "<img:pixel"}) {
    EXPECT_TRUE(has(terms, Zone::kStructure, term)) << term;
  }
  for (const char* const term :
       {"url:address", "192.0.2.99", "port:8080", "/cheap", "/pills", "track.pills.example"}) {
    EXPECT_TRUE(has(terms, Zone::kLink, term)) << term;
  }
}

TEST(Message, Attachments) {
  const ZoneTerms terms = terms_of(file("attachment.eml"));
  for (const char* const term : {"type:application/pdf", "extension:pdf", "file:rechnung",
                                 "file:f\xc3\xbcr", "file:dave", "disposition:attachment"}) {
    EXPECT_TRUE(has(terms, Zone::kStructure, term)) << term;
  }
  const ZoneTerms other = terms_of(file("uuencode.eml"));
  EXPECT_TRUE(has(other, Zone::kStructure, "extension:exe"));
  EXPECT_TRUE(has(other, Zone::kBody, "regards"));
  EXPECT_EQ(zone(other, Zone::kBody), (Set{"here", "is", "the", "file", "regards", "erin"}));
}

TEST(Message, ACopyThatCameBackIsTheSame) {
  for (const char* const name : {"plain.eml", "alternative.eml", "hidden.eml", "attachment.eml",
                                 "uuencode.eml", "chinese_gb2312.eml"}) {
    SCOPED_TRACE(name);
    const std::string original = file(name);
    std::string copy = "X-Tally: spam, p=0.9\r\nX-UID: 7\r\nX-Keywords: NonJunk\r\n";
    for (const char c : original) copy += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const ZoneTerms one = terms_of(original);
    ZoneTerms other = terms_of("From x Sat Nov 14 09:26:53 2026\n" + copy + "\r\n\r\n");
    EXPECT_EQ(one, other);
  }
}

TEST(Message, OfHeadersThatFiltersWroteNothingIsLeft) {
  for (const char* const message : {"just words\nNote: b\n", "\nwords", "From a\n\nwords", ""}) {
    EXPECT_EQ(terms_of(message), terms_of("X-Tally: ham\n\n" +
                                          std::string(message).substr(from_lines_length(message))))
        << message;
  }
}

TEST(Message, TheHeaderBlockGoesUpToTheEmptyLine) {
  const ZoneTerms whole = terms_of("Subject: hi\nContent-Type: text/html\n\n<b>hello</b>\n");
  for (const char* const message :
       {"From a@b\n>From c@d\nSubject: hi\nContent-Type: text/html\n\n<b>hello</b>\n",
        "Subject : hi\nContent-Type : text/html\n\n<b>hello</b>\n"}) {
    EXPECT_EQ(terms_of(message), whole);
  }
  const ZoneTerms broken =
      terms_of(" x\nSubject: hi\nwhat is this\nContent-Type: text/html\n\n<b>hello</b>\n");
  EXPECT_EQ(zone(broken, Zone::kBody), Set{"hello"});
  EXPECT_TRUE(has(broken, Zone::kStructure, "type:text/html"));
  EXPECT_TRUE(has(broken, Zone::kStructure, "broken:headers"));
}

TEST(Message, CuttersAreUsedAgain) {
  MessageCutter cutter(MailLimits{});
  for (const char* const name : {"hidden.eml", "latin1.eml", "hidden.eml", "plain.eml"}) {
    Seen seen;
    cutter.cut(file(name), seen.zones());
    EXPECT_EQ(seen.terms(Zone::kBody), zone(terms_of(file(name)), Zone::kBody));
  }
}

}  // namespace
}  // namespace tally::mail
