// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/bin_cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tally/family/bins.h"

namespace tally {
namespace {

using Cuts = std::vector<double>;

TEST(BinCuts, AreReadAndWritten) {
  for (const char* text : {"18", "18,30,65", "-1.5,0,0.1", "1e-300,1e+300"}) {
    const auto cuts = parse_cuts(text);
    ASSERT_TRUE(cuts) << text;
    EXPECT_EQ(text_of_cuts(*cuts), text);
    EXPECT_EQ(fault_of_cuts(*cuts), "") << text;
  }
  EXPECT_EQ(parse_cuts("1e1,+20"), (Cuts{10, 20}));
  for (const char* text : {"", "18,", ",18", "18,,30", "18;30", "young", "18, 30 "}) {
    EXPECT_FALSE(parse_cuts(text)) << text;
  }
}

TEST(BinCuts, AreFiniteAndAscend) {
  EXPECT_EQ(fault_of_cuts({}), "it is not said where it is cut");
  EXPECT_EQ(fault_of_cuts(Cuts{18, 30, 30}), "its cuts do not ascend: 30 stands before 30");
  EXPECT_EQ(fault_of_cuts(Cuts{30, 18}), "its cuts do not ascend: 30 stands before 18");
  for (const char* text : {"inf", "0,inf", "-inf,0", "nan", "0,nan", "nan,0", "1e999"}) {
    EXPECT_NE(fault_of_cuts(*parse_cuts(text)).find("expected a finite number"), std::string::npos)
        << text;
  }
}

TEST(BinCuts, NameTheirBins) {
  const Cuts cuts{18, 30.5};
  EXPECT_EQ(bin_in_words(cuts, 0), "≤ 18");
  EXPECT_EQ(bin_in_words(cuts, 1), "18 … 30.5");
  EXPECT_EQ(bin_in_words(cuts, 2), "> 30.5");
  EXPECT_EQ(bin_in_words(Cuts{-2}, 1), "> -2");
  const std::vector<Label> labels = labels_of_bins(cuts);
  ASSERT_EQ(labels.size(), 3u);
  for (std::size_t bin = 0; bin < 3; ++bin) EXPECT_EQ(labels[bin].to_string(), std::to_string(bin));
  EXPECT_TRUE(std::is_sorted(labels.begin(), labels.end()));
}

// By the definition: how many cuts are below x.
TEST(BinCuts, ANumberAtACutIsLeftOfIt) {
  for (std::size_t size = 1; size <= 20; ++size) {
    Cuts cuts;
    for (std::size_t i = 0; i < size; ++i) cuts.push_back(0.1 * static_cast<double>(i) - 0.7);
    for (const double cut : cuts) {
      for (const double x : {cut, std::nextafter(cut, -9.0), std::nextafter(cut, 9.0)}) {
        const auto below =
            std::count_if(cuts.begin(), cuts.end(), [&](double one) { return one < x; });
        EXPECT_EQ(bin_of(cuts, x), static_cast<std::size_t>(below)) << x;
      }
    }
    EXPECT_EQ(bin_of(cuts, -std::numeric_limits<double>::max()), 0u);
    EXPECT_EQ(bin_of(cuts, std::numeric_limits<double>::max()), size);
  }
}

}  // namespace
}  // namespace tally
