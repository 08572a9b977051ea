// SPDX-License-Identifier: Apache-2.0
// The predictive densities against the integrals that define them, for every family:
//
//   p(x | X) = ∫ p(x | θ) p(θ | X) dθ,   p(θ | X) ∝ p(X | θ) p(θ)
#include <gtest/gtest.h>

#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>

#include "tally/count/family_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

Question bayes(double lambda = 1) {
  Question question;
  question.method = Method::kBayes;
  question.lambda = lambda;
  question.normal = {0.5, 0.7, 1.3, 0.9};
  question.gamma = {1.5, 0.8};
  return question;
}

// p(x | class 0), the prior of the one class being 1.
double predictive(const Counts& counts, const Question& question, const TestTable& row) {
  const Scorer scorer(estimate(counts, question));
  return std::exp(Inference(scorer).infer(row.batch()).log_joint.at(0));
}

template <class F>
double over_shares(F&& f) {
  return boost::math::quadrature::tanh_sinh<double>().integrate(f, 0.0, 1.0);
}
template <class F>
double over_positive(F&& f) {
  return boost::math::quadrature::exp_sinh<double>().integrate(f, 1e-10);
}
template <class F>
double over_line(F&& f) {
  return boost::math::quadrature::sinh_sinh<double>().integrate(f, 1e-11);
}

const std::vector<std::string> kOneClass3 = {"k", "k", "k"};

TEST(Predictive, Categorical) {
  const Counts counts =
      count_table(schema_of(feature("x", Family::kCategorical, ValueType::kText)),
                  TestTable().texts("x", {"r", "r", "g", "b"}).texts("y", {"k", "k", "k", "k"}));
  for (const double a : {0.6, 1.0, 2.5}) {
    // p_r = u, p_g = (1 − u) v, p_b = (1 − u)(1 − v): Dirichlet(a) and 2, 1, 1 seen.
    const auto integral = [&](double r) {
      return over_shares([&](double u) {
        return over_shares([&](double v) {
          return std::pow(u, r + a - 1) * std::pow(1 - u, 2 * a + 1) * std::pow(v * (1 - v), a);
        });
      });
    };
    EXPECT_NEAR(predictive(counts, bayes(a), TestTable().texts("x", {"r"})),
                integral(3) / integral(2), 1e-9);
  }
}

TEST(Predictive, MultinomialGroup) {
  Schema schema;
  schema.columns = {feature("t1", Family::kMultinomial), feature("t2", Family::kMultinomial),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  const Counts counts = count_table(
      schema, TestTable().numbers("t1", {3, 4}).numbers("t2", {1, 2}).texts("y", {"k", "k"}));
  for (const double a : {0.6, 1.0, 2.5}) {
    const auto integral = [&](double n1, double n2) {
      return over_shares(
          [&](double p) { return std::pow(p, n1 + a - 1) * std::pow(1 - p, n2 + a - 1); });
    };
    for (const double x1 : {0.0, 2.0, 2.5, 11.0}) {
      EXPECT_NEAR(predictive(counts, bayes(a), TestTable().numbers("t1", {x1}).numbers("t2", {3})),
                  integral(7 + x1, 6) / integral(7, 3), 1e-9);
    }
  }
  // Two more heads of a coin that fell seven times in ten.
  EXPECT_NEAR(predictive(counts, bayes(1), TestTable().numbers("t1", {2}).numbers("t2", {0})),
              6.0 / 13, 1e-14);
}

TEST(Predictive, Gaussian) {
  const std::vector<double> data = {1.2, -0.4, 2.2, 0.1};
  const Counts counts =
      count_table(schema_of(feature("x", Family::kGaussian)),
                  TestTable().numbers("x", data).texts("y", {"k", "k", "k", "k"}));
  // The posterior of (μ, σ²), not normalised, times the density of one more value where there is
  // one.
  const auto integral = [&](const std::vector<double>& values) {
    return over_positive([&](double variance) {
      return over_line([&](double mean) {
        double log_p = -2.3 * std::log(variance) - 0.9 / variance - 0.5 * std::log(variance) -
                       0.7 * std::pow(mean - 0.5, 2) / (2 * variance);
        for (const double v : values) {
          log_p -= 0.5 * std::log(2 * M_PI * variance) + std::pow(v - mean, 2) / (2 * variance);
        }
        return std::exp(log_p);
      });
    });
  };
  const double before = integral(data);
  for (const double x : {1.7, -4.0, 12.0}) {
    std::vector<double> with = data;
    with.push_back(x);
    const double p = predictive(counts, bayes(), TestTable().numbers("x", {x}));
    EXPECT_NEAR(p / (integral(with) / before), 1, 1e-6) << x;
  }
  EXPECT_NEAR(predictive(counts, bayes(), TestTable().numbers("x", {1.7})), 0.2315931375, 5e-11);
}

TEST(Predictive, Poisson) {
  ColumnSchema events = feature("x", Family::kPoisson);
  events.exposure = "e";
  const Counts counts = count_table(
      schema_of(events),
      TestTable().numbers("x", {3, 0, 2}).numbers("e", {1, 2, 0.5}).texts("y", kOneClass3));
  // Gamma(1.5, 0.8) after 5 events over 3.5, not normalised, and what x more over e make of it.
  const auto posterior = [](double rate) { return 5.5 * std::log(rate) - 4.3 * rate; };
  const auto mass = [](double x, double e, double rate) {
    return x * std::log(rate * e) - rate * e - std::lgamma(x + 1);
  };
  const double before =
      over_positive([&](double rate) { return rate < 1e3 ? std::exp(posterior(rate)) : 0; });
  const auto row = [](double x, double e) {
    TestTable table;
    table.numbers("x", {x}).numbers("e", {e});
    return table;
  };
  for (const double x : {0.0, 4.0, 20.0}) {
    const double after = over_positive([&](double rate) {
      // Where the exponential has long vanished, the quadrature asks at rates without end.
      return rate < 1e3 ? std::exp(posterior(rate) + (x == 0 ? -1.7 * rate : mass(x, 1.7, rate)))
                        : 0;
    });
    EXPECT_NEAR(predictive(counts, bayes(), row(x, 1.7)) / (after / before), 1, 1e-7) << x;
  }
  EXPECT_NEAR(predictive(counts, bayes(), row(4, 1.7)), 0.1212434894, 5e-11);
}

TEST(Predictive, SumsOrIntegratesToOne) {
  ColumnSchema events = feature("x", Family::kPoisson);
  const Counts counts =
      count_table(schema_of(events), TestTable().numbers("x", {3, 0, 2}).texts("y", kOneClass3));
  double sum = 0;
  for (int x = 0; x < 200; ++x) {
    sum += predictive(counts, bayes(), TestTable().numbers("x", {static_cast<double>(x)}));
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  const Counts numbers = count_table(schema_of(feature("x", Family::kGaussian)),
                                     TestTable().numbers("x", {3, 0, 2}).texts("y", kOneClass3));
  for (const Method method : {Method::kSmooth, Method::kMap, Method::kBayes}) {
    Question question = bayes();
    question.method = method;
    const double total = over_line(
        [&](double x) { return predictive(numbers, question, TestTable().numbers("x", {x})); });
    EXPECT_NEAR(total, 1, 1e-8);
  }
}

}  // namespace
}  // namespace tally
