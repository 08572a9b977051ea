// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tally/assess/folds.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// 60 rows of two numbers, a weight and a class, and a row without a class.
struct Data {
  Data() {
    std::mt19937 bits(3);
    std::vector<double> a, b, w;
    std::vector<std::string> y;
    for (int row = 0; row < 61; ++row) {
      const bool yes = bits() % 3 == 0;
      a.push_back(static_cast<double>(bits() % 50) / 10 + (yes ? 1 : 0));
      b.push_back(static_cast<double>(bits() % 50) / 10 - (yes ? 1 : 0));
      w.push_back(static_cast<double>(bits() % 3));
      y.emplace_back(row == 60 ? "" : yes ? "yes" : "no");
    }
    table.numbers("a", a).numbers("b", b).numbers("w", w).texts("y", y);
  }

  static Schema schema(Family family, bool is_weighted) {
    Schema out;
    out.columns = {feature("a", family), feature("b", Family::kGaussian),
                   column_with_role("y", Role::kTarget, ValueType::kText)};
    if (family == Family::kBernoulli) out.columns[0].binarize = 0;
    if (is_weighted)
      out.columns.push_back(column_with_role("w", Role::kWeight, ValueType::kNumber));
    return validated(out);
  }

  TestTable table;
};

// One point worked out by itself: fit, then a loop over the rows.
SweepFigures by_hand(const Data& data, const Schema& schema, const Question& question) {
  const Batch batch = data.table.batch();
  Counts counts(schema);
  counts.add(batch);
  const Scorer scorer(estimate(counts, question));
  Inference inference(scorer);
  const Posteriors& p = inference.infer(batch);
  const auto& truths = std::get<Codes>(*batch.find("y"));
  const auto& weights = std::get<Numbers>(*batch.find("w"));
  SweepFigures out;
  for (std::int64_t row = 0; row < 60; ++row) {
    const double w = schema.weight() == nullptr ? 1 : weights.at(row);
    const bool yes = truths.dictionary->label(static_cast<std::int32_t>(truths.indices.at(row))) ==
                     Label::of("yes");
    const auto posterior = p.posterior_of(row);
    out.rows += w;
    out.right += (posterior[1] > posterior[0]) == yes ? w : 0;
    out.log_loss -= w * std::log(posterior[yes ? 1 : 0]);
  }
  out.accuracy = out.right / out.rows;
  out.log_loss /= out.rows;
  return out;
}

std::vector<SweepFigures> swept(const Data& data, const Schema& schema, const SweepAxis& axis) {
  SweepCounts counts(schema, axis);
  const Counted counted = counts.add(data.table.batch());
  EXPECT_EQ(counted.rows, 60);
  EXPECT_EQ(counted.without_target, 1);
  const std::vector<Scorer> scorers = counts.scorers({});
  SweepScores scores(scorers);
  scores.add(data.table.batch(), schema);
  return scores.figures();
}

TEST(Sweep, EveryPointIsAModelOfItsOwn) {
  const Data data;
  for (const bool is_weighted : {false, true}) {
    for (const auto& [name, points] : {std::pair{"binarize", "-1:5:0.5"},
                                       {"lambda", "0.1,1,10,100"},
                                       {"variance-floor", "1e-9,0.5,1"}}) {
      const SweepAxis axis = parse_sweep(name, points);
      const Schema schema = Data::schema(Family::kBernoulli, is_weighted);
      const std::vector<SweepFigures> figures = swept(data, schema, axis);
      ASSERT_EQ(figures.size(), axis.points.size());
      for (std::size_t i = 0; i < figures.size(); ++i) {
        Schema at_point = schema;
        Question question;
        const double value = axis.points[i].value;
        if (axis.parameter == SweepParameter::kBinarize) at_point.columns[0].binarize = value;
        if (axis.parameter == SweepParameter::kLambda) question.lambda = value;
        if (axis.parameter == SweepParameter::kVarianceFloor) question.variance_floor = value;
        const SweepFigures expected = by_hand(data, at_point, question);
        EXPECT_EQ(figures[i].rows, expected.rows);
        EXPECT_EQ(figures[i].right, expected.right) << name << " " << value;
        EXPECT_EQ(figures[i].accuracy, expected.accuracy);
        EXPECT_NEAR(figures[i].log_loss, expected.log_loss, 1e-12);
      }
    }
  }
}

TEST(Sweep, PiecesAreTheWhole) {
  const Data data;
  const Schema schema = Data::schema(Family::kBernoulli, false);
  const SweepAxis axis = parse_sweep("binarize", "0:4:1");
  SweepCounts once(schema, axis), twice(schema, axis);
  once.add(data.table.batch());
  twice.add(data.table.batch());
  twice.merge(once);
  const std::vector<Scorer> scorers = twice.scorers({});
  SweepScores a(scorers), b(scorers);
  a.add(data.table.batch(), schema);
  b.add(data.table.batch(), schema);
  const std::vector<SweepFigures> single = a.figures();
  a.merge(b);
  const std::vector<SweepFigures> both = a.figures();
  for (std::size_t i = 0; i < both.size(); ++i) {
    EXPECT_EQ(both[i].rows, 120);
    EXPECT_EQ(both[i].right, 2 * single[i].right);
    EXPECT_EQ(both[i].accuracy, single[i].accuracy);
  }
}

TEST(Sweep, AnImpossibleTruthHasAnInfiniteLoss) {
  TestTable train, test;
  train.texts("x", {"u", "v"}).texts("y", {"a", "b"});
  test.texts("x", {"u"}).texts("y", {"b"});
  Schema schema;
  schema.columns = {feature("x", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  SweepCounts counts(validated(schema), parse_sweep("lambda", "0,1"));
  counts.add(train.batch());
  const std::vector<Scorer> scorers = counts.scorers({});
  SweepScores scores(scorers);
  EXPECT_EQ(scores.figures()[0].accuracy, 0);  // no rows yet
  scores.add(test.batch(), validated(schema));
  EXPECT_EQ(scores.figures()[0].log_loss, kInfinity);
  EXPECT_NEAR(scores.figures()[1].log_loss, std::log(3.0), 1e-12);
}

TEST(Sweep, NeedsAColumnThatDependsOnIt) {
  EXPECT_THROW(SweepCounts(Data::schema(Family::kGaussian, false), parse_sweep("binarize", "0,1")),
               Error);
  Schema texts;
  texts.columns = {feature("x", Family::kCategorical, ValueType::kText),
                   column_with_role("y", Role::kTarget, ValueType::kText)};
  EXPECT_THROW(SweepCounts(validated(texts), parse_sweep("variance-floor", "1")), Error);
  EXPECT_THROW(parse_sweep("alpha", "1"), Error);
}

TEST(Sweep, RefusesAWeightThatIsNone) {
  TestTable bad;
  bad.numbers("a", {1}).numbers("b", {1}).numbers("w", {-1}).texts("y", {"yes"});
  const Data data;
  const Schema schema = Data::schema(Family::kBernoulli, true);
  SweepCounts counts(schema, parse_sweep("lambda", "1"));
  counts.add(data.table.batch());
  const std::vector<Scorer> scorers = counts.scorers({});
  SweepScores scores(scorers);
  EXPECT_THROW(scores.add(bad.batch(), schema), Error);
}

// Every point by itself: of each fold, the other rows are counted, and the fold's rows are scored.
SweepFigures folds_by_hand(const RowStore& rows,
                           const std::vector<std::vector<std::int64_t>>& folds,
                           const Schema& schema, const Question& question) {
  double weight = 0, right = 0, loss = 0;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    Counts others(schema);
    for (std::size_t other = 0; other < folds.size(); ++other) {
      if (other == fold) continue;
      const RowStore part = rows.gather(folds[other]);
      others.add(part.batch());
    }
    const Scorer scorer(estimate(others, question));
    Inference inference(scorer);
    const RowStore left_out = rows.gather(folds[fold]);
    const Posteriors& p = inference.infer(left_out.batch());
    for (std::int64_t row = 0; row < left_out.size(); ++row) {
      const auto posterior = p.posterior_of(row);
      const std::size_t truth = left_out.target(row) == Label::of("yes") ? 1 : 0;
      weight += left_out.weight(row);
      if (posterior[truth] > posterior[1 - truth]) right += left_out.weight(row);
      loss -= left_out.weight(row) * std::log(posterior[truth]);
    }
  }
  return {weight, right, right / weight, loss / weight};
}

TEST(Sweep, FoldsAreWhatTheOtherRowsSay) {
  const Data data;
  for (const bool is_weighted : {false, true}) {
    for (const char* parameter : {"lambda", "variance-floor", "binarize"}) {
      const Schema schema =
          Data::schema(parameter[0] == 'b' ? Family::kBernoulli : Family::kGaussian, is_weighted);
      // More points than are asked together.
      const SweepAxis axis = parse_sweep(parameter, "0.5:5:0.5");
      SweepCounts counts(schema, axis);
      counts.add(data.table.batch());
      RowStore rows(schema);
      rows.append(data.table.batch());
      const auto folds = deal_folds(rows, FoldRule{5, false, "", 0});
      const std::vector<SweepFigures> all = cross_validated(counts, rows, folds, Question{}, 2);
      ASSERT_EQ(all.size(), axis.points.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const SweepFigures one = folds_by_hand(rows, folds, counts.counts_at(i).schema(),
                                               counts.question_at(i, Question{}));
        EXPECT_EQ(all[i].rows, one.rows);
        EXPECT_EQ(all[i].right, one.right) << parameter << " " << axis.points[i].text;
        EXPECT_NEAR(all[i].log_loss, one.log_loss, 1e-12) << parameter;
      }
    }
  }
}

}  // namespace
}  // namespace tally
