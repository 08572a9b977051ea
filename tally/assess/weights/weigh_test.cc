// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/weigh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/inside/assess.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

struct Table {
  Schema schema;
  Batch batch;
};

// A class that one column tells, another column that repeats it five times over, and noise: what
// naive Bayes is far too sure of.
Table repeating_table(std::size_t rows, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<std::string> klass;
  std::vector<std::vector<double>> copies(5);
  std::vector<double> noise;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool is_b = random() % 3 == 0;
    klass.emplace_back(is_b ? "b" : "a");
    const double x = normal(random) + (is_b ? 1.2 : 0);
    for (std::vector<double>& copy : copies) copy.push_back(std::round(20 * x) / 20);
    noise.push_back(normal(random));
  }
  Table out;
  BatchBuilder builder;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const std::string name = "x" + std::to_string(i);
    builder.numbers(name, copies[i]);
    out.schema.columns.push_back(feature(name, Family::kGaussian));
  }
  out.batch = builder.numbers("noise", noise).texts("class", klass).batch();
  out.schema.columns.push_back(feature("noise", Family::kGaussian));
  out.schema.columns.push_back(target_column("class"));
  out.schema = counted_as(Counting::kWeighted, validated(out.schema));
  return out;
}

RowSample sample_of(const Table& table, std::int64_t most = 4096) {
  RowSampler sampler(table.schema, RowSample(most));
  sampler.add(table.batch);
  return sampler.sample();
}

Counts counts_of(const Table& table) {
  Counts counts(table.schema);
  counts.add(table.batch);
  return counts;
}

double value_of(const std::vector<RuleWeight>& rule, const std::string& part) {
  for (const RuleWeight& row : rule) {
    if (row.part == part) return row.value;
  }
  return NAN;
}

TEST(Weigh, LearnsNotToHearTheSameThingFiveTimes) {
  const Table table = repeating_table(600);
  const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table));
  EXPECT_EQ(chosen_rule(rule), Rule::kWeighted);
  const std::vector<RuleScore> scores = rule_scores(rule);
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_LT(scores[1].log_loss, 0.8 * scores[0].log_loss);
  double heard = 0;
  for (const RuleWeight& row : rule) {
    const std::optional<VoiceName> name = parse_voice_name(row.part);
    if (name) {
      EXPECT_GE(row.value, 0);
    }
    if (name && name->tally != "noise") heard += row.value;
  }
  EXPECT_LT(heard, 2);  // 5 to naive Bayes
  EXPECT_EQ(value_of(rule, kRowsThen), 600);
  EXPECT_EQ(value_of(rule, kRowsSampled), 600);
}

// The log loss that it tells is that of rows which are new.
TEST(Weigh, TellsHowItWillDo) {
  const Table table = repeating_table(2000), others = repeating_table(2000, 2);
  const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table));
  Question question;
  question.rule = Rule::kWeighted;
  const Scorer scorer(estimate(counts_of(table), question, rule));
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(others.batch);
  double loss = 0;
  for (std::int64_t row = 0; row < others.batch.rows; ++row) {
    const bool is_b = *cell_label(*others.batch.find("class"), row) == Label::of("b");
    loss -= answers.log_posterior_of(row)[is_b ? 1 : 0] / 2000;
  }
  EXPECT_NEAR(loss, rule_scores(rule)[1].log_loss, 0.03);
}

// However much it gains: a column that tells nothing, and comes a hundred times.
TEST(Weigh, ThirtyRowsAreNeededForAnotherRule) {
  for (const std::size_t rows : {29, 30}) {
    std::vector<std::string> klass, says;
    for (std::size_t i = 0; i < rows; ++i) {
      klass.emplace_back(i % 2 == 0 ? "a" : "b");
      says.emplace_back(i % 4 < 2 ? "x" : "y");
    }
    BatchBuilder builder;
    builder.texts("class", klass);
    Table table{{{target_column("class")}, {}, {}}, {}};
    for (int i = 0; i < 100; ++i) {
      const std::string name = "copy" + std::to_string(i);
      builder.texts(name, says);
      table.schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
    }
    table.schema = validated(table.schema);
    table.batch = builder.batch();
    const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table));
    EXPECT_LT(rule_scores(rule)[1].log_loss, 0.6 * rule_scores(rule)[0].log_loss);
    EXPECT_EQ(chosen_rule(rule), rows < 30 ? Rule::kNaive : Rule::kWeighted) << rows;
  }
}

// A gain that chance, or the weights themselves, could have made is none.
TEST(Weigh, NoiseIsAnsweredAsTheTextbookDoes) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Table table = repeating_table(60, seed);
    std::mt19937 random(seed + 100);
    std::vector<std::string> klass;
    for (int i = 0; i < 60; ++i) klass.emplace_back(random() % 2 == 0 ? "a" : "b");
    table.schema.columns = {feature("noise", Family::kGaussian), target_column("class")};
    table.schema = counted_as(Counting::kWeighted, validated(table.schema));
    std::vector<double> noise;
    for (int i = 0; i < 60; ++i) noise.push_back(static_cast<double>(random() % 1000));
    table.batch = BatchBuilder().numbers("noise", noise).texts("class", klass).batch();
    EXPECT_EQ(chosen_rule(weigh(counts_of(table), sample_of(table))), Rule::kNaive) << seed;
  }
}

TEST(Weigh, AFewRowsAreAnsweredAsTheTextbookDoes) {
  const Table table = repeating_table(14);
  const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table));
  EXPECT_EQ(chosen_rule(rule), Rule::kNaive);
  Question question;
  question.rule = Rule::kAuto;
  EXPECT_FALSE(estimate(counts_of(table), question, rule).weighted);
  question.rule = Rule::kWeighted;
  EXPECT_TRUE(estimate(counts_of(table), question, rule).weighted);
}

TEST(Weigh, NothingIsLearnedWhereThereIsNothingToLearnFrom) {
  const Table table = repeating_table(50);
  EXPECT_TRUE(weigh(counts_of(table), RowSample(0)).empty());
  Table one = table;
  one.batch = slice(table.batch, 0, 1);
  EXPECT_TRUE(weigh(counts_of(one), sample_of(one)).empty());
  Question question;
  question.rule = Rule::kWeighted;
  EXPECT_THROW(estimate(counts_of(table), question), Error);
  question.rule = Rule::kAuto;
  EXPECT_FALSE(estimate(counts_of(table), question).weighted);
}

TEST(Weigh, IsTheSameForRowsInAnyOrder) {
  const Table table = repeating_table(300);
  Counts apart(table.schema);
  RowSampler sampler(table.schema, RowSample(128));
  for (const auto& [begin, end] : {std::pair(200, 300), std::pair(0, 77), std::pair(77, 200)}) {
    apart.add(slice(table.batch, begin, end));
    sampler.add(slice(table.batch, begin, end));
  }
  EXPECT_EQ(weigh(apart, sampler.sample()), weigh(counts_of(table), sample_of(table, 128)));
}

// A row that was counted often is one row of the sample, and weighs as many.
TEST(Weigh, RowsThatAreEqualCountTogether) {
  Table table = repeating_table(200);
  Counts thrice(table.schema);
  RowSampler sampler(table.schema, RowSample(4096));
  for (int i = 0; i < 3; ++i) {
    thrice.add(table.batch);
    sampler.add(table.batch);
  }
  const RowSample sample = sampler.sample();
  EXPECT_EQ(sample.rows().size(), 200U);
  const std::vector<RuleWeight> rule = weigh(thrice, sample);
  EXPECT_EQ(value_of(rule, kRowsThen), 600);
  EXPECT_EQ(value_of(rule, kRowsSampled), 200);
  EXPECT_EQ(chosen_rule(rule), Rule::kWeighted);
}

// What a fold is asked is a model that has never seen it.
TEST(CrossValidation, WeightsComeFromTheOtherRowsAlone) {
  const Table table = repeating_table(120);
  RowStore rows(table.schema);
  rows.append(table.batch);
  const Counts counts = counts_of(table);
  const std::vector<std::vector<std::int64_t>> folds = deal_folds(rows, {3, false, "", 0});
  Question question;
  question.rule = Rule::kWeighted;
  const Loss loss = Loss::zero_one(counts.class_labels());
  const Score found = cross_validate(rows, folds, counts, {question}, loss, 2)[0];

  Score wanted(loss);
  for (const std::vector<std::int64_t>& fold : folds) {
    std::vector<std::int64_t> rest;
    for (std::int64_t row = 0; row < rows.size(); ++row) {
      if (std::find(fold.begin(), fold.end(), row) == fold.end()) rest.push_back(row);
    }
    const RowStore others = rows.gather(rest), own = rows.gather(fold);
    Table training{table.schema, others.batch()};
    const std::vector<RuleWeight> rule = weigh(counts_of(training), sample_of(training));
    const Scorer scorer(estimate(counts_of(training), question, rule));
    Inference inference(scorer);
    const Posteriors& answers = inference.infer(own.batch());
    for (std::int64_t row = 0; row < own.size(); ++row)
      wanted.add(answers, row, own.target(row), 1);
  }
  EXPECT_EQ(found.summary().log_loss, wanted.summary().log_loss);
  EXPECT_EQ(found.summary().accuracy, wanted.summary().accuracy);
}

TEST(LeaveOneOutOfWeights, TellsTheSameAsTheSampleOfAllRows) {
  const Table table = repeating_table(150);
  RowStore rows(table.schema);
  rows.append(table.batch);
  const Counts counts = counts_of(table);
  Question question;
  question.rule = Rule::kWeighted;
  const Loss loss = Loss::zero_one(counts.class_labels());
  const Score found = leave_one_out(rows, counts, {question}, loss, 2)[0];
  const std::vector<RuleScore> scores = rule_scores(weigh(counts, sample_of(table)));
  EXPECT_NEAR(found.summary().log_loss, scores[1].log_loss, 1e-5);
  EXPECT_NEAR(found.summary().accuracy, scores[1].accuracy, 1e-12);
}

// --- the rule full ---

// The class is in the parity of two columns, which no column tells by itself.
Table parity_table(std::size_t rows, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<std::string> klass, a, b;
  std::vector<double> x, y;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool p = random() % 2 == 0, q = random() % 2 == 0;
    const bool is_odd = random() % 10 == 0 ? random() % 2 == 0 : p != q;
    klass.emplace_back(is_odd ? "odd" : "even");
    a.emplace_back(p ? "yes" : "no");
    b.emplace_back(q ? "yes" : "no");
    // Two numbers that tell it by their difference alone.
    const double far = 3 * normal(random);
    x.push_back(std::round(8 * (far + (is_odd ? 0.5 : -0.5))) / 8);
    y.push_back(std::round(8 * (far + 0.3 * normal(random))) / 8);
  }
  Table out;
  out.batch = BatchBuilder()
                  .texts("a", a)
                  .texts("b", b)
                  .numbers("x", x)
                  .numbers("y", y)
                  .texts("class", klass)
                  .batch();
  out.schema.columns = {feature("a", Family::kCategorical, ValueType::kText),
                        feature("b", Family::kCategorical, ValueType::kText),
                        feature("x", Family::kGaussian), feature("y", Family::kGaussian),
                        target_column("class")};
  out.schema = counted_as(Counting::kWeighted, validated(out.schema));
  out.schema.joint.grid = {{"a", {}}, {"b", {}}, {"x", {-2, 0, 2}}, {"y", {-2, 0, 2}}};
  out.schema.joint.triples = {{"a", "b", "x"}};
  out.schema.joint.scaled = {{"x", 0, 3}, {"y", 0, 3}};
  out.schema = validated(out.schema);
  return out;
}

TEST(WeighFull, HearsWhatColumnsSayTogether) {
  const Table table = parity_table(1000);
  const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table));
  EXPECT_EQ(chosen_rule(rule), Rule::kFull);
  const std::vector<RuleScore> scores = rule_scores(rule);
  ASSERT_EQ(scores.size(), 3U);
  EXPECT_EQ(scores[2].rule, Rule::kFull);
  EXPECT_GT(scores[1].log_loss, 0.6);
  EXPECT_LT(scores[2].log_loss, 0.3);
  for (const char* part :
       {"full/value:a", "full/parent:a", "full/parent:y", "full/mixture", "full/triple:a,b,x",
        "full/linear", "full/quadratic", "full/bias", "value:a"}) {
    EXPECT_FALSE(std::isnan(value_of(rule, part))) << part;
  }
  EXPECT_EQ(value_of(rule, "chosen:full"), 1);
  EXPECT_TRUE(has_full_weights(rule));
}

TEST(WeighFull, TellsHowItWillDo) {
  const Table table = parity_table(2000), others = parity_table(2000, 2);
  const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table));
  Question question;
  question.rule = Rule::kFull;
  const Scorer scorer(estimate(counts_of(table), question, rule));
  EXPECT_FALSE(scorer.joint_is_defined());
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(others.batch);
  double loss = 0;
  for (std::int64_t row = 0; row < others.batch.rows; ++row) {
    const bool is_odd = *cell_label(*others.batch.find("class"), row) == Label::of("odd");
    loss -= answers.log_posterior_of(row)[is_odd ? 1 : 0] / 2000;
  }
  EXPECT_NEAR(loss, rule_scores(rule)[2].log_loss, 0.03);
  question.rule = Rule::kAuto;
  const Scorer by_itself(estimate(counts_of(table), question, rule));
  Inference again(by_itself);
  EXPECT_EQ(again.infer(others.batch).posterior, answers.posterior);
}

TEST(WeighFull, IsAskedForByWhoHasNoSuchWeights) {
  const Table table = repeating_table(100);
  const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table));
  EXPECT_FALSE(has_full_weights(rule));
  EXPECT_EQ(rule_scores(rule).size(), 2U);
  Question question;
  question.rule = Rule::kFull;
  try {
    estimate(counts_of(table), question, rule);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("no weights for the full rule"), std::string::npos);
  }
}

TEST(WeighFull, PiecesMakeTheSameWeights) {
  const Table table = parity_table(300);
  Counts apart(table.schema);
  for (std::int64_t begin = 200; begin >= 0; begin -= 100) {
    Counts piece(table.schema);
    piece.add(slice(table.batch, begin, begin + 100));
    apart.merge(piece);
  }
  EXPECT_EQ(weigh(apart, sample_of(table)), weigh(counts_of(table), sample_of(table)));
}

// The prior of a question takes the place of the model's own: p_y / π_y times the odds.
TEST(WeighFull, APriorMovesTheOdds) {
  const Table table = parity_table(400);
  const Counts counts = counts_of(table);
  const std::vector<RuleWeight> rule = weigh(counts, sample_of(table));
  Question question;
  question.rule = Rule::kFull;
  Question rare = question;
  rare.prior = PriorKind::kGiven;
  rare.given_prior = {{"even", 0.9}, {"odd", 0.1}};
  const Scorer plain_scorer(estimate(counts, question, rule)),
      rare_scorer(estimate(counts, rare, rule));
  Inference plain(plain_scorer), moved(rare_scorer);
  const Posteriors before = plain.infer(table.batch);
  const Posteriors& after = moved.infer(table.batch);
  const std::vector<double> shares = log_shares(counts.classes());
  const double N = 400;
  for (std::int64_t row = 0; row < 50; ++row) {
    // p from p' = (p + π/N) / (1 + 1/N), for either prior.
    const auto odds = [&](const Posteriors& answers, double even, double odd) {
      const std::span<const double> p = answers.posterior_of(row);
      return (p[1] * (1 + 1 / N) - odd / N) / (p[0] * (1 + 1 / N) - even / N);
    };
    const double pi[] = {std::exp(shares[0]), std::exp(shares[1])};
    EXPECT_NEAR(
        std::log(odds(after, 0.9, 0.1)),
        std::log(odds(before, pi[0], pi[1])) + std::log(0.1 / 0.9) - std::log(pi[1] / pi[0]), 1e-6);
  }
}

TEST(CrossValidation, AnswersByTheRuleFull) {
  const Table table = parity_table(240);
  RowStore rows(table.schema);
  rows.append(table.batch);
  const Counts counts = counts_of(table);
  Question question;
  question.rule = Rule::kFull;
  const Loss loss = Loss::zero_one(counts.class_labels());
  const auto folds = deal_folds(rows, {3, false, "", 0});
  const Score one = cross_validate(rows, folds, counts, {question}, loss, 1)[0];
  EXPECT_GT(one.summary().accuracy, 0.85);
  const Score two = cross_validate(rows, folds, counts, {question}, loss, 3)[0];
  EXPECT_EQ(one.summary().log_loss, two.summary().log_loss);
  const Score left_out = leave_one_out(rows, counts, {question}, loss, 2)[0];
  const std::vector<RuleScore> scores = rule_scores(weigh(counts, sample_of(table)));
  EXPECT_NEAR(left_out.summary().log_loss, scores[2].log_loss, 1e-5);
  EXPECT_NEAR(left_out.summary().accuracy, scores[2].accuracy, 1e-12);
}

}  // namespace
}  // namespace tally
