// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/triple_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tally {
namespace {

CodedRows random_codes(std::size_t rows, std::size_t classes, unsigned seed) {
  std::mt19937 random(seed);
  CodedRows out;
  out.classes = classes;
  out.sizes = {2, 3, 4, 5};
  out.codes.resize(4);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      const auto size = static_cast<unsigned>(out.sizes[c]);
      out.codes[c].push_back(random() % 9 == 0 ? -1 : static_cast<std::int32_t>(random() % size));
    }
    out.truths.push_back(static_cast<std::int32_t>(random() % classes));
    out.weights.push_back(0.25F * static_cast<float>(1 + random() % 8));
    out.times.push_back(static_cast<float>(1 + random() % 3));
  }
  return out;
}

// log((n_abc + 1) / (e + 1)) of the header of full_rule.h, by going through all rows.
double by_all_rows(const CodedRows& rows, const std::array<std::size_t, 3>& of, std::size_t left,
                   std::size_t k) {
  // Those that have the row's values where `mask` says so.
  const auto count = [&](unsigned mask) {
    double n = 0;
    for (std::size_t row = 0; row < rows.truths.size(); ++row) {
      bool is_there = static_cast<std::size_t>(rows.truths[row]) == k;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::int32_t code = rows.codes[of[i]][row];
        is_there = is_there && code >= 0;
        if ((mask >> i & 1U) != 0) is_there = is_there && code == rows.codes[of[i]][left];
      }
      const double times = rows.times[row] - (row == left ? 1 : 0);  // it is left out once
      if (is_there) n += times * rows.weights[row];
    }
    return n;
  };
  const double a = count(1), b = count(2), c = count(4), all = count(0);
  if (!(a > 0 && b > 0 && c > 0)) return 0;
  const auto ratio = [&](unsigned mask, double one, double other) {
    return (count(mask) + 1) / (one * other / all + 1);
  };
  const double e = std::min(
      {a, b, c, a * b * c / (all * all) * ratio(3, a, b) * ratio(5, a, c) * ratio(6, b, c)});
  return std::log((count(7) + 1) / (e + 1));
}

TEST(SampleTriple, SaysWhatAllOtherRowsSay) {
  for (const std::size_t classes : {2U, 3U, 7U}) {
    const CodedRows rows = random_codes(160, classes, static_cast<unsigned>(classes));
    SampleTriple triple(rows);
    for (const std::array<std::size_t, 3> of :
         {std::array<std::size_t, 3>{0, 1, 2}, {1, 2, 3}, {0, 1, 3}}) {
      EXPECT_EQ(SampleTriple::cells(rows, of),
                classes * static_cast<std::size_t>(rows.sizes[of[0]] * rows.sizes[of[1]] *
                                                   rows.sizes[of[2]]));
      triple.count(of);
      std::vector<float> said(classes);
      for (std::size_t row = 0; row < 160; ++row) {
        bool is_whole = true;
        for (const std::size_t column : of) is_whole = is_whole && rows.codes[column][row] >= 0;
        ASSERT_EQ(triple.say(row, said), is_whole);
        for (std::size_t k = 0; is_whole && k < classes; ++k) {
          EXPECT_NEAR(said[k], by_all_rows(rows, of, row, k), 1e-4) << row << " " << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally
