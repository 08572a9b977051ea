// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tally/count/text/text_tally_testing.h"

namespace tally {
namespace {

TEST(TextTallyHistograms, ByHand) {
  TextTally tally = text_tally();
  put(tally, 0, "a", 2, 3);  // tokens: 5 and 0
  put(tally, 0, "b", 1);     // 1 and 5
  put(tally, 1, "b", 4, 1);
  put(tally, 1, "c", 1);  // 0 and 1
  const TermHistograms out = tally.histograms(3);
  EXPECT_EQ(out.all, (TermHistogram{{1, 1}, {5, 1}, {6, 1}}));
  EXPECT_EQ(out.documents[0], (TermHistogram{{1, 1}, {2, 1}}));
  EXPECT_EQ(out.tokens[0], (TermHistogram{{1, 1}, {5, 1}}));
  EXPECT_EQ(out.rest[0], (TermHistogram{{0, 1}, {1, 1}, {5, 1}}));
  EXPECT_EQ(out.rest[1], (TermHistogram{{0, 1}, {1, 1}, {5, 1}}));
  EXPECT_TRUE(out.tokens[2].empty());
  EXPECT_EQ(out.rest[2], out.all);
}

// Halves and numbers beyond 2^32, which doubles add up exactly, too.
TEST(TextTallyHistograms, AreTheCountsOfPlainLoopsWhateverTheNumbersAre) {
  constexpr std::int32_t kClasses = 3, kTerms = 600;
  std::mt19937 random(5);
  TextTally tally = text_tally();
  TermHistograms expected;
  expected.documents.resize(kClasses);
  expected.tokens.resize(kClasses);
  expected.rest.resize(kClasses);
  for (int term = 0; term < kTerms; ++term) {
    const std::int32_t slot = tally.slot_of_term("term" + std::to_string(term));
    double rows[kClasses], tokens[kClasses], all = 0;
    for (std::int32_t k = 0; k < kClasses; ++k) {
      const double unit = term % 50 == 1 ? 0.5 : term % 50 == 2 ? 0x1p33 : 1;
      rows[k] = random() % 3 == 0 ? 0 : unit * static_cast<double>(random() % 2000);
      const double repeats = rows[k] == 0 ? 0 : unit * static_cast<double>(random() % 3);
      tokens[k] = rows[k] + repeats;
      all += tokens[k];
      tally.cell(k, slot).add(rows[k]);
      tally.repeat_cell(k, slot).add(repeats);
    }
    if (all == 0) continue;
    ++expected.all[all];
    for (std::size_t k = 0; k < kClasses; ++k) {
      ++expected.rest[k][all - tokens[k]];
      if (rows[k] == 0) continue;
      ++expected.documents[k][rows[k]];
      ++expected.tokens[k][tokens[k]];
    }
  }
  EXPECT_EQ(tally.histograms(kClasses), expected);
}

}  // namespace
}  // namespace tally
