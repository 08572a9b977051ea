// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/fisher.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <map>
#include <random>
#include <sstream>

#include "tally/base/log_math.h"
#include "tally/estimate/text_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

using boost::math::cdf;
using boost::math::chi_squared_distribution;
using boost::math::complement;

TEST(ChiSquareTails, AgreeWithBoost) {
  for (const int n : {1, 2, 3, 7, 20, 150, 1000}) {
    for (const double ratio : {0.01, 0.3, 0.9, 0.999, 1.0, 1.001, 1.5, 4.0}) {
      const double m = n * ratio;
      const ChiSquareTails found = chi_square_tails(n, m);
      const chi_squared_distribution<long double> chi(2 * n);
      const long double lower = cdf(chi, 2.0L * m), upper = cdf(complement(chi, 2.0L * m));
      const double slack =
          1e-13 * std::max(1.0, static_cast<double>(std::log(static_cast<double>(n))));
      if (lower > 0) {
        const auto wanted = static_cast<double>(std::log(lower));
        EXPECT_NEAR(found.log_lower, wanted, slack * std::max(1.0, -wanted)) << n << " " << m;
      }
      if (upper > 0) {
        const auto wanted = static_cast<double>(std::log(upper));
        EXPECT_NEAR(found.log_upper, wanted, slack * std::max(1.0, -wanted)) << n << " " << m;
      }
    }
  }
}

TEST(ChiSquareTails, FarOutNothingUnderflows) {
  // n = 2: Q = e^{−m} (1 + m).
  EXPECT_NEAR(chi_square_tails(2, 5000).log_upper, -5000 + std::log1p(5000.0), 1e-9);
  EXPECT_EQ(chi_square_tails(2, 5000).log_lower, 0);
  // P near 0: m^n / n! to first order.
  EXPECT_NEAR(chi_square_tails(3, 1e-120).log_lower, 3 * std::log(1e-120) - std::log(6.0), 1e-12);
  EXPECT_EQ(chi_square_tails(1, 0).log_lower, kLogZero);
  EXPECT_EQ(chi_square_tails(1, 0).log_upper, 0);
}

Question fisher() {
  Question question;
  question.combine = Combine::kFisher;
  return question;
}

struct Mail {
  std::string text, klass;
};

TestTable table_of_mails(const std::vector<Mail>& mails) {
  std::vector<std::string> texts, classes;
  for (const Mail& mail : mails) {
    texts.push_back(mail.text);
    classes.push_back(mail.klass);
  }
  TestTable table;
  table.terms("body", texts).texts("y", classes);
  return table;
}

std::vector<Mail> random_mails(std::mt19937& random, int mails, int classes, int words) {
  std::vector<Mail> out;
  for (int i = 0; i < mails; ++i) {
    const int klass = static_cast<int>(random() % static_cast<unsigned>(classes));
    std::string text;
    const auto length = static_cast<int>(1 + random() % 30);
    for (int w = 0; w < length; ++w) {
      const bool own = random() % 2 == 0;
      const unsigned word = random() % static_cast<unsigned>(words);
      text += (own ? std::string(1, static_cast<char>('a' + klass)) : std::string("all")) +
              std::to_string(word) + " ";
    }
    out.push_back({text, "class" + std::to_string(klass)});
  }
  return out;
}

std::map<std::string, int> set_of(const std::string& text) {
  std::map<std::string, int> out;
  std::istringstream words(text);
  for (std::string word; words >> word;) ++out[word];
  return out;
}

// S of each class from the mails themselves, in long double, as the formulas stand.
std::vector<long double> by_brute_force(const std::vector<Mail>& mails, const std::string& asked,
                                        int classes) {
  std::vector<long double> out;
  for (int k = 0; k < classes; ++k) {
    const std::string own = "class" + std::to_string(k);
    long double log_f = 0, log_rest = 0;
    int n = 0;
    for (const auto& entry : set_of(asked)) {
      long double here = 0, elsewhere = 0, rows = 0, rest_rows = 0;
      for (const Mail& mail : mails) {
        const bool is_own = mail.klass == own;
        (is_own ? rows : rest_rows) += 1;
        if (set_of(mail.text).count(entry.first) > 0) (is_own ? here : elsewhere) += 1;
      }
      if (here + elsewhere == 0) continue;
      const long double p = (here / rows) / (here / rows + elsewhere / rest_rows);
      const long double f =
          (0.0178L * 0.5L + (here + elsewhere) * p) / (0.0178L + here + elsewhere);
      if (std::fabs(f - 0.5L) < 0.375L) continue;
      log_f += std::log(f);
      log_rest += std::log(1 - f);
      ++n;
    }
    if (n == 0) {
      out.push_back(0.5L);
      continue;
    }
    const chi_squared_distribution<long double> chi(2 * n);
    out.push_back((cdf(complement(chi, -2 * log_f)) + cdf(chi, -2 * log_rest)) / 2);
  }
  return out;
}

TEST(Fisher, AgreesWithBruteForce) {
  std::mt19937 random(11);
  for (const int classes : {2, 3}) {
    const std::vector<Mail> mails = random_mails(random, 60, classes, 40);
    const TestTable table = table_of_mails(mails);
    Counts counts(text_schema());
    counts.add(table.batch());
    const Scorer scorer(estimate(counts, fisher()));
    Inference inference(scorer);
    const Posteriors& answer = inference.infer(table.batch());
    EXPECT_FALSE(answer.joint_is_defined);
    for (std::int64_t row = 0; row < answer.rows; ++row) {
      const std::vector<long double> wanted =
          by_brute_force(mails, mails[static_cast<std::size_t>(row)].text, classes);
      long double sum = 0;
      for (const long double s : wanted) sum += s;
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        const double p = static_cast<double>(wanted[k] / sum);
        EXPECT_NEAR(answer.posterior_of(row)[k], p, 1e-11 * p) << row << " " << k;
      }
      if (classes == 2) {
        EXPECT_NEAR(static_cast<double>(wanted[0] + wanted[1]), 1, 1e-14);
      }
    }
  }
}

// Twelve words of each class that the other never uses.
std::vector<Mail> clear_mails() {
  std::vector<Mail> out;
  for (int i = 0; i < 1000; ++i) {
    std::string spam, ham;
    for (int w = 0; w < 12; ++w) {
      spam += "s" + std::to_string(w) + " ";
      ham += "h" + std::to_string(w) + " ";
    }
    out.push_back({spam, "spam"});
    out.push_back({ham, "ham"});
  }
  return out;
}

TEST(Fisher, TheUnlikelyClassKeepsItsDigits) {
  const TestTable table = table_of_mails(clear_mails());
  Counts counts(text_schema());
  counts.add(table.batch());
  const Scorer scorer(estimate(counts, fisher()));
  Inference inference(scorer);
  std::string more, most;
  for (int w = 0; w < 11; ++w) more += "s" + std::to_string(w) + " ";
  TestTable asked;
  asked.terms("body", {more, more + "s11"});
  const Posteriors& answer = inference.infer(asked.batch());
  // One is surer than the other, though both posteriors of spam are 1.
  EXPECT_EQ(answer.posterior_of(0)[1], 1);
  EXPECT_EQ(answer.posterior_of(1)[1], 1);
  EXPECT_GT(answer.posterior_of(1)[0], 0);
  EXPECT_LT(answer.posterior_of(1)[0], answer.posterior_of(0)[0]);
  EXPECT_GT(answer.log_posterior_of(1)[1], answer.log_posterior_of(0)[1]);
  EXPECT_NEAR(answer.log_posterior_of(0)[1] / answer.posterior_of(0)[0], -1, 1e-12);
}

TEST(Fisher, WithoutAWitnessTheSharesAreEqual) {
  const Counts counts = counted_messages();
  const Scorer scorer(estimate(counts, fisher()));
  Inference inference(scorer);
  TestTable asked;
  asked.terms("body", {"unknown", "", "-"});
  const Posteriors& answer = inference.infer(asked.batch());
  for (const double p : answer.posterior) EXPECT_NEAR(p, 1.0 / 3, 1e-15);
}

TEST(Fisher, AClassWithoutRowsLeavesEverythingOpen) {
  Schema schema = text_schema();
  schema.columns[1].values = {Label::of("ham"), Label::of("spam")};
  Counts counts(schema);
  TestTable table;
  table.terms("body", {"a b", "a c"}).texts("y", {"ham", "ham"});
  counts.add(table.batch());
  const Scorer scorer(estimate(counts, fisher()));
  Inference inference(scorer);
  EXPECT_EQ(inference.infer(table.batch()).posterior, (std::vector<double>(4, 0.5)));
}

Counts mixed() {
  Schema schema;
  schema.columns = {feature("body", Family::kText, ValueType::kText),
                    feature("size", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Counts counts(validated(schema));
  TestTable table;
  table.terms("body", {"a", "b", "a", "b"})
      .texts("size", {"big", "big", "small", "big"})
      .texts("y", {"k", "k", "l", "l"});
  counts.add(table.batch());
  return counts;
}

TEST(Fisher, AnotherFeatureIsOneMoreWitness) {
  Question question = fisher();
  question.lambda = 0;
  const Counts counts = mixed();
  const Scorer scorer(estimate(counts, question));
  Inference inference(scorer);
  TestTable small, big, none;
  small.terms("body", {"a"}).texts("size", {"small"});
  big.terms("body", {"a"}).texts("size", {"big"});
  none.terms("body", {"a"}).texts("size", {""});
  // P(small | k) = 0 and P(small | l) = ½: f = s / 2 / (s + 4) for k, known to all four rows.
  const double f = 0.0178 / 2 / 4.0178;
  // One witness: Q(−log f) = f and P(−log(1 − f)) = f.
  EXPECT_NEAR(inference.infer(small.batch()).posterior[0] / f, 1, 1e-12);
  // P(big | k) = 1, P(big | l) = ½: not telling enough.
  EXPECT_EQ(inference.infer(big.batch()).posterior[0], 0.5);
  EXPECT_EQ(inference.infer(none.batch()).posterior[0], 0.5);
}

TEST(Fisher, VerdictsAreWhatInferenceSays) {
  const Scorer scorer(estimate(counted_messages(), fisher()));
  Inference inference(scorer);
  TestTable asked;
  asked.terms("body", {"unknown", "noon lunch win"});
  const Batch batch = asked.batch();
  const std::vector<FisherVerdict> verdicts = fisher_verdicts(scorer.estimates(), batch, 1);
  const Posteriors& answer = inference.infer(batch);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(verdicts[k].log_s, answer.joint_of(1)[k]);
    const double s =
        (1 + std::exp(verdicts[k].log_tail_for) - std::exp(verdicts[k].log_tail_against)) / 2;
    EXPECT_NEAR(std::exp(verdicts[k].log_s), s, 1e-14);
  }
  EXPECT_EQ(verdicts[0].witnesses, 3);
}

}  // namespace
}  // namespace tally
