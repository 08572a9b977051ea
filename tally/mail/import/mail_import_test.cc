// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/import/mail_import.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tally/base/error.h"
#include "tally/inside/estimate.h"

namespace tally {
namespace {

// "ham/spam" rows with the term.
std::string counts_of(const Model& model, const std::string& zone, const std::string& term) {
  const TextTally& tally = text_of(*model.counts.find(zone));
  std::string out;
  for (const Counts::Class& klass : model.counts.classes()) {
    const ExactSum& sum = tally.at(klass.code, tally.find_term(term));
    out += (out.empty() ? "" : "/") + std::to_string(static_cast<int>(sum.to_double()));
  }
  return out;
}

ImportedMail bogofilter(const std::string& text) {
  std::istringstream dump(text);
  return import_bogofilter(dump, "dump");
}

TEST(MailImport, BogofilterTokensBecomeTermsOfTheirZones) {
  const ImportedMail imported = bogofilter(
      ".ENCODING 2 0 20261115\n.MSG_COUNT 10 20 20261115\nfree 4 1 20261115\nsubj:Offer 3 0 "
      "20261115\nfrom:alice 0 7 20261115\nrcvd:192.0.2.1 1 1 20261115\nhead:x 1 1 20261115\n"
      "mime:charset 5 5 20261115\n~ 2 0 20261115\n");
  const Model& model = imported.model;
  EXPECT_EQ(model.counts.classes()[0].label.to_string(), "ham");
  EXPECT_EQ(model.counts.classes()[0].weight, ExactSum(20));
  EXPECT_EQ(model.counts.classes()[1].weight, ExactSum(10));
  EXPECT_EQ(counts_of(model, "body", "free"), "1/4");
  EXPECT_EQ(counts_of(model, "subject", "offer"), "0/3");
  EXPECT_EQ(counts_of(model, "header", "from:alice"), "7/0");
  EXPECT_EQ(counts_of(model, "header", "received:192.0.2.1"), "1/1");
  const std::map<std::string, std::int64_t> left_out{{"no word here, or several", 1}};
  EXPECT_EQ(imported.left_out, left_out);
  EXPECT_EQ(imported.taken, 6);
  model.counts.check();
}

TEST(MailImport, WhatBogofilterPoolsIsKnownOfEachPlace) {
  const Model model = bogofilter(
                          ".MSG_COUNT 10 20 0\nhead:X-Mailer 5 2 0\nhead:Outlook 4 1 0\n"
                          "head:List-Id 0 9 0\nmime:big5 3 0 0\nmime:html 2 1 0\n"
                          "from:fork-admin 1 0 0\nwww.shop.example.com 2 0 0\nhttp 7 8 0\n"
                          "Click 6 1 0\n")
                          .model;
  EXPECT_EQ(counts_of(model, "header", "x-mailer:"), "2/5");  // that there is one
  EXPECT_EQ(counts_of(model, "header", "x-mailer:outlook"), "1/4");
  EXPECT_EQ(counts_of(model, "header", "user-agent:outlook"), "1/4");
  EXPECT_EQ(counts_of(model, "header", "list:"), "9/0");
  EXPECT_EQ(counts_of(model, "structure", "charset:big5"), "0/3");
  EXPECT_EQ(counts_of(model, "structure", "type:text/html"), "1/2");
  EXPECT_EQ(counts_of(model, "header", "from:fork-admin@"), "0/1");
  EXPECT_EQ(counts_of(model, "link", "www.shop.example.com"), "0/2");
  EXPECT_EQ(counts_of(model, "link", "example.com"), "0/2");
  EXPECT_EQ(counts_of(model, "link", "scheme:http"), "8/7");
  EXPECT_EQ(counts_of(model, "link", "/click"), "1/6");
  EXPECT_EQ(counts_of(model, "body", "click"), "1/6");
  EXPECT_EQ(question_from_json(model.default_question).combine, Combine::kFisher);
}

TEST(MailImport, CapitalsAreOneTermAndNoMessageHasItTwice) {
  const Model model = bogofilter(".MSG_COUNT 10 20 0\nFree 4 1 0\nfree 3 2 0\nFREE 9 0 0\n").model;
  EXPECT_EQ(counts_of(model, "body", "free"), "3/10");
  model.counts.check();
}

TEST(MailImport, SpamAssassinTokensAreFoundByTheirHash) {
  // printf free | sha1sum: … b408698823; printf Meeting | sha1sum: … f00e3fd7e7 (last ten digits)
  std::istringstream backup(
      "v\t3\tdb_version # this must be the first line!!!\nv\t5\tnum_spam\nv\t6\tnum_nonspam\n"
      "t\t4\t1\t1046000000\tb408698823\nt\t0\t3\t1046000000\tf00e3fd7e7\n"
      "t\t1\t1\t1046000000\t0000000000\ns\ts\tid@example.org\n");
  const ImportedMail imported = import_spamassassin(backup, "backup", {"free", "meeting", "lunch"});
  EXPECT_EQ(counts_of(imported.model, "body", "free"), "1/4");
  EXPECT_EQ(counts_of(imported.model, "body", "meeting"), "3/0");
  EXPECT_EQ(imported.taken, 2);
  EXPECT_EQ(imported.left_out.at("hashes of no word that was given"), 1);
}

TEST(MailImport, WhatIsNoDumpIsRefusedWithItsLine) {
  for (const char* text : {"free 4\n", "free x y z\n", ".MSG_COUNT 1 1 0\nfree -1 2 0\n", "",
                           "free 4 1 20261115\n", ".MSG_COUNT 0 0 0\n"}) {
    EXPECT_THROW(bogofilter(text), Error) << text;
  }
  std::istringstream other("x\ty\n");
  try {
    import_spamassassin(other, "backup", {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().line, 1);
  }
}

}  // namespace
}  // namespace tally
