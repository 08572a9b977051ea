// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/term_entries.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/count/text/text_tally_testing.h"

namespace tally {
namespace {

const std::vector<std::int32_t> kClasses{2, 0, 1};

// Term by term, as a tally tells it.
std::vector<TermEntry> expected_of(const TextTally& tally, std::int32_t slot) {
  std::vector<TermEntry> entries;
  std::uint32_t place = 0;
  for (const bool repeats : {true, false}) {
    for (const std::int32_t code : kClasses) {
      const ExactSum& sum = repeats ? tally.repeats(code, slot) : tally.at(code, slot);
      if (!sum.is_zero()) entries.push_back({place, static_cast<std::uint32_t>(*sum.whole())});
      ++place;
    }
  }
  return entries;
}

TextTally some_tally(int terms) {
  std::mt19937 random(static_cast<unsigned>(terms));
  TextTally tally = text_tally();
  for (int i = 0; i < 2 * terms; ++i) {
    put(tally, static_cast<std::int32_t>(random() % 3), "t" + std::to_string(random() % terms),
        1 + random() % 9, random() % 2 == 0 ? 0 : random() % 1000);
  }
  return tally;
}

TEST(TermEntries, AreTheSumsOfEachTermForAnyNumberOfThreads) {
  for (const int terms : {1, 64, 65, 2000, 40000}) {
    const TextTally tally = some_tally(terms);
    TermHistograms histograms = tally.histograms(3);
    for (const int threads : {1, 2, 3}) {
      TermEntries entries(tally, kClasses, threads);
      for (std::int32_t slot = 1; slot < tally.slots(); ++slot) {
        ASSERT_TRUE(entries.are_small(slot));
        const std::span<const TermEntry> found = entries.of(slot);
        ASSERT_EQ(std::vector<TermEntry>(found.begin(), found.end()), expected_of(tally, slot));
      }
      const std::optional<TermHistograms> found = entries.take_histograms();
      ASSERT_TRUE(found);
      EXPECT_EQ(found->all, histograms.all);
      for (std::size_t i = 0; i < kClasses.size(); ++i) {
        const auto code = static_cast<std::size_t>(kClasses[i]);
        EXPECT_EQ(found->documents[i], histograms.documents[code]);
        EXPECT_EQ(found->tokens[i], histograms.tokens[code]);
        EXPECT_EQ(found->rest[i], histograms.rest[code]);
      }
    }
  }
}

TEST(TermEntries, WhatIsNotSmallIsLeftToTheTally) {
  TextTally tally = text_tally();
  put(tally, 0, "small", 0xFFFF'FFFF);
  put(tally, 0, "large", std::int64_t{1} << 32);
  put(tally, 0, "negative", -1);
  tally.cell(1, tally.slot_of_term("half")).add(0.5);
  TermEntries entries(tally, kClasses, 1);
  const auto are_small = [&](const char* term) { return entries.are_small(tally.find_term(term)); };
  EXPECT_TRUE(are_small("small"));
  EXPECT_FALSE(are_small("large"));
  EXPECT_FALSE(are_small("negative"));
  EXPECT_FALSE(are_small("half"));
  EXPECT_FALSE(entries.take_histograms());
}

TEST(TermEntries, WithoutTermsThereAreNone) {
  TermEntries entries(text_tally(), kClasses, 2);
  EXPECT_EQ(entries.take_histograms(), text_tally().histograms(3));
}

}  // namespace
}  // namespace tally
