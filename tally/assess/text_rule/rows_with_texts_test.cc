// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/rows_with_texts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tally/inside/assess.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

struct Table {
  Schema schema;
  Batch batch;

  Counts counts() const {
    Counts out(schema);
    out.add(batch);
    return out;
  }
  RowSample sample() const {
    RowSample out;
    RowDigester(schema).add(batch, nullptr, out);
    return out;
  }
};

// Words that lean to a class and occur several times in a text; some texts come twice, some are missing.
Table texts(std::size_t rows, TextModel model) {
  std::mt19937 random(7);
  std::vector<std::optional<BatchBuilder::Words>> words;
  std::vector<std::string> klass, colour;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool is_b = random() % 2 == 0;
    std::optional<BatchBuilder::Words>& own = words.emplace_back();
    if (random() % 9 != 0) own.emplace();
    for (unsigned n = 1 + random() % 5; own && n > 0; --n) {
      const std::string word = "w" + std::to_string((random() % 12 + (is_b ? 4 : 0)) % 13);
      own->insert(own->end(), 1 + random() % 3, word);
    }
    klass.emplace_back(is_b ? "b" : "a");
    colour.emplace_back(random() % 3 == 0 ? "red" : "blue");
  }
  Table out;
  ColumnSchema text = feature("text", Family::kText, ValueType::kText);
  text.text.model = model;
  out.schema.columns = {text, feature("colour", Family::kCategorical, ValueType::kText),
                        target_column("class")};
  out.schema = validated(out.schema);
  out.batch =
      BatchBuilder().terms("text", words).texts("colour", colour).texts("class", klass).batch();
  return out;
}

class OfModel : public testing::TestWithParam<TextModel> {};

// Term by term, with how often each occurred.
TEST(RowsWithTexts, CountAsTheRowsDid) {
  const Table table = texts(80, TextModel::kMultinomial);
  const RowSample sample = table.sample();
  const Batch rows = rows_with_texts(sample, table.schema);
  const std::vector<std::int64_t> times = times_of(sample);
  ASSERT_LT(rows.rows, table.batch.rows + 1);
  Counts again(table.schema);
  for (std::int64_t row = 0; row < rows.rows; ++row) {
    for (std::int64_t i = 0; i < times[static_cast<std::size_t>(row)]; ++i) {
      again.add(slice(rows, row, row + 1));
    }
  }
  EXPECT_EQ(to_bytes({again, ""}), to_bytes({table.counts(), ""}));
}

// Where the gradient vanishes, found by counting all other rows afresh: it is convex.
TEST_P(OfModel, CalibratesByRowsLeftOut) {
  const Table table = texts(80, GetParam());
  Question question;
  question.calibrate = true;
  const Question found = calibrated(question, table.counts(), table.sample());
  ASSERT_TRUE(found.calibration);
  const Recalibration& at = *found.calibration;
  std::vector<double> gradient{2 * (at.slope - 1), 2 * at.biases[0].second,
                               2 * at.biases[1].second};
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    const Batch one = slice(table.batch, row, row + 1);
    Counts others = table.counts();
    others.take_away(one);
    const Scorer scorer(estimate(others, Question{}));
    Inference inference(scorer);
    const Posteriors& answer = inference.infer(one);
    const std::vector<double>& prior = scorer.estimates().log_prior;
    double scores[2];
    for (std::size_t k = 0; k < 2; ++k) {
      scores[k] = prior[k] + at.biases[k].second + at.slope * (answer.joint_of(0)[k] - prior[k]);
    }
    const double p_b = 1 / (1 + std::exp(scores[0] - scores[1]));
    const bool is_b = *cell_label(*table.batch.find("class"), row) == Label::of("b");
    for (std::size_t k = 0; k < 2; ++k) {
      const double off = (k == 1 ? p_b : 1 - p_b) - (is_b == (k == 1) ? 1 : 0);
      gradient[0] += off * (answer.joint_of(0)[k] - prior[k]);
      gradient[k + 1] += off;
    }
  }
  for (const double one : gradient) EXPECT_NEAR(one, 0, 1e-3);
}

// The threshold is that of answers counted afresh.
TEST_P(OfModel, BoundsFalseAlarmsByRowsLeftOut) {
  const Table table = texts(120, GetParam());
  const Loss plain = Loss::zero_one(table.counts().class_labels());
  const Loss loss =
      with_bound(plain, {"b", "a", 0.2, 0.05}, table.counts(), table.sample(), Question{}, {});
  std::vector<double> scores;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    if (*cell_label(*table.batch.find("class"), row) != Label::of("a")) continue;
    const Batch one = slice(table.batch, row, row + 1);
    Counts others = table.counts();
    others.take_away(one);
    const Scorer scorer(estimate(others, Question{}));
    Inference inference(scorer);
    const double p = inference.infer(one).posterior_of(0)[1];
    scores.push_back(std::log(p) - std::log1p(-p));
  }
  ASSERT_TRUE(loss.alarm());
  EXPECT_NEAR(loss.alarm()->log_odds, alarm_threshold(scores, 0.2, 0.05), 1e-9);
}

// Of what is heard once the sample has no more: a model that hears more cannot leave rows out.
TEST(RowsWithTexts, HaveNotWhatNobodyHeard) {
  const Table table = texts(80, TextModel::kBernoulli);
  Question question;
  question.calibrate = true;
  question.text_model = TextModel::kMultinomial;
  EXPECT_THROW(calibrated(question, table.counts(), table.sample()), Error);
  question.text_model = TextModel::kBoolean;
  EXPECT_TRUE(calibrated(question, table.counts(), table.sample()).calibration);
  const Loss plain = Loss::zero_one(table.counts().class_labels());
  question.text_model = TextModel::kComplement;
  question.calibrate = false;
  EXPECT_THROW(
      with_bound(plain, {"b", "a", 0.2, 0.05}, table.counts(), table.sample(), question, {}),
      Error);
}

INSTANTIATE_TEST_SUITE_P(Models, OfModel,
                         testing::Values(TextModel::kMultinomial, TextModel::kBernoulli));

}  // namespace
}  // namespace tally
