// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_totals.h"

#include <gtest/gtest.h>

#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

constexpr TextNeeds kAll{true, true};

std::int32_t code_of(const Counts& counts, const std::string& klass) {
  for (const Counts::Class& one : counts.classes()) {
    if (one.label == Label::of(klass)) return one.code;
  }
  return -1;
}

Question skipping(double min_documents, std::vector<std::string> stop_words = {}) {
  Question question;
  question.min_documents = min_documents;
  question.stop_words = std::move(stop_words);
  return question;
}

TEST(TextTotals, OfEveryTerm) {
  const Counts counts = counted_messages();
  const TextTotals totals(text_of(counts.tallies()[0]), 3, TermFilter({}), kAll);
  EXPECT_EQ(totals.terms(), 9);
  EXPECT_EQ(totals.rows(code_of(counts, "spam")).to_double(), 6);
  EXPECT_EQ(totals.tokens(code_of(counts, "spam")).to_double(), 7);
  EXPECT_EQ(totals.rows(code_of(counts, "ham")).to_double(), 9);
  EXPECT_EQ(totals.tokens(code_of(counts, "ham")).to_double(), 10);
  // ham: free, lunch, meeting, at, noon are in 1, 2, 2, 2 and 2 rows.
  EXPECT_EQ(totals.documents(code_of(counts, "ham")), (TermHistogram{{1, 1}, {2, 4}}));
  // Outside of work, cash is used twice, report never; free, noon 3 times; the others 2 or 1 times.
  EXPECT_EQ(totals.rest(code_of(counts, "work")), (TermHistogram{{0, 1}, {1, 1}, {2, 5}, {3, 2}}));
}

TEST(TextTotals, WhatIsSkippedIsNotThere) {
  const Counts counts = counted_messages();
  const TextTotals totals(text_of(counts.tallies()[0]), 3,
                          TermFilter(skipping(2, {"noon", "unheard"})), kAll);
  EXPECT_EQ(totals.terms(), 6);  // without now, report, noon
  EXPECT_EQ(totals.tokens(code_of(counts, "ham")).to_double(), 7);
  EXPECT_EQ(totals.rows(code_of(counts, "work")).to_double(), 1);
  EXPECT_EQ(terms_in(totals.rest(0)), 6);
}

TEST(TextTotals, ATermCanBeTakenAwayAndPutBack) {
  const Counts counts = counted_messages();
  const TextTally& tally = text_of(counts.tallies()[0]);
  TextTotals totals(tally, 3, TermFilter({}), kAll);
  totals.take_away(tally, tally.find_term("cash"));
  EXPECT_EQ(totals.terms(), 8);
  EXPECT_EQ(totals.tokens(code_of(counts, "work")).to_double(), 1);
  EXPECT_EQ(totals.rest(code_of(counts, "work")), (TermHistogram{{0, 1}, {1, 1}, {2, 4}, {3, 2}}));
  totals.add(tally, tally.find_term("cash"));
  EXPECT_EQ(totals.rest(code_of(counts, "work")), (TermHistogram{{0, 1}, {1, 1}, {2, 5}, {3, 2}}));
}

TEST(TextTotals, APartKnowsTheWhole) {
  const Counts counts = counted_messages();
  const Counts part = read_in_part(counts, {"cash"});
  const TextTotals totals(text_of(part.tallies()[0]), 3, TermFilter({}), kAll);
  EXPECT_EQ(totals.terms(), 9);
  EXPECT_EQ(totals.tokens(code_of(part, "ham")).to_double(), 10);
  EXPECT_EQ(totals.documents(code_of(part, "ham")), (TermHistogram{{1, 1}, {2, 4}}));
}

TEST(TextTotals, APartCannotSkipWhatItDoesNotKnow) {
  const Counts part = read_in_part(counted_messages(), {"cash"});
  const TermFilter filter(skipping(2));
  EXPECT_THROW(TextTotals(text_of(part.tallies()[0]), 3, filter, kAll), Error);
  EXPECT_EQ(TextTotals(text_of(part.tallies()[0]), 3, filter, TextNeeds{}).terms(), 0);
}

}  // namespace
}  // namespace tally
