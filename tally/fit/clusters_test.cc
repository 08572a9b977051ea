// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/clusters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/base/error.h"
#include "tally/batch/table_testing.h"
#include "tally/fit.h"

namespace tally {
namespace {

Schema schema_of_points(std::int64_t clusters) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian), feature("z", Family::kGaussian),
                    feature("colour", Family::kCategorical, ValueType::kText)};
  return with_clusters(schema, "cluster", clusters);
}

// 300, 200 and 100 points around three places, in turn.
TestTable points() {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::vector<double> x, z;
  std::vector<std::string> colour;
  for (int i = 0; i < 600; ++i) {
    const int place = i % 6 < 3 ? 0 : i % 6 < 5 ? 1 : 2;
    x.push_back(normal(random) + (place == 1 ? 6 : 0));
    z.push_back(normal(random) + (place == 2 ? 6 : 0));
    colour.emplace_back(random() % 10 == 0 ? "" : place == 0 ? "red" : "blue");
  }
  TestTable out;
  out.numbers("x", x).numbers("z", z).texts("colour", colour);
  return out;
}

TEST(Clusters, FindThreePlaces) {
  const TestTable table = points();
  const Schema schema = schema_of_points(3);
  UnlabelledRows rows(schema);
  rows.append(table.batch());
  const Clustered found = find_clusters(rows, schema, {}, 1);
  EXPECT_TRUE(found.model.counts.total_weight().is_zero());
  const std::vector<Counts::Class> classes = found.model.expected->counts.classes();
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_NEAR(classes[0].weight.to_double(), 300, 6);
  EXPECT_NEAR(classes[1].weight.to_double(), 200, 6);
  EXPECT_NEAR(classes[2].weight.to_double(), 100, 6);
  for (std::size_t i = 1; i < found.objective.size(); ++i) {
    EXPECT_GE(found.objective[i], found.objective[i - 1] - 1e-9 * std::abs(found.objective[i]));
  }
  const Answers answers = Asker(found.model).answer(table.batch());
  int right = 0;
  for (std::size_t i = 0; i < 600; ++i) {
    right += answers.decisions[i] == (i % 6 < 3 ? 0 : i % 6 < 5 ? 1 : 2) ? 1 : 0;
  }
  EXPECT_GT(right, 585);
}

TEST(Clusters, AreTheSameForASeed) {
  const TestTable table = points();
  const Schema schema = schema_of_points(4);
  UnlabelledRows rows(schema);
  rows.append(table.batch());
  const Clustered one = find_clusters(rows, schema, {7, 3}, 1);
  const Clustered two = find_clusters(rows, schema, {7, 3}, 3);
  EXPECT_EQ(to_bytes(one.model), to_bytes(two.model));
  EXPECT_EQ(one.objective, two.objective);
}

TEST(Clusters, NeedRows) {
  const Schema schema = schema_of_points(3);
  UnlabelledRows rows(schema);
  TestTable two;
  two.numbers("x", {1, 2}).numbers("z", {1, 2}).texts("colour", {"a", "b"});
  rows.append(two.batch());
  EXPECT_THROW(find_clusters(rows, schema, {}, 1), Error);
  EXPECT_THROW(schema_of_points(1), Error);
}

}  // namespace
}  // namespace tally
