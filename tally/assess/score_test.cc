#include "tally/assess/score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const std::vector<Label>& ham_and_spam() {
  static const std::vector<Label> classes{Label::of("ham"), Label::of("spam")};
  return classes;
}

// Posteriors of two classes from joints that are probabilities.
Posteriors posteriors(const std::vector<std::pair<double, double>>& joints) {
  Posteriors out;
  out.rows = static_cast<std::int64_t>(joints.size());
  out.classes = 2;
  for (const auto& [ham, spam] : joints) {
    const double evidence = ham + spam;
    out.log_evidence.push_back(std::log(evidence));
    for (const double joint : {ham, spam}) {
      out.log_joint.push_back(std::log(joint));
      out.posterior.push_back(evidence == 0 ? 0 : joint / evidence);
      out.log_posterior.push_back(evidence == 0 ? -kInfinity : std::log(joint / evidence));
    }
  }
  return out;
}

TEST(Score, FiguresOfThreeRowsByHand) {
  Score score(Loss::zero_one(ham_and_spam()));
  const Posteriors answers = posteriors({{0.3, 0.1}, {0.1, 0.1}, {0.02, 0.08}});
  score.add(answers, 0, Label::of("ham"));   // right, P = 3/4
  score.add(answers, 1, Label::of("spam"));  // a tie goes to ham: wrong, P = 1/2
  score.add(answers, 2, Label::of("spam"));  // right, P = 4/5
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.rows, 3);
  EXPECT_EQ(s.right, 2);
  EXPECT_DOUBLE_EQ(s.accuracy, 2.0 / 3);
  EXPECT_DOUBLE_EQ(s.log_loss, -(std::log(0.75) + std::log(0.5) + std::log(0.8)) / 3);
  EXPECT_DOUBLE_EQ(s.log_likelihood, std::log(0.3) + std::log(0.1) + std::log(0.08));
  EXPECT_DOUBLE_EQ(s.realised_risk, 1.0 / 3);
  EXPECT_DOUBLE_EQ(s.expected_risk, (0.25 + 0.5 + 0.2) / 3);
  EXPECT_EQ(s.impossible, 0);
  EXPECT_EQ(s.confusion, (std::vector<double>{1, 0, 1, 1}));
}

TEST(Score, WeightsCountAsRows) {
  const Posteriors answers = posteriors({{0.3, 0.1}, {0.1, 0.2}});
  Score weighted(Loss::zero_one(ham_and_spam()));
  weighted.add(answers, 0, Label::of("ham"), 2);
  weighted.add(answers, 1, Label::of("ham"), 0);
  Score twice(Loss::zero_one(ham_and_spam()));
  twice.add(answers, 0, Label::of("ham"));
  twice.add(answers, 0, Label::of("ham"));
  EXPECT_EQ(to_json(weighted.summary()), to_json(twice.summary()));
}

TEST(Score, PiecesMergeToTheWholeInAnyOrder) {
  const Posteriors answers =
      posteriors({{0.31, 0.17}, {0.013, 0.21}, {1e-9, 0.3}, {0.2, 1e-12}, {0.25, 0.24}});
  const std::vector<Label> truths{Label::of("ham"), Label::of("ham"), Label::of("spam"),
                                  Label::of("ham"), Label::of("spam")};
  const auto add = [&](Score& score, int row) {
    score.add(answers, row, truths[static_cast<std::size_t>(row)], 0.1 * (row + 1));
  };
  Score whole(Loss::zero_one(ham_and_spam()));
  for (const int row : {0, 1, 2, 3, 4}) add(whole, row);
  Score first(Loss::zero_one(ham_and_spam()));
  Score second(Loss::zero_one(ham_and_spam()));
  for (const int row : {4, 1}) add(first, row);
  for (const int row : {3, 0, 2}) add(second, row);
  second.merge(first);
  EXPECT_EQ(to_json(second.summary()), to_json(whole.summary()));
}

TEST(Score, AnImpossibleRowIsWrongAndCostsTheDearest) {
  const Loss loss = Loss::labelled(
      {{"", "ham", "spam"}, {"ham", "0", "1"}, {"spam", "4", "0"}, {"ask", "0.5", "0.5"}},
      "loss.csv", ham_and_spam());
  Score score(loss);
  const Posteriors answers = posteriors({{0, 0}, {0.1, 0.3}});
  score.add(answers, 0, Label::of("ham"));
  score.add(answers, 1, Label::of("spam"));  // risks: ham 3/4, spam 1, ask 1/2
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.impossible, 1);
  EXPECT_EQ(s.accuracy, 0);
  EXPECT_EQ(s.log_loss, kInfinity);
  EXPECT_EQ(s.log_likelihood, -kInfinity);
  EXPECT_DOUBLE_EQ(s.realised_risk, (4 + 0.5) / 2);
  EXPECT_DOUBLE_EQ(s.expected_risk, (4 + 0.5) / 2);
}

TEST(Score, ATruthThatIsNoClassIsWrong) {
  Score score(Loss::zero_one(ham_and_spam()));
  score.add(posteriors({{0.3, 0.1}}), 0, Label::of("eggs"));
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.accuracy, 0);
  EXPECT_EQ(s.log_loss, kInfinity);
  EXPECT_EQ(s.realised_risk, 1);
  EXPECT_DOUBLE_EQ(s.expected_risk, 0.25);
  ASSERT_EQ(s.truths.size(), 3u);
  EXPECT_EQ(s.truths[0], Label::of("eggs"));
}

TEST(Score, JsonHasTheKeysAndNullForTheInfinite) {
  Score score(Loss::zero_one(ham_and_spam()));
  score.add(posteriors({{0, 0}}), 0, Label::of("ham"));
  score.add(posteriors({{0.3, 0.1}}), 0, Label::of("spam"), 0.5);
  const auto json = nlohmann::json::parse(to_json(score.summary()));
  EXPECT_TRUE(json.at("log_loss").is_null());
  EXPECT_TRUE(json.at("log_likelihood").is_null());
  EXPECT_EQ(json.at("impossible"), 1);
  EXPECT_EQ(json.at("rows"), 1.5);
  EXPECT_EQ(json.at("confusion").at("spam").at("ham"), 0.5);
  EXPECT_TRUE(json.at("confusion").at("ham").at("ham").is_number_integer());
  for (const char* key : {"accuracy", "realised_risk", "expected_risk"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
}

TEST(Score, NoRowsGiveNoNaN) {
  const ScoreSummary s = Score(Loss::zero_one(ham_and_spam())).summary();
  EXPECT_EQ(s.rows, 0);
  EXPECT_EQ(s.accuracy, 0);
  EXPECT_EQ(s.log_loss, 0);
}

}  // namespace
}  // namespace tally
