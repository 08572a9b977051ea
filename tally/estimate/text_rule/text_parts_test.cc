// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_rule/text_parts.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

using Numbers = std::vector<double>;

// Whole counts and others, below the known ones, at their border and beyond: those that are looked up are those
// that are worked out, to the bit.
TEST(TermLeanings, KnownLogarithmsChangeNothingButTheTime) {
  const Numbers mass{120, 7, 3000.5}, rows{10, 2, 90};
  const std::vector<Numbers> terms{{0, 0, 1}, {3, 0, 2},      {49, 1, 0},   {50, 0, 0},  {48, 0, 2},
                                   {0, 0, 0}, {3.5, 0, 0.25}, {1e9, 2, 0},  {2, 2, 2.5}, {0, 51, 1},
                                   {1, 1, 1}, {0, 0, 49},     {0, 1e300, 4}};
  for (const std::size_t classes : {2, 3}) {
    const auto of_classes = [&](const Numbers& numbers) {
      return Numbers(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(classes));
    };
    TermLeanings careful(of_classes(mass), 0);
    careful.stand_on(of_classes(mass), of_classes(rows));
    const std::size_t size = TextShape::kLeanings * (classes == 2 ? 1 : classes);
    for (const std::size_t most : {1, 2, 50, 60}) {
      TermLeanings fast(of_classes(mass), most);
      fast.stand_on(of_classes(mass), of_classes(rows));
      for (const Numbers& term : terms) {
        Numbers expected(size), found(size);
        careful.of(of_classes(term), expected);
        fast.of(of_classes(term), found);
        EXPECT_EQ(found, expected) << most << " " << term[0] << " " << term[1] << " " << term[2];
        // The same by the classes that have it, the first of them also where it does not.
        std::vector<std::uint32_t> there;
        Numbers rows_there;
        for (std::uint32_t k = 0; k < classes; ++k) {
          if (k > 0 && term[k] == 0) continue;
          there.push_back(k);
          rows_there.push_back(term[k]);
        }
        fast.of(there, rows_there, found);
        EXPECT_EQ(found, expected) << most << " " << term[0] << " " << term[1] << " " << term[2];
      }
    }
  }
}

// d = log(s + m π) − log(h + m (1 − π)) − log((D_k + 1) / (D_rest + 1)), by hand for m = 1.
TEST(TermLeanings, AreTheShareOfTheTerms) {
  TermLeanings leanings(Numbers{9, 29}, 8);
  leanings.stand_on(Numbers{9, 29}, Numbers{4, 6});
  Numbers found(TextShape::kLeanings);
  leanings.of(Numbers{1, 2}, found);
  const double share = 30.0 / 40;
  EXPECT_NEAR(found[1], std::log(2 + share) - std::log(1 + 1 - share) - std::log(30.0 / 10), 1e-8);
}

}  // namespace
}  // namespace tally
