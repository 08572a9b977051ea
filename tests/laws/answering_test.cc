// SPDX-License-Identifier: Apache-2.0
// The laws of answering: what the posterior may and may not depend on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tally/inside/infer.h"
#include "tally/inside/model.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

Counts count_all(const RandomTable& table) {
  Counts counts(table.schema());
  const TestTable dealt = table.deal(table.all_rows());
  counts.add(dealt.batch());
  return counts;
}

Posteriors answers(const Counts& counts, const Question& question, const Batch& batch) {
  const Scorer scorer(estimate(counts, question));
  Inference inference(scorer);
  return inference.infer(batch);
}

std::vector<Question> all_questions() {
  std::vector<Question> questions;
  for (const Method method : {Method::kSmooth, Method::kMl, Method::kMap, Method::kBayes}) {
    for (const double lambda : {0.0, 0.25, 1.0}) {
      if (method == Method::kBayes && lambda == 0) continue;
      for (const PriorKind prior :
           {PriorKind::kSmoothed, PriorKind::kEmpirical, PriorKind::kUniform}) {
        Question question;
        question.method = method;
        question.lambda = lambda;
        question.prior = prior;
        questions.push_back(question);
      }
    }
  }
  return questions;
}

void expect_same(const Posteriors& a, const Posteriors& b) {
  EXPECT_EQ(a.log_joint, b.log_joint);
  EXPECT_EQ(a.log_evidence, b.log_evidence);
  EXPECT_EQ(a.posterior, b.posterior);
}

TEST(Laws, PosteriorsSumToOneAndNothingIsNaN) {
  const RandomTable table(21, 200, "ccbBkggpem", true);
  const Counts counts = count_all(table);
  const TestTable dealt = table.deal(table.all_rows());
  for (const Question& question : all_questions()) {
    const Posteriors out = answers(counts, question, dealt.batch());
    for (std::int64_t row = 0; row < out.rows; ++row) {
      double sum = 0;
      for (const double p : out.posterior_of(row)) sum += p;
      EXPECT_NEAR(sum, out.impossible(row) ? 0 : 1, 1e-12);
      for (const double x : out.joint_of(row)) EXPECT_FALSE(std::isnan(x));
    }
  }
}

TEST(Laws, PosteriorsSumToOneWithThousandsOfFeatures) {
  const RandomTable table(22, 60, std::string(3000, 'g') + std::string(2000, 'c'), false);
  const Counts counts = count_all(table);
  const TestTable dealt = table.deal(table.all_rows());
  const Posteriors out = answers(counts, Question{}, dealt.batch());
  for (std::int64_t row = 0; row < out.rows; ++row) {
    double sum = 0;
    for (const double p : out.posterior_of(row)) sum += p;
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(Laws, SavedAndLoadedAnswersTheSame) {
  const RandomTable table(23, 200, "ccbBkggpem", true);
  const Counts before = count_all(table);
  const Counts after = from_bytes(to_bytes({before, ""})).counts;
  const TestTable dealt = table.deal(table.all_rows());
  for (const Question& question : all_questions()) {
    expect_same(answers(before, question, dealt.batch()), answers(after, question, dealt.batch()));
  }
}

TEST(Laws, InPlaceAnswersAsLoadedWhole) {
  const RandomTable table(26, 120, "ccbBkggpem", true);
  const Counts whole = count_all(table);
  const std::string path = testing::TempDir() + "in_place_" + std::to_string(::getpid()) + ".tally";
  save_model({whole, ""}, path);
  ModelInPlace in_place(path);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const TestTable dealt = table.deal({row});
    const Counts part = in_place.counts_for(dealt.batch());
    for (const Question& question : all_questions()) {
      expect_same(answers(whole, question, dealt.batch()), answers(part, question, dealt.batch()));
    }
  }
  std::filesystem::remove(path);
}

TEST(Laws, TextsInPlaceAnswerAsLoadedWhole) {
  const std::string path = testing::TempDir() + "texts_" + std::to_string(::getpid()) + ".tally";
  for (const bool weighted : {false, true}) {
    const RandomTable table(27, 80, "cgto", weighted);
    const TestTable all = table.deal(table.all_rows());
    for (const TextModel model :
         {TextModel::kMultinomial, TextModel::kBoolean, TextModel::kBernoulli,
          TextModel::kComplement, TextModel::kNormalisedComplement}) {
      Schema schema = table.schema();
      for (ColumnSchema& column : schema.columns) {
        if (column.family == Family::kText) column.text.model = model;
      }
      Counts whole(schema);
      whole.add(all.batch());
      save_model({whole, ""}, path);
      ModelInPlace in_place(path);
      for (std::size_t row = 0; row < table.rows(); ++row) {
        const TestTable dealt = table.deal({row});
        const Counts part = in_place.counts_for(dealt.batch());
        SCOPED_TRACE(std::string(to_string(model)) + (weighted ? ", weighted" : ""));
        for (const double lambda : {0.25, 1.0}) {
          Question question;
          question.lambda = lambda;
          expect_same(answers(whole, question, dealt.batch()),
                      answers(part, question, dealt.batch()));
        }
      }
    }
    std::filesystem::remove(path);
  }
}

TEST(Laws, AnAllMissingColumnChangesNoAnswer) {
  const RandomTable table(24, 200, "cbBkgpem", true);
  const TestTable plain = table.deal(table.all_rows());
  const Counts without = count_all(table);
  for (const Family family :
       {Family::kCategorical, Family::kBernoulli, Family::kGaussian, Family::kPoisson}) {
    Schema schema = table.schema();
    schema.columns.push_back(feature("nothing", family));
    TestTable wider = table.deal(table.all_rows());
    wider.numbers("nothing", std::vector<double>(table.rows(), TestTable::kMissing));
    Counts with(schema);
    with.add(wider.batch());
    for (const Question& question : all_questions()) {
      expect_same(answers(without, question, plain.batch()),
                  answers(with, question, wider.batch()));
    }
  }
}

TEST(Laws, TheSmoothedPriorIsTheEmpiricalOneAfterARowOfWeightLambdaPerClass) {
  const RandomTable table(25, 200, "cbBkgpem", true);
  for (const double lambda : {0.5, 1.0, 3.0}) {
    const Counts counts = count_all(table);
    Counts padded = counts;
    for (const Counts::Class& klass : counts.classes()) {
      TestTable row;
      for (const ColumnSchema& column : table.schema().columns) {
        if (column.role == Role::kTarget) {
          row.labels(column.name, {klass.label});
        } else if (column.role == Role::kWeight) {
          row.numbers(column.name, {lambda});
        } else if (column.type == ValueType::kNumber) {
          row.numbers(column.name, {TestTable::kMissing});
        } else {
          row.labels(column.name, {std::nullopt});
        }
      }
      padded.add(row.batch());
    }
    Question smoothed, empirical;
    smoothed.lambda = empirical.lambda = lambda;
    smoothed.prior = PriorKind::kSmoothed;
    empirical.prior = PriorKind::kEmpirical;
    const auto a = estimate(counts, smoothed).log_prior;
    const auto b = estimate(padded, empirical).log_prior;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-14);
  }
}

}  // namespace
}  // namespace tally
