// SPDX-License-Identifier: Apache-2.0
// Eight mails as counts of six words: multinomial, Bernoulli and Pólya by hand.
#include "tests/textbook/worked_example_testing.h"

namespace tally {
namespace {

Declarations words(const std::string& family) {
  Declarations declarations;
  declarations.target = "class";
  declarations.families = {{"*", family}};
  return declarations;
}

constexpr const char* kHeader = "cash,free,lunch,meeting,now,report\n";
const std::string kFreeLunchNow = std::string(kHeader) + "0,1,1,0,1,0\n";
const std::string kFreeCashMeeting = std::string(kHeader) + "1,1,0,1,0,0\n";

const WorkedExample& mails() {
  static const WorkedExample kMails("eight_mails.csv", words("multinomial"));
  return kMails;
}

TEST(EightMails, TheEstimatesOfTheArticle) {
  const Estimates tables = estimate(mails().counts(), asked(0));
  ASSERT_EQ(tables.features.size(), 1U);
  const auto& log_p = std::get<MultinomialTable>(tables.features[0].table).log_p;
  expect_equal(std::exp(tables.log_prior[1]), 3.0 / 8);  // spam
  const std::vector<double> ham{0, 1.0 / 12, 3.0 / 12, 3.0 / 12, 2.0 / 12, 3.0 / 12};
  const std::vector<double> spam{3.0 / 9, 3.0 / 9, 1.0 / 9, 0, 2.0 / 9, 0};
  for (std::size_t term = 0; term < 6; ++term) {
    expect_equal(std::exp(log_p[2 * term]), ham[term]);
    expect_equal(std::exp(log_p[2 * term + 1]), spam[term]);
  }
}

TEST(EightMails, FreeLunchNow) {
  const WorkedAnswer likelihood = mails().ask_one(asked(0), kFreeLunchNow);
  expect_equal(likelihood.joint("spam"), 1.0 / 324);
  expect_equal(likelihood.joint("ham"), 5.0 / 2304);
  expect_equal(likelihood.evidence(), 109.0 / 20736);
  expect_equal(likelihood.posterior.at("spam"), 64.0 / 109);
  const auto spam = [](const Question& question) {
    return mails().ask_one(question, kFreeLunchNow).posterior.at("spam");
  };
  expect_equal(spam(asked(1, PriorKind::kEmpirical)), 648.0 / 1273);
  expect_equal(spam(asked(1, PriorKind::kSmoothed)), 144.0 / 269);
  expect_equal(spam(asked(1, PriorKind::kEmpirical, Method::kBayes)), 171.0 / 341);
  expect_equal(spam(asked(1, PriorKind::kSmoothed, Method::kBayes)), 19.0 / 36);
}

TEST(EightMails, Bernoulli) {
  const WorkedExample presence("eight_mails.csv", words("bernoulli"));
  expect_equal(
      presence.ask_one(asked(1, PriorKind::kEmpirical), kFreeLunchNow).posterior.at("spam"),
      235298.0 / 469673);
}

TEST(EightMails, FreeCashMeetingIsImpossibleInBothClasses) {
  const WorkedAnswer likelihood = mails().ask_one(asked(0), kFreeCashMeeting);
  EXPECT_EQ(likelihood.log_evidence, kLogZero);
  EXPECT_EQ(likelihood.posterior.at("spam"), 0);
  expect_equal(
      mails().ask_one(asked(1, PriorKind::kEmpirical), kFreeCashMeeting).posterior.at("spam"),
      1296.0 / 1921);
}

TEST(EightMails, TheLikelihoodOfAllEight) {
  expect_equal(mails().score(asked(0, PriorKind::kEmpirical)).log_likelihood, -35.634633846484405);
}

}  // namespace
}  // namespace tally
