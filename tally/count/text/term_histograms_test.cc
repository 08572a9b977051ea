// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/term_histograms.h"

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

TEST(TermHistograms, EmptyHasNoTerm) { EXPECT_EQ(terms_in({}), 0); }

}  // namespace
}  // namespace tally
