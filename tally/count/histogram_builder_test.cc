#include "tally/count/histogram_builder.h"

#include <gtest/gtest.h>

#include <random>

namespace tally {
namespace {

TEST(HistogramBuilder, CountsAsAMapDoes) {
  std::mt19937 random(4);
  HistogramBuilder builder;
  TermHistogram expected;
  for (int i = 0; i < 10000; ++i) {
    double count = random() % 3000;
    if (random() % 5 == 0) count += 0.5;
    if (random() % 50 == 0) count = -count;
    if (random() % 50 == 0) count *= 1e18;
    builder.add(count);
    ++expected[count];
  }
  EXPECT_EQ(builder.finish(), expected);
}

TEST(HistogramBuilder, OfNothingIsEmpty) { EXPECT_TRUE(HistogramBuilder().finish().empty()); }

}  // namespace
}  // namespace tally
