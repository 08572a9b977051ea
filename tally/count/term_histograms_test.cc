#include "tally/count/term_histograms.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(TermHistograms, TermsComeAndGo) {
  TermHistogram histogram;
  add_terms(histogram, 1, 5);
  add_terms(histogram, 3, 2);
  add_terms(histogram, 1, -1);
  EXPECT_EQ(histogram, (TermHistogram{{1, 4}, {3, 2}}));
  EXPECT_EQ(terms_in(histogram), 6);
  add_terms(histogram, 3, -2);
  EXPECT_EQ(histogram, (TermHistogram{{1, 4}}));
}

TEST(TermHistograms, SumsAreTermsOneByOne) {
  HistogramSums sums;
  TermHistogram expected;
  for (const double count : {0.0, 1.0, 1.0, 63.0, 64.0, 0.5, 1e9, 1.0, 64.0, -2.0, -0.5}) {
    sums.add(count);
    add_terms(expected, count, 1);
  }
  EXPECT_EQ(sums.histogram(), expected);
  EXPECT_EQ(HistogramSums().histogram(), TermHistogram());
}

TEST(TermHistograms, EmptyHasNoTerm) { EXPECT_EQ(terms_in({}), 0); }

}  // namespace
}  // namespace tally
