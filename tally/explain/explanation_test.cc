// SPDX-License-Identifier: Apache-2.0
#include "tally/explain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Explanation explain_row(const SmallTable& table, std::int64_t row, const Question& question) {
  const Counts counts = table.counts();
  return explain(counts, question, Loss::zero_one(counts.class_labels()), table.batch(), row);
}

TEST(Explain, LiHangByHand) {
  const Explanation why = explain_row(li_hang(), kRow2S, maximum_likelihood());
  EXPECT_EQ(why.target, "Y");
  EXPECT_EQ(why.prior[0].formula, "6/15");
  ASSERT_EQ(why.features.size(), 2u);
  EXPECT_EQ(why.features[0].event, "X1 = 2");
  EXPECT_EQ(why.features[0].factors[1].formula, "3/9");
  EXPECT_EQ(why.features[1].factors[0].formula, "3/6");
  EXPECT_NEAR(why.log_joint[0], std::log(1.0 / 15), 1e-14);
  EXPECT_NEAR(why.log_joint[1], std::log(1.0 / 45), 1e-14);
  EXPECT_NEAR(why.log_evidence, std::log(4.0 / 45), 1e-14);
  EXPECT_NEAR(why.posterior[0], 0.75, 1e-15);
  EXPECT_NEAR(why.risk[0], 0.25, 1e-15);
  EXPECT_EQ(why.decision, 0);
  // X1 = 2 is as likely in both classes; X2 = S is 3/6 against 1/9.
  EXPECT_NEAR(why.features[0].contributions[0], 0, 1e-15);
  EXPECT_NEAR(why.features[1].contributions[0], std::log(4.5), 1e-15);
  EXPECT_NEAR(why.features[1].contributions[1], -std::log(4.5), 1e-15);
  EXPECT_EQ(why.most_telling(), (std::vector<std::size_t>{1, 0}));
}

TEST(Explain, ContributionsAreDifferencesOfLogOdds) {
  SmallTable table;
  table.texts("y", {"a", "b", "c", "a", "b", "c", "a"}, Role::kTarget);
  table.texts("u", {"p", "q", "p", "p", "q", "q", "q"})
      .texts("v", {"r", "r", "s", "s", "s", "r", "s"});
  const Explanation why = explain_row(table, 0, Question{});
  const auto odds = [&](bool with_u, std::size_t k) {
    double own = 0, rest = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double joint = std::exp(why.prior[c].log_value + why.features[1].factors[c].log_value +
                                    (with_u ? why.features[0].factors[c].log_value : 0));
      (c == k ? own : rest) += joint;
    }
    return std::log(own / rest);
  };
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(why.features[0].contributions[k], odds(true, k) - odds(false, k), 1e-14);
  }
}

TEST(Explain, MissingAndLeftOutSayNothing) {
  SmallTable table = li_hang();
  table.texts("X3", {"", "k", "k", "k", "k", "", "k", "k", "k", "k", "k", "k", "k", "k", "k"});
  table.numbers("X4", std::vector<double>(15, 7), Family::kGaussian);
  const Explanation why = explain_row(table, kRow2S, maximum_likelihood());
  ASSERT_EQ(why.features.size(), 4u);
  EXPECT_TRUE(why.features[2].missing);
  EXPECT_TRUE(why.features[2].factors.empty());
  EXPECT_EQ(why.features[2].contributions[0], 0);
  EXPECT_EQ(why.features[3].left_out, "the same value in every row");
  EXPECT_NEAR(why.posterior[0], 0.75, 1e-15);
}

TEST(Explain, AFeatureThatMakesAClassImpossible) {
  SmallTable table;
  table.texts("y", {"a", "a", "b", "b"}, Role::kTarget);
  table.texts("u", {"p", "p", "q", "q"}).texts("v", {"r", "s", "r", "s"});
  const Explanation why = explain_row(table, 0, maximum_likelihood());
  EXPECT_EQ(why.decision, 0);
  EXPECT_EQ(why.features[0].contributions[0], kInfinity);
  EXPECT_EQ(why.features[0].contributions[1], -kInfinity);
  EXPECT_EQ(why.features[1].contributions[0], 0);
}

TEST(Explain, ImpossibleInEveryClass) {
  SmallTable table;
  table.texts("y", {"a", "b", ""}, Role::kTarget);
  table.texts("u", {"p", "q", "p"}).texts("v", {"r", "s", "s"});
  const Explanation why = explain_row(table, 2, maximum_likelihood());
  EXPECT_EQ(why.decision, -1);
  EXPECT_EQ(why.log_evidence, -kInfinity);
  for (const WorkedFeature& feature : why.features) {
    for (const double nats : feature.contributions) EXPECT_FALSE(std::isnan(nats));
  }
}

TEST(Explain, RejectingTellsOfTheMostProbableClass) {
  const SmallTable table = li_hang();
  const Counts counts = table.counts();
  const Loss loss = Loss::zero_one(counts.class_labels()).with_reject(0.2);
  const Explanation why = explain(counts, maximum_likelihood(), loss, table.batch(), kRow2S);
  EXPECT_EQ(why.decisions[static_cast<std::size_t>(why.decision)], Label::of("reject"));
  EXPECT_EQ(why.told_class(), 0u);
}

TEST(Explain, OneClassHasNoRest) {
  SmallTable table;
  table.texts("y", {"a", "a"}, Role::kTarget).texts("u", {"p", "q"});
  const Explanation why = explain_row(table, 0, Question{});
  EXPECT_EQ(why.posterior[0], 1);
  EXPECT_EQ(why.features[0].contributions[0], 0);
}

}  // namespace
}  // namespace tally
