// SPDX-License-Identifier: Apache-2.0
// A coin that fell on heads seven times in ten: likelihood, mode, mean and evidence.
#include "tests/textbook/worked_example_testing.h"

namespace tally {
namespace {

double head(const Question& question) {
  Declarations declarations;
  declarations.target = "class";
  const WorkedExample coin("coin.csv", declarations);
  return coin.ask_one(question, "head\ntrue\n").evidence();
}

double evidence(double lambda) {
  Declarations declarations;
  declarations.target = "class";
  const WorkedExample coin("coin.csv", declarations);
  return std::exp(*log_evidence(coin.counts(), coin.counts().tallies()[0], asked(lambda)));
}

TEST(Coin, UniformPrior) {  // Beta(1, 1)
  expect_equal(head(asked(1, PriorKind::kSmoothed, Method::kMl)), 7.0 / 10);
  expect_equal(head(asked(0, PriorKind::kSmoothed, Method::kMap)), 7.0 / 10);
  expect_equal(head(asked(1, PriorKind::kSmoothed, Method::kBayes)), 2.0 / 3);
  expect_equal(evidence(1), 1.0 / 1320);
}

TEST(Coin, BetaTwoTwo) {
  expect_equal(head(asked(1, PriorKind::kSmoothed, Method::kMap)), 2.0 / 3);
  expect_equal(head(asked(2, PriorKind::kSmoothed, Method::kBayes)), 9.0 / 14);
  expect_equal(evidence(2), 2.0 / 2145);
}

TEST(Coin, TwoMoreHeadsUnderPolya) {
  Schema schema;
  schema.columns.resize(3);
  schema.columns[0].name = "heads";
  schema.columns[1].name = "tails";
  schema.columns[0].family = schema.columns[1].family = Family::kMultinomial;
  schema.columns[2].name = "class";
  schema.columns[2].role = Role::kTarget;
  Counts counts(schema);
  const std::vector<double> heads{7}, tails{3}, klass{1}, two{2}, none{0};
  Batch batch;
  batch.rows = 1;
  batch.columns = {
      {"heads", Numbers::of(heads)}, {"tails", Numbers::of(tails)}, {"class", Numbers::of(klass)}};
  counts.add(batch);
  batch.columns = {{"heads", Numbers::of(two)}, {"tails", Numbers::of(none)}};
  const Scorer scorer(estimate(counts, asked(1, PriorKind::kSmoothed, Method::kBayes)));
  Inference inference(scorer);
  expect_equal(std::exp(inference.infer(batch).log_evidence[0]), 6.0 / 13);
}

}  // namespace
}  // namespace tally
