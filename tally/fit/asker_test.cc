// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "tally/fit.h"
#include "tally/fit/piece_testing.h"
#include "tally/inside/estimate.h"

namespace tally {
namespace {

//   x       colour   class
//   1, 3    red red  a       mean 2, variance 1;  P(red | a) = (2 + 1) / (2 + 2) = 3/4
//   5, 7    red blue b       mean 6, variance 1;  P(red | b) = (1 + 1) / (2 + 2) = 1/2
Model four_rows() {
  PieceCounter counter(
      {{feature("x", Family::kGaussian), feature("colour", Family::kCategorical, ValueType::kText),
        target_column("class")},
       {}});
  counter.add(BatchBuilder()
                  .numbers("x", {1, 3, 5, 7})
                  .texts("colour", {"red", "red", "red", "blue"})
                  .texts("class", {"a", "a", "b", "b"})
                  .batch());
  return model_of(std::move(counter).finish());
}

const CellTexts kHalfway{{"x", "4"}, {"colour", "red"}};

TEST(Asker, AnswersARowInWords) {
  const Asker asker(four_rows());
  const Answers answers = asker.answer(kHalfway);
  ASSERT_EQ(answers.decisions, std::vector<int>{0});
  EXPECT_DOUBLE_EQ(answers.posteriors.posterior_of(0)[0], 0.6);
  EXPECT_DOUBLE_EQ(answers.risks_of(0)[0], 0.4);
  EXPECT_DOUBLE_EQ(answers.risks_of(0)[1], 0.6);
  EXPECT_EQ(asker.classes(), (std::vector<Label>{Label::of("a"), Label::of("b")}));
  EXPECT_EQ(asker.schema(), four_rows().counts.schema());
  EXPECT_THROW(asker.answer({{"y", "4"}}), Error);
}

TEST(Asker, AnswersBatchesAsItsPartsDo) {
  const Question question;
  const Model model = four_rows();
  const Asker asker = Asker(model, question)
                          .with_loss(Loss::zero_one(model.counts.class_labels()).with_reject(0.3));
  const Batch rows =
      BatchBuilder().numbers("x", {0, 4, 9}).texts("colour", {"blue", "red", "green"}).batch();
  const Answers answers = asker.answer(rows);
  const Scorer scorer(estimate(model.counts, question));
  Inference inference(scorer);
  const Posteriors& expected = inference.infer(rows);
  EXPECT_EQ(answers.posteriors.posterior, expected.posterior);
  ASSERT_EQ(answers.decisions.size(), 3U);
  for (std::int64_t row = 0; row < 3; ++row) {
    std::vector<double> risk(3);
    EXPECT_EQ(answers.decisions[static_cast<std::size_t>(row)],
              decide(asker.loss(), expected, row, risk));
    const auto found = answers.risks_of(row);
    EXPECT_EQ(std::vector<double>(found.begin(), found.end()), risk);
  }
  EXPECT_EQ(asker.loss().decisions()[static_cast<std::size_t>(answers.decisions[1])],
            Label::of("reject"));
}

TEST(Asker, AsksWhatTheModelIsAskedByDefault) {
  Model model = four_rows();
  Question question;
  question.lambda = 0.25;
  model.default_question = to_json(question);
  EXPECT_EQ(default_question(model), question);
  EXPECT_EQ(Asker(model).answer(kHalfway).posteriors.posterior,
            Asker(model, question).answer(kHalfway).posteriors.posterior);
  EXPECT_NE(Asker(model).answer(kHalfway).posteriors.posterior,
            Asker(model, Question{}).answer(kHalfway).posteriors.posterior);
}

TEST(Asker, ImpossibleRowsHaveNoDecision) {
  Question question;
  question.lambda = 0;
  const Answers answers = Asker(four_rows(), question).answer({{"colour", "green"}});
  EXPECT_EQ(answers.decisions, std::vector<int>{-1});
}

TEST(Asker, NeedsAClass) { EXPECT_THROW(Asker(Counts(mail_like()), Question{}), Error); }

TEST(Asker, TextsAreCutByWhoeverIsAsked) {
  const std::vector<Mail> mails = some_mails(4, 40);
  const Model model = model_of(counted(mails, {}));
  const Asker asker(model);
  int called = 0;
  const Answers answers =
      asker.answer({{"body", "w1 w2"}, {"subject", "w3"}, {"folder", "in"}}, [&](Batch& batch) {
        ++called;
        batch = table_of({{"w1 w2", "w3", "in", "ham"}}).batch();
      });
  EXPECT_EQ(called, 1);
  EXPECT_EQ(answers.posteriors.posterior,
            asker.answer(table_of({{"w1 w2", "w3", "in", ""}}).batch()).posteriors.posterior);
}

TEST(Asker, IsSharedBetweenThreads) {
  const Asker asker(four_rows());
  std::vector<std::vector<double>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<double>& mine : found) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) mine = asker.answer(kHalfway).posteriors.posterior;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& one : found) EXPECT_EQ(one, found.front());
}

class PartTest : public testing::Test {
 protected:
  PartTest() { std::filesystem::create_directories(folder_); }
  ~PartTest() override { std::filesystem::remove_all(folder_); }

  ModelInPlace saved(const Model& model, const std::string& name) const {
    save_model(model, folder_ + name);
    return ModelInPlace(folder_ + name);
  }

  std::string folder_ = testing::TempDir() + "part_test." + std::to_string(::getpid()) + "/";
  Model model_ = model_of(counted(some_mails(5, 60), {}));
  Batch row_ = table_of({{"w1 w2 w9", "w3", "in", ""}}).batch();
};

TEST_F(PartTest, AnswersAsTheWhole) {
  ModelInPlace in_place = saved(model_, "model.tally");
  for (const TextModel kind : {TextModel::kMultinomial, TextModel::kBernoulli}) {
    Question question;
    question.text_model = kind;
    EXPECT_EQ(Asker(part_for(in_place, question, row_), question).answer(row_).posteriors.posterior,
              Asker(model_, question).answer(row_).posteriors.posterior);
  }
}

TEST_F(PartTest, OfTwoModelsAnswersAsBothTogether) {
  const Model other = model_of(counted(some_mails(6, 30), {}));
  ModelInPlace in_place = saved(model_, "model.tally"),
               other_in_place = saved(other, "other.tally");
  Model both = model_;
  merge(both, other);
  Question question;
  question.combine = Combine::kFisher;  // asks each term alone
  const Model part = part_for(in_place, question, row_, &other_in_place);
  EXPECT_EQ(Asker(part, question).answer(row_).posteriors.posterior,
            Asker(both, question).answer(row_).posteriors.posterior);
}

}  // namespace
}  // namespace tally
