// SPDX-License-Identifier: Apache-2.0
// Two halves that were read in part, against the whole.
#include <gtest/gtest.h>

#include "tally/count/text/text_tally_testing.h"

namespace tally {
namespace {

void keep_totals(TextTally& part, const TextTally& whole, std::size_t classes) {
  KeyedTally::Totals totals;
  for (std::size_t k = 0; k < classes; ++k) {
    totals.by_class.push_back(whole.total(static_cast<std::int32_t>(k)));
    totals.tokens_by_class.push_back(whole.total_tokens(static_cast<std::int32_t>(k)));
  }
  totals.possible_values = whole.possible_values();
  totals.histograms = whole.histograms(classes);
  part.set_totals(std::move(totals));
}

TEST(TextTallyTotals, OfTwoModelsAreThoseOfTheirUnionWhereTheOtherTermsDiffer) {
  // Class 0 there is class 1 here, class 1 there is new here: 2.
  TextTally here = text_tally(), there = text_tally(), both = text_tally();
  put(here, 0, "shared", 2, 1);
  put(here, 1, "shared", 1, 0);
  put(here, 0, "mine", 3, 0);
  put(there, 0, "shared", 4, 4);
  put(there, 1, "shared", 1, 0);
  put(there, 1, "theirs", 1, 2);
  put(both, 0, "shared", 2, 1);
  put(both, 1, "shared", 5, 4);
  put(both, 2, "shared", 1, 0);
  put(both, 0, "mine", 3, 0);
  put(both, 2, "theirs", 1, 2);
  // Only the shared term is at hand.
  TextTally part = text_tally(), other = text_tally();
  put(part, 0, "shared", 2, 1);
  put(part, 1, "shared", 1, 0);
  put(other, 0, "shared", 4, 4);
  put(other, 1, "shared", 1, 0);
  keep_totals(part, here, 2);
  keep_totals(other, there, 2);
  part.merge_totals(other, {1, 2});
  EXPECT_EQ(part.possible_values(), 3);
  EXPECT_EQ(part.histograms(3), both.histograms(3));
  for (std::int32_t k = 0; k < 3; ++k) {
    EXPECT_EQ(part.total(k), both.total(k));
    EXPECT_EQ(part.total_tokens(k), both.total_tokens(k));
  }
}

}  // namespace
}  // namespace tally
