// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/term_histogram_sums.h"

#include <gtest/gtest.h>

#include <array>

namespace tally {
namespace {

using Amounts = std::vector<std::int64_t>;

TEST(HistogramSums, AreTermsOneByOne) {
  HistogramSums sums;
  TermHistogram expected;
  for (const double count : {0.0, 1.0, 1.0, 63.0, 64.0, 0.5, 1e9, 1.0, 64.0, -2.0, -0.5}) {
    sums.add(count);
    add_terms(expected, count, 1);
  }
  EXPECT_EQ(sums.histogram(), expected);
  EXPECT_EQ(HistogramSums().histogram(), TermHistogram());
}

TEST(HistogramSums, IntegersAndPiecesAreTheSame) {
  HistogramSums integers, numbers, odd, even;
  for (const std::int64_t count : {0, 1, 5, 1023, 1024, 5, 70'000, 1024}) {
    integers.add(count);
    numbers.add(static_cast<double>(count));
    (count % 2 == 0 ? even : odd).add(count);
  }
  even.merge(odd);
  EXPECT_EQ(integers.histogram(), numbers.histogram());
  EXPECT_EQ(even.histogram(), numbers.histogram());
}

// Two classes: a 2 + 1 and 0, b 1 and 3, and a term that no class has.
TEST(TermHistogramSums, ByHand) {
  TermHistogramSums sums(2), others(2);
  sums.add(Amounts{2, 0}, Amounts{1, 0});
  others.add(Amounts{1, 3}, Amounts{0, 0});
  others.add(Amounts{0, 0}, Amounts{0, 0});
  sums.merge(others);
  const TermHistograms found = sums.histograms();
  EXPECT_EQ(found.all, (TermHistogram{{3, 1}, {4, 1}}));
  EXPECT_EQ(found.documents, (std::vector<TermHistogram>{{{1, 1}, {2, 1}}, {{3, 1}}}));
  EXPECT_EQ(found.tokens, (std::vector<TermHistogram>{{{1, 1}, {3, 1}}, {{3, 1}}}));
  EXPECT_EQ(found.rest, (std::vector<TermHistogram>{{{0, 1}, {3, 1}}, {{1, 1}, {3, 1}}}));
}

TEST(TermHistogramSums, AnyTermIsTheSameAsAWholeOne) {
  const Amounts rows{4, 0, 1}, repeats{0, 0, 7};
  TermHistogramSums whole(3), any(3);
  whole.add(rows, repeats);
  any.add(
      12, [&](std::size_t k) { return static_cast<double>(rows[k]); },
      [&](std::size_t k) { return static_cast<double>(rows[k] + repeats[k]); },
      [&](std::size_t k) { return static_cast<double>(12 - rows[k] - repeats[k]); });
  EXPECT_EQ(whole.histograms(), any.histograms());
}

TEST(TermHistogramSums, TakeWhatIsExactAsADouble) {
  EXPECT_TRUE(TermHistogramSums::takes(Amounts{kMostInHistogram - 1, 0}, Amounts{0, 1}));
  EXPECT_FALSE(TermHistogramSums::takes(Amounts{kMostInHistogram - 1, 1}, Amounts{0, 1}));
  EXPECT_FALSE(TermHistogramSums::takes(Amounts{1, 2}, Amounts{-1, 0}));
}

}  // namespace
}  // namespace tally
