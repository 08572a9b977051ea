// SPDX-License-Identifier: Apache-2.0
#include "tally/count/joint_tally.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tally/count.h"

namespace tally {
namespace {

// Labels keep coming, so that tables of cells grow while they are used: every pair has the rows that it
// has by going through them, and what no row has is found nowhere.
TEST(JointTally, CellsAreFoundWhileTablesGrow) {
  Schema schema = validated({{feature("a", Family::kCategorical, ValueType::kText),
                              feature("b", Family::kCategorical, ValueType::kText),
                              feature("x", Family::kGaussian), target_column("class")},
                             {},
                             {}});
  schema.joint.grid = {{"a", {}}, {"b", {}}, {"x", {0.5, 1.5}}};
  schema.joint.triples = {{"a", "b", "x"}};
  Counts counts(validated(schema));
  std::mt19937 random(11);
  std::map<std::vector<std::string>, double> pairs, triples;  // of class p
  for (int batch = 0; batch < 12; ++batch) {
    std::vector<std::string> a, b, klass;
    std::vector<double> x;
    for (int row = 0; row < 40; ++row) {
      const auto most = static_cast<unsigned>(2 + 3 * batch);
      a.push_back(random() % 10 == 0 ? "" : "a" + std::to_string(random() % most));
      b.push_back("b" + std::to_string(random() % 5));
      x.push_back(static_cast<double>(random() % 3));
      klass.emplace_back(random() % 2 == 0 ? "p" : "q");
      if (a.back().empty() || klass.back() != "p") continue;
      pairs[{a.back(), b.back()}] += 1;
      triples[{a.back(), b.back(), std::to_string(static_cast<int>(x.back()))}] += 1;
    }
    counts.add(
        BatchBuilder().texts("a", a).texts("b", b).numbers("x", x).texts("class", klass).batch());
  }
  const JointTally& tally = *counts.joint();
  const std::int32_t p = counts.classes()[0].code;
  const auto rows_of = [&](std::size_t table, const std::vector<std::int32_t>& codes) {
    const std::int32_t slot = tally.find_slot(table, codes);
    return slot < 0 ? 0 : tally.at(p, slot).to_double();
  };
  std::size_t found = 0;
  for (std::int32_t i = 0; i < tally.codes(0); ++i) {
    for (std::int32_t j = 0; j < tally.codes(1); ++j) {
      const std::vector<std::string> cell{tally.value_text(0, i), tally.value_text(1, j)};
      const auto expected = pairs.find(cell);
      EXPECT_EQ(rows_of(tally.pair(0, 1), {i, j}), expected == pairs.end() ? 0 : expected->second);
      for (std::int32_t bin = 0; bin < 3; ++bin) {
        const auto of_three = triples.find({cell[0], cell[1], std::to_string(bin)});
        EXPECT_EQ(rows_of(tally.triple(0), {i, j, bin}),
                  of_three == triples.end() ? 0 : of_three->second);
      }
      found += expected == pairs.end() ? 0 : 1;
    }
  }
  EXPECT_EQ(found, pairs.size());
  EXPECT_GT(found, 60U);
  EXPECT_EQ(tally.find_slot(tally.pair(0, 1), std::vector<std::int32_t>{-1, 0}), -1);
  EXPECT_EQ(tally.find_slot(tally.pair(0, 1), std::vector<std::int32_t>{0, 500}), -1);
}

}  // namespace
}  // namespace tally
