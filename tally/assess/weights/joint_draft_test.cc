// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/joint_draft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/batch.h"
#include "tally/schema.h"

namespace tally {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// The class is whether an odd number of a, b and c are true: no two columns tell it, three do.
struct Table {
  std::vector<std::string> a, b, c, id, y;
  std::vector<double> x, far, constant;

  explicit Table(std::size_t rows) {
    std::mt19937 random(3);
    const auto coin = [&] { return random() % 2 == 0; };
    for (std::size_t i = 0; i < rows; ++i) {
      const bool p = coin(), q = coin(), r = coin(), odd = (p != q) != r;
      a.emplace_back(p ? "t" : "f");
      b.emplace_back(q ? "t" : "f");
      c.emplace_back(r ? "t" : "f");
      id.emplace_back("v" + std::to_string(random() % 200));
      y.emplace_back(odd ? "odd" : "even");
      const double u = std::uniform_real_distribution<double>(0, 1)(random);
      x.push_back(i % 10 == 0 ? kNone : u * u * 50 + (odd ? 0.5 : 0));
      far.push_back(1e9 + std::floor(u * 20));
      constant.push_back(7);
    }
  }

  Batch batch() const {
    return BatchBuilder()
        .texts("a", a)
        .texts("b", b)
        .texts("c", c)
        .texts("id", id)
        .numbers("x", x)
        .numbers("far", far)
        .numbers("constant", constant)
        .texts("y", y)
        .batch();
  }

  Schema schema() const {
    Schema schema;
    for (const char* const name : {"a", "b", "c", "id"}) {
      schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
    }
    for (const char* const name : {"x", "far", "constant"}) {
      schema.columns.push_back(feature(name, Family::kGaussian));
      schema.columns.back().histogram = true;
      if (std::string(name) == "far") schema.columns.back().origin = 1e9;
    }
    schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
    return validated(schema);
  }
};

JointDraft drafted(const Table& table, std::size_t most_cells = kMostJointCells) {
  Counts counts(table.schema());
  counts.add(table.batch());
  RowSampler sampler(table.schema(), RowSample(kRowsToDraft));
  sampler.add(table.batch());
  return draw_up_joint(counts, sampler.sample(), most_cells);
}

std::vector<std::string> names(const std::vector<GridColumn>& grid) {
  std::vector<std::string> out;
  for (const GridColumn& column : grid) out.push_back(column.name);
  return out;
}

TEST(JointDraft, HasTheTripleThatTells) {
  const JointDraft draft = drafted(Table(1000));
  EXPECT_EQ(names(draft.schema.joint.grid),
            (std::vector<std::string>{"a", "b", "c", "far", "id", "x"}));
  EXPECT_EQ(draft.schema.joint.triples, (std::vector<Triple>{{"a", "b", "c"}}));
  EXPECT_TRUE(draft.left_out.empty());
}

TEST(JointDraft, CutsNumbersIntoBinsOfTheirOwn) {
  const Table table(1000);
  const JointSchema joint = drafted(table).schema.joint;
  // ∛1000 bins of about as many rows.
  const std::vector<double>& cuts = joint.grid[5].cuts;
  EXPECT_EQ(cuts.size(), 9U);
  std::vector<double> rows(cuts.size() + 1);
  for (const double x : table.x) {
    if (!std::isnan(x)) ++rows[bin_of(cuts, x)];
  }
  for (const double n : rows) EXPECT_GE(n, 30);
  // Cuts are those of the numbers themselves, whatever the origin of the histogram.
  ASSERT_FALSE(joint.grid[3].cuts.empty());
  EXPECT_GT(joint.grid[3].cuts.front(), 1e9);
  EXPECT_LT(joint.grid[3].cuts.back(), 1e9 + 20);
}

TEST(JointDraft, ScalesNumbersThatVary) {
  const Table table(1000);
  const std::vector<ScaledColumn> scaled = drafted(table).schema.joint.scaled;
  ASSERT_EQ(scaled.size(), 2U);
  EXPECT_EQ(scaled[0].name, "far");
  EXPECT_NEAR(scaled[0].mean, 1e9 + 9.5, 1);
  EXPECT_NEAR(scaled[0].spread, 5.8, 0.5);
  EXPECT_NEAR(scaled[1].mean, 17, 2);
  EXPECT_NEAR(scaled[1].spread, 15, 2);
}

TEST(JointDraft, StaysWithinTheCells) {
  const Table table(1000);
  // Pairs of a, b and c have 3 · 4 cells in each of two classes, the other columns more.
  JointDraft draft = drafted(table, 24);
  std::size_t cells = 0;
  Counts counts(draft.schema);
  counts.add(table.batch());
  const JointTally* const joint = counts.joint();
  for (std::size_t i = 0; joint != nullptr && i < joint->columns(); ++i) {
    for (std::size_t j = i + 1; j < joint->columns(); ++j) {
      cells += static_cast<std::size_t>(joint->codes(i) * joint->codes(j)) * 2;
    }
  }
  EXPECT_LE(cells, 24U);
  EXPECT_FALSE(draft.left_out.empty());
  EXPECT_TRUE(draft.schema.joint.triples.empty());
  EXPECT_LE(drafted(table, 0).schema.joint.grid.size(), 1U);
}

TEST(JointDraft, OfFewRows) {
  for (const std::size_t rows : {1U, 2U, 5U}) {
    const JointDraft draft = drafted(Table(rows));
    EXPECT_TRUE(draft.schema.joint.triples.empty()) << rows;
    Counts counts(draft.schema);
    counts.add(Table(rows).batch());
  }
}

}  // namespace
}  // namespace tally
