// SPDX-License-Identifier: Apache-2.0
#include "cli/remedy.h"

#include <gtest/gtest.h>

#include <vector>

namespace tally::cli {
namespace {

std::string said(const Remedy& remedy) { return by_options({"no", {remedy}}); }
std::string said(RemedyKind kind, const std::string& value = "") {
  return said(Remedy::of(kind, value));
}

TEST(Remedy, WordsOfAShell) {
  EXPECT_EQ(shell_word("age"), "age");
  EXPECT_EQ(shell_word("编号"), "编号");
  EXPECT_EQ(shell_word("two words"), "'two words'");
  EXPECT_EQ(shell_word("?"), "'?'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Remedy, AColumnIsDeclaredOrLeftOut) {
  EXPECT_EQ(said(Remedy::family("x", "categorical")), "no; declare it with --family x=categorical");
  EXPECT_EQ(said(Remedy::family("a b", "text:complement")),
            "no; declare it as a text with --family 'a b'=text:complement");
  EXPECT_EQ(said(Remedy::family("", "text")), "no; declare one with --family COLUMN=text");
  EXPECT_EQ(said(Remedy::family("", "")), "no; --family COLUMN=FAMILY decides otherwise");
  EXPECT_EQ(said(Remedy::ignore("a b")), "no; leave the column out with --ignore 'a b'");
  EXPECT_EQ(said(Remedy::ignore("")), "no; leave its column out with --ignore");
}

TEST(Remedy, BehindAConditionStandsTheOption) {
  EXPECT_EQ(said(Remedy::family("x", "text", "if it is")), "no; if it is: --family x=text");
  EXPECT_EQ(said(Remedy::missing("n.a.", "if they mean missing")),
            "no; if they mean missing: --missing n.a.");
  EXPECT_EQ(by_options({"a leak?", {Remedy::ignore("x", "if so, leave it out")}}),
            "a leak? If so, leave it out: --ignore x");
}

TEST(Remedy, EveryOtherKindNamesItsOption) {
  EXPECT_EQ(said(RemedyKind::kDeclareValue), "no; declare it too with --values");
  EXPECT_EQ(said(RemedyKind::kNameTarget), "no; name it with --target");
  EXPECT_EQ(said(RemedyKind::kNameTarget, "a, b"), "no; name it with --target: a, b");
  EXPECT_EQ(said(RemedyKind::kNameOtherTarget), "no; choose another column with --target");
  EXPECT_EQ(said(RemedyKind::kNameGroup), "no; name it with --family 'PATTERN=multinomial:NAME'");
  EXPECT_EQ(said(RemedyKind::kGiveThreshold), "no; give a threshold with --binarize");
  EXPECT_EQ(said(RemedyKind::kRaiseCategoryLimit), "no; raise the limit with --max-categories");
  EXPECT_EQ(said(RemedyKind::kNameDecimalMark), "no; say --decimal , or --decimal .");
  EXPECT_EQ(said(RemedyKind::kSetDelimiter), "no; --delimiter sets another");
  EXPECT_EQ(said(RemedyKind::kSetDelimiterOrQuote),
            "no; choose another with --delimiter or --quote");
  EXPECT_EQ(said(RemedyKind::kReadQuotesAsText),
            "no; if quotes are plain text here, say --quote none");
  EXPECT_EQ(said(RemedyKind::kReadWithoutHeader),
            "no; say --no-header if the first line is no header");
  EXPECT_EQ(said(RemedyKind::kKeepNoCells), "no; leave out --keep");
  EXPECT_EQ(said(RemedyKind::kNameNoFormat), "no; leave --input-format out");
  EXPECT_EQ(said(RemedyKind::kNameCutting),
            "no; --tokens word, --tokens char or --han-pairs decides otherwise");
  EXPECT_EQ(said(RemedyKind::kNameCutting, "word"), "no; --tokens word decides otherwise");
  EXPECT_EQ(said(RemedyKind::kLeaveDigestsOut),
            "no; leave them out with tally copy --without-digests");
}

TEST(Remedy, AVerbThatMendsItIsNamed) {
  EXPECT_EQ(said(RemedyKind::kAskWithMessages), "no; ask it with: tally predict");
  EXPECT_EQ(said(RemedyKind::kWorkRuleOut), "no; `tally tune` makes a new rule");
  EXPECT_EQ(said(RemedyKind::kMakeCanonical), "no; run `tally compact` where it may");
  EXPECT_EQ(said(RemedyKind::kChangeInFile), "no; change it with tally learn and tally forget");
}

TEST(Remedy, MailIsReadByOneCommand) {
  EXPECT_EQ(said(RemedyKind::kReadAsMail, "box"),
            "no; read it as such: tally fit mail --class ham=box --class spam=DIR");
  std::vector<Remedy> folders;
  for (const char* name : {"a", "b", "c"}) {
    folders.push_back({RemedyKind::kReadAsMail, name, std::string("x/") + name, ""});
  }
  const std::string three =
      "no; read it as such: tally fit mail --class a=x/a --class b=x/b --class c=x/c";
  EXPECT_EQ(by_options({"no", folders}), three);
  folders.push_back(folders[0]);
  EXPECT_EQ(by_options({"no", folders}), three + " …");
}

CommandText command(const std::string& verb, const std::vector<std::string>& options) {
  CommandText out;
  out.verb = verb;
  for (const std::string& name : options) {
    out.options.push_back({{"-x", name}, "", "", "", false, {}});
  }
  return out;
}

std::string told_by_predict(const std::vector<Remedy>& remedies) {
  const Error error(ErrorKind::kData, Remark{"found 'x'", remedies}, Place{"a.csv", 3, -1, ""});
  return told(error, command("predict", {"--quote"}),
              command("fit", {"--quote", "--ignore", "--missing"}));
}

constexpr const char* kInstead =
    "a.csv:3: found 'x'; the model takes the column so: mend the cell, leave it empty if it is "
    "missing, or make the model anew with another schema (tally fit --help)";

TEST(Remedy, WhatTheVerbLacksIsNotAdvised) {
  EXPECT_EQ(told_by_predict({Remedy::ignore("a")}), kInstead);
  EXPECT_EQ(told_by_predict({Remedy::missing("x"), Remedy::ignore("a")}), kInstead);
  EXPECT_EQ(told_by_predict({Remedy::ignore("a"), Remedy::of(RemedyKind::kReadQuotesAsText)}),
            "a.csv:3: found 'x'; if quotes are plain text here, say --quote none");
  EXPECT_EQ(told_by_predict({Remedy::in_words("mend it"), Remedy::missing("x")}),
            "a.csv:3: found 'x'; mend it");
}

TEST(Remedy, WhatNobodyLacksIs) {
  EXPECT_EQ(told_by_predict({}), "a.csv:3: found 'x'");
  EXPECT_EQ(told_by_predict({Remedy::of(RemedyKind::kReadAsMail, "box")}),
            "a.csv:3: found 'x'; read it as such: tally fit mail --class ham=box --class spam=DIR");
  EXPECT_EQ(told(Error(ErrorKind::kData, Remark{"no", {Remedy::ignore("a")}})),
            "no; leave the column out with --ignore a");
}

}  // namespace
}  // namespace tally::cli
