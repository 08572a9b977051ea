// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/feature_information.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tally/assess/left_out/left_out_testing.h"
#include "tally/estimate/mutual_information_testing.h"

namespace tally {
namespace {

// Values by their counts, numbers by the bins of the rule; a number without a histogram is not told.
TEST(InformationOf, IsThatOfWhatIsCounted) {
  const Rows rows = random_rows(300, false, 2);
  Counts counts(rows.schema);
  counts.add(rows.batch);
  const RuleFeatures features = rule_features(counts);
  std::map<std::string, std::vector<double>> seen;
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    const std::optional<Label> flag = cell_label(*rows.batch.find("flag"), row);
    if (!flag) continue;
    auto& n = seen[flag->to_string()];
    n.resize(3);
    n[static_cast<std::size_t>(cell_label(*rows.batch.find("class"), row)->to_string()[1] - '0')] +=
        1;
  }
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_NEAR(*information_of(counts, *counts.find("flag"), features),
              information_by_definition({seen["false"], seen["true"]}), 1e-12);
  const auto tail = information_of(counts, *counts.find("tail"), features);
  ASSERT_TRUE(tail.has_value());
  EXPECT_GT(*tail, 0.05);
  EXPECT_LT(*tail, class_entropy(counts));
  EXPECT_FALSE(information_of(counts, *counts.find("basket"), features).has_value());
}

TEST(ClassEntropy, IsThatOfTheShares) {
  Counts counts(validated({{feature("x", Family::kGaussian), target_column("class")}, {}, {}}));
  EXPECT_EQ(class_entropy(counts), 0);
  counts.add(
      BatchBuilder().numbers("x", {1, 2, 3, 4}).texts("class", {"a", "b", "b", "b"}).batch());
  EXPECT_NEAR(class_entropy(counts), -0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-15);
}

}  // namespace
}  // namespace tally
