// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/em.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <random>

#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema schema_of(std::vector<ColumnSchema> columns) {
  columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  Schema schema;
  schema.columns = std::move(columns);
  return validated(schema);
}

// Two clouds of a category and a number, by EM written out for these two alone: doubles, no tallies.
struct TwoClouds {
  static constexpr std::size_t kRows = 80, kLabelled = 8;
  std::vector<std::string> colour, klass;
  std::vector<double> x;

  TwoClouds() {
    std::mt19937 random(7);
    for (std::size_t i = 0; i < kRows; ++i) {
      const bool second = i % 2 == 1;
      std::normal_distribution<double> number(second ? 3 : 0, 1);
      x.push_back(i % 13 == 5 ? std::nan("") : number(random));
      const bool red = random() % 4 != 0;
      colour.emplace_back(i % 11 == 3 ? "" : red == second ? "red" : "blue");
      klass.emplace_back(second ? "b" : "a");
    }
  }

  struct Tables {
    double prior[2], red[2], mean[2], variance[2];
  };

  // Weighted sums in the place of counts: w[i][k].
  Tables estimated(const std::vector<std::array<double, 2>>& w) const {
    Tables out{};
    double total = 0, all_n = 0, all_s = 0, all_q = 0;
    double n[2] = {}, reds[2] = {}, colours[2] = {}, m[2] = {}, s[2] = {}, q[2] = {};
    for (std::size_t i = 0; i < w.size(); ++i) {
      for (int k = 0; k < 2; ++k) {
        total += w[i][k];
        n[k] += w[i][k];
        if (!colour[i].empty()) {
          colours[k] += w[i][k];
          if (colour[i] == "red") reds[k] += w[i][k];
        }
        if (std::isnan(x[i])) continue;
        m[k] += w[i][k];
        s[k] += w[i][k] * x[i];
        q[k] += w[i][k] * x[i] * x[i];
      }
    }
    for (int k = 0; k < 2; ++k) {
      all_n += m[k];
      all_s += s[k];
      all_q += q[k];
    }
    const double overall = all_q / all_n - all_s / all_n * (all_s / all_n);
    for (int k = 0; k < 2; ++k) {
      out.prior[k] = (n[k] + 1) / (total + 2);
      out.red[k] = (reds[k] + 1) / (colours[k] + 2);
      out.mean[k] = s[k] / m[k];
      out.variance[k] = std::max(q[k] / m[k] - out.mean[k] * out.mean[k], 1e-3 * overall);
    }
    return out;
  }

  double joint(const Tables& t, std::size_t i, int k) const {
    double p = t.prior[k];
    if (!colour[i].empty()) p *= colour[i] == "red" ? t.red[k] : 1 - t.red[k];
    if (!std::isnan(x[i])) {
      const double off = x[i] - t.mean[k];
      p *= std::exp(-off * off / (2 * t.variance[k])) / std::sqrt(2 * M_PI * t.variance[k]);
    }
    return p;
  }

  // The objective after each iteration; `w` has the shares of the last.
  std::vector<double> run(double weight, int iterations,
                          std::vector<std::array<double, 2>>& w) const {
    std::vector<double> out;
    std::vector<std::array<double, 2>> labelled(kRows, {0, 0});
    for (std::size_t i = 0; i < kLabelled; ++i) labelled[i][klass[i] == "b"] = 1;
    Tables tables = estimated(labelled);
    for (int step = 0; step < iterations; ++step) {
      w = labelled;
      for (std::size_t i = kLabelled; i < kRows; ++i) {
        const double a = joint(tables, i, 0), b = joint(tables, i, 1);
        w[i] = {weight * a / (a + b), weight * b / (a + b)};
      }
      tables = estimated(w);
      double sum = 0;
      for (std::size_t i = 0; i < kRows; ++i) {
        sum += i < kLabelled ? std::log(joint(tables, i, klass[i] == "b"))
                             : weight * std::log(joint(tables, i, 0) + joint(tables, i, 1));
      }
      for (int k = 0; k < 2; ++k) {
        sum += std::log(tables.prior[k]) + std::log(tables.red[k]) + std::log(1 - tables.red[k]);
      }
      out.push_back(sum);
    }
    return out;
  }

  TestTable table(std::size_t begin, std::size_t end, bool with_class) const {
    const auto part = [&](const auto& all) {
      return std::decay_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                         all.begin() + static_cast<std::ptrdiff_t>(end));
    };
    TestTable out;
    out.texts("colour", part(colour));
    out.numbers("x", part(x));
    if (with_class) out.texts("y", part(klass));
    return out;
  }
};

TEST(Em, IsThatOfTheTextbook) {
  const TwoClouds clouds;
  const Schema schema = schema_of(
      {feature("colour", Family::kCategorical, ValueType::kText), feature("x", Family::kGaussian)});
  Counts labelled(schema);
  const TestTable first = clouds.table(0, TwoClouds::kLabelled, true);
  labelled.add(first.batch());
  UnlabelledRows rows(schema);
  const TestTable others = clouds.table(TwoClouds::kLabelled, TwoClouds::kRows, false);
  rows.append(others.batch());
  for (const double weight : {1.0, 0.1}) {
    for (const int iterations : {1, 4, 20}) {
      const Em em(labelled, rows, 1);
      ClassShares shares = em.shares_by_counts();
      std::vector<double> objective;
      Counts expected = em.expected(shares, weight);
      for (int i = 0; i < iterations; ++i) {
        expected = em.expected(shares, weight);
        objective.push_back(em.objective(em.tables(expected), weight, shares));
      }
      std::vector<std::array<double, 2>> w;
      const std::vector<double> wanted = clouds.run(weight, iterations, w);
      for (int i = 0; i < iterations; ++i) {
        EXPECT_NEAR(objective[static_cast<std::size_t>(i)], wanted[static_cast<std::size_t>(i)],
                    1e-6);
      }
      double red = 0, square = 0;
      for (std::size_t i = TwoClouds::kLabelled; i < TwoClouds::kRows; ++i) {
        red += clouds.colour[i] == "red" ? w[i][1] : 0;
        square += std::isnan(clouds.x[i]) ? 0 : w[i][1] * clouds.x[i] * clouds.x[i];
      }
      const std::int32_t b = expected.classes()[1].code;
      const Tally& colours = *expected.find("colour");
      EXPECT_NEAR(colours.at(b, values_of(colours).find_slot(Label::of("red"))).to_double(), red,
                  1e-6);
      EXPECT_NEAR(expected.find("x")->at(b, Part::kSquare).to_double(), square, 1e-5);
    }
  }
}

TEST(Em, StopsWhenNothingIsGained) {
  const TwoClouds clouds;
  const Schema schema = schema_of(
      {feature("colour", Family::kCategorical, ValueType::kText), feature("x", Family::kGaussian)});
  Counts labelled(schema);
  const TestTable first = clouds.table(0, TwoClouds::kLabelled, true);
  labelled.add(first.batch());
  UnlabelledRows rows(schema);
  const TestTable others = clouds.table(TwoClouds::kLabelled, TwoClouds::kRows, false);
  rows.append(others.batch());
  const Em em(labelled, rows, 1);
  const EmRun run = em.run(em.shares_by_counts(), 1);
  EXPECT_GT(run.objective.size(), 2U);
  EXPECT_LT(run.objective.size(), 100U);
  EXPECT_EQ(run.expected.schema(), schema);
  EXPECT_EQ(run.expected.total_weight(), ExactSum(TwoClouds::kRows - TwoClouds::kLabelled));
  EXPECT_EQ(em.run(em.shares_by_counts(), 1, 2).objective.size(), 2U);
}

// No labelled row has an event, so that the rate is 0 in every class.
TEST(Em, RowsThatAreImpossibleAreSharedOutByThePrior) {
  const Schema schema = schema_of({feature("events", Family::kPoisson)});
  Counts labelled(schema);
  TestTable first;
  first.numbers("events", {0, 0, 0}).texts("y", {"a", "b", "b"});
  labelled.add(first.batch());
  UnlabelledRows rows(schema);
  TestTable others;
  others.numbers("events", {3, 0});
  rows.append(others.batch());
  const Em em(labelled, rows, 1);
  const ClassShares shares = em.shares_by_counts();
  EXPECT_DOUBLE_EQ(shares[0], 2.0 / 5);
  EXPECT_DOUBLE_EQ(shares[1], 3.0 / 5);
  EXPECT_TRUE(std::isfinite(em.run(shares, 1).objective.back()));
}

TEST(Em, RefusesWhatHasNoAnswer) {
  const Schema schema = schema_of({feature("x", Family::kGaussian)});
  const UnlabelledRows none(schema);
  EXPECT_THROW(Em(Counts(schema), none, 1), Error);
  UnlabelledRows rows(schema);
  TestTable table;
  table.numbers("x", {1, 2});
  rows.append(table.batch());
  EXPECT_THROW(Em(Counts(schema), rows, 1), Error);
}

// Texts of three classes, by EM written out for them: words as often as they occur, long texts to a power below 1.
struct ThreeTopics {
  static constexpr std::size_t kClasses = 3, kLabelled = 12, kRows = 90;
  std::vector<std::vector<std::string>> words;  // empty: without a term
  std::vector<bool> is_missing;
  std::vector<std::size_t> klass;
  std::vector<double> scale;

  ThreeTopics() {
    std::mt19937 random(17);
    for (std::size_t i = 0; i < kRows; ++i) {
      const std::size_t k = i % kClasses;
      std::vector<std::string>& text = words.emplace_back();
      is_missing.push_back(i % 17 == 16);
      klass.push_back(k);
      if (is_missing.back()) continue;
      for (unsigned n = random() % 5 == 0 ? 40 : random() % 9; n > 0; --n) {
        const unsigned word =
            random() % 3 == 0 ? random() % 25 : 25 + static_cast<unsigned>(k) * 8 + random() % 8;
        text.push_back("w" + std::to_string(word));
      }
    }
    double all = 0, rows = 0;
    for (std::size_t i = kLabelled; i < kRows; ++i) {
      all += static_cast<double>(words[i].size());
      rows += words[i].empty() ? 0 : 1;
    }
    for (const auto& text : words) {
      scale.push_back(
          std::min(1.0, text.empty() ? 1.0 : all / rows / static_cast<double>(text.size())));
    }
  }

  struct Tables {
    std::array<double, kClasses> prior{};
    std::map<std::string, std::array<double, kClasses>> p;
  };
  using Weights = std::vector<std::array<double, kClasses>>;

  Tables estimated(const Weights& w, double lambda) const {
    Tables out;
    std::array<double, kClasses> n{}, tokens{};
    double all = 0;
    std::map<std::string, std::array<double, kClasses>> counts;
    for (std::size_t i = 0; i < kRows; ++i) {
      double any = 0;
      for (std::size_t k = 0; k < kClasses; ++k) {
        n[k] += w[i][k];
        all += w[i][k];
        any += w[i][k];
      }
      if (any == 0) continue;
      const double s = i < kLabelled ? 1 : scale[i];
      for (const std::string& word : words[i]) {
        for (std::size_t k = 0; k < kClasses; ++k) {
          counts[word][k] += s * w[i][k];
          tokens[k] += s * w[i][k];
        }
      }
    }
    for (std::size_t k = 0; k < kClasses; ++k)
      out.prior[k] = (n[k] + lambda) / (all + kClasses * lambda);
    for (const auto& [word, count] : counts) {
      for (std::size_t k = 0; k < kClasses; ++k) {
        out.p[word][k] =
            (count[k] + lambda) / (tokens[k] + lambda * static_cast<double>(counts.size()));
      }
    }
    return out;
  }

  double log_joint(const Tables& t, std::size_t i, std::size_t k) const {
    double sum = 0;
    for (const std::string& word : words[i]) {
      if (const auto found = t.p.find(word); found != t.p.end()) sum += std::log(found->second[k]);
    }
    return std::log(t.prior[k]) + (i < kLabelled ? 1 : scale[i]) * sum;
  }

  double log_evidence(const Tables& t, std::size_t i) const {
    double sum = 0;
    for (std::size_t k = 0; k < kClasses; ++k) sum += std::exp(log_joint(t, i, k));
    return std::log(sum);
  }

  std::vector<double> run(double weight, int iterations) const {
    constexpr double kLambda = 0.1;
    std::vector<double> out;
    Weights labelled(kRows);
    for (std::size_t i = 0; i < kLabelled; ++i) labelled[i][klass[i]] = 1;
    Tables tables = estimated(labelled, kLambda);
    for (int step = 0; step < iterations; ++step) {
      Weights w = labelled;
      for (std::size_t i = kLabelled; i < kRows; ++i) {
        const double evidence = log_evidence(tables, i);
        for (std::size_t k = 0; k < kClasses; ++k) {
          w[i][k] = weight * std::exp(log_joint(tables, i, k) - evidence);
        }
      }
      tables = estimated(w, kLambda);
      double sum = 0;
      for (std::size_t i = 0; i < kRows; ++i) {
        sum += i < kLabelled ? log_joint(tables, i, klass[i]) : weight * log_evidence(tables, i);
      }
      for (std::size_t k = 0; k < kClasses; ++k) {
        sum += kLambda * std::log(tables.prior[k]);
        for (const auto& word : tables.p) sum += kLambda * std::log(word.second[k]);
      }
      out.push_back(sum);
    }
    return out;
  }

  TestTable table(std::size_t begin, std::size_t end, bool with_class) const {
    std::vector<std::string> texts, classes;
    for (std::size_t i = begin; i < end; ++i) {
      std::string& text = texts.emplace_back(is_missing[i] ? "-" : "");
      for (const std::string& word : words[i]) text += word + " ";
      classes.push_back("c" + std::to_string(klass[i]));
    }
    TestTable out;
    out.terms("text", texts);
    if (with_class) out.texts("y", classes);
    return out;
  }
};

TEST(Em, OfTextsIsThatWrittenOut) {
  const ThreeTopics topics;
  const Schema schema = schema_of({feature("text", Family::kText, ValueType::kText)});
  Counts labelled(schema);
  const TestTable first = topics.table(0, ThreeTopics::kLabelled, true);
  labelled.add(first.batch());
  UnlabelledRows rows(schema);
  const TestTable others = topics.table(ThreeTopics::kLabelled, ThreeTopics::kRows, false);
  rows.append(others.batch());
  for (const double weight : {1.0, 0.25}) {
    const Em em(labelled, rows, 1);
    const EmRun run = em.run(em.shares_by_counts(), weight, 8);
    const std::vector<double> expected = topics.run(weight, 8);
    ASSERT_LE(run.objective.size(), expected.size());
    for (std::size_t i = 0; i < run.objective.size(); ++i) {
      EXPECT_NEAR(run.objective[i], expected[i], 1e-6 * std::abs(expected[i])) << i;
    }
    EXPECT_EQ(run.expected.total_weight().to_double(),
              weight * (ThreeTopics::kRows - ThreeTopics::kLabelled));
    run.expected.check();  // what was scaled could have been counted
    // The same on several threads.
    EXPECT_EQ(Em(labelled, rows, 3).run(em.shares_by_counts(), weight, 8).objective, run.objective);
  }
}

// Texts beside numbers and labels, weights, missing cells: no step makes the objective smaller.
TEST(Em, ObjectiveOfTextsNeverFalls) {
  for (const unsigned classes : {2U, 5U, 20U}) {
    std::mt19937 random(classes);
    const auto table = [&](std::size_t number, bool with_class) {
      std::vector<std::string> texts, colours, y;
      std::vector<double> x, w;
      for (std::size_t i = 0; i < number; ++i) {
        const unsigned k = i < classes ? static_cast<unsigned>(i) : random() % classes;
        std::string text;
        for (unsigned n = random() % 30; n > 0; --n) {
          const auto word =
              static_cast<unsigned>(std::pow((random() % 1000 + 1) / 1001.0, -1.2)) % 400;
          text += "w" + std::to_string(random() % 2 == 0 ? word : word * classes + k) + " ";
        }
        texts.push_back(random() % 12 == 0 ? "-" : text);
        colours.emplace_back(random() % 9 == 0 ? "" : random() % 3 == 0 ? "red" : "blue");
        x.push_back(random() % 10 == 0 ? std::nan("") : k + random() % 100 / 10.0);
        w.push_back(1 + random() % 3 / 4.0);
        y.push_back("c" + std::to_string(k));
      }
      TestTable out;
      out.terms("text", texts).texts("colour", colours).numbers("x", x).numbers("w", w);
      if (with_class) out.texts("y", y);
      return out;
    };
    const Schema schema = schema_of({feature("text", Family::kText, ValueType::kText),
                                     feature("colour", Family::kCategorical, ValueType::kText),
                                     feature("x", Family::kGaussian),
                                     column_with_role("w", Role::kWeight, ValueType::kNumber)});
    Counts labelled(schema);
    const TestTable first = table(std::size_t{3} * classes, true), others = table(300, false);
    labelled.add(first.batch());
    UnlabelledRows rows(schema);
    rows.append(others.batch());
    const Em em(labelled, rows, 2);
    for (const double weight : {0.1, 1.0}) {
      ClassShares shares = em.shares_by_counts();
      double before = kLogZero;
      for (int step = 0; step < 15; ++step) {
        const Counts sums = em.expected(shares, weight);
        const double now = em.objective(em.tables(sums), weight, shares);
        EXPECT_GE(now, before - 1e-9 * std::abs(now)) << classes << " " << weight << " " << step;
        before = now;
      }
    }
  }
}

}  // namespace
}  // namespace tally
