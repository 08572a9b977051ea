// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/term_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tally/base/error.h"
#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

const RankedTerm* find(const TermRanking& ranking, std::size_t k, const std::string& term) {
  for (const RankedTerm& one : ranking.terms[k]) {
    if (one.term == term) return &one;
  }
  return nullptr;
}

// Classes in label order: ham (3 rows), spam (2), work (1).
TEST(TermRank, ListsATermUnderTheClassItLeansTo) {
  const TermRanking ranking = rank_terms(counted_messages());
  EXPECT_EQ(ranking.target, "y");
  EXPECT_EQ(ranking.features, std::vector<std::string>{"body"});
  EXPECT_TRUE(ranking.others.empty());
  ASSERT_EQ(ranking.classes.size(), 3U);
  EXPECT_EQ(ranking.class_rows, (std::vector<double>{3, 2, 1}));
  // In 2 of 2 rows of spam and in none of the other 4.
  const RankedTerm& win = ranking.terms[1][1];
  EXPECT_EQ(win.term, "win");
  EXPECT_EQ(win.rows, (std::vector<double>{0, 2, 0}));
  EXPECT_NEAR(win.leaning, std::log((2 + 1.0 / 3) / (2.0 / 3)) - std::log(2.0 / 4), 1e-14);
  EXPECT_NEAR(win.information, std::log(3.0) / 3 + 2 * std::log(1.5) / 3, 1e-14);
  // In both rows of spam and in that of work, which are fewer by themselves: log(28 / 10) for spam,
  // log(35 / 17) for work.
  // It parts these two from ham without fail, and so is the first.
  const RankedTerm& cash = ranking.terms[1].front();
  EXPECT_EQ(cash.term, "cash");
  EXPECT_NEAR(cash.leaning, std::log((2 + 1.0 / 3) / (1 + 2.0 / 3) * 2), 1e-14);
  EXPECT_NEAR(cash.information, std::log(2.0), 1e-14);
  EXPECT_EQ(find(ranking, 2, "cash"), nullptr);
  EXPECT_NE(find(ranking, 2, "report"), nullptr);
  EXPECT_EQ(ranking.leaning_terms, (std::vector<std::int64_t>{4, 4, 1}));
}

TEST(TermRank, TheBestOfEachClass) {
  const TermRanking ranking = rank_terms(counted_messages(), 2);
  EXPECT_EQ(ranking.terms[0].size(), 2U);
  EXPECT_EQ(ranking.terms[0][0].term, "at");  // at, lunch, meeting, noon are equal
  EXPECT_EQ(ranking.terms[0][1].term, "lunch");
  EXPECT_EQ(ranking.leaning_terms[0], 4);
  EXPECT_NE(to_text(ranking).find("Terms that speak for y = ham (3 rows)\n"), std::string::npos);
  EXPECT_NE(to_text(ranking).find("  2 more\n"), std::string::npos);
}

// Σ p(x, y) log(p(x, y) / (p(x) p(y))) of a term that is in the row or not, by hand.
double information_by_hand(const std::vector<double>& with, const std::vector<double>& all) {
  double rows = 0, have = 0, sum = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    rows += all[k];
    have += with[k];
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (const bool has : {true, false}) {
      const double n = has ? with[k] : all[k] - with[k];
      const double of_x = has ? have : rows - have;
      if (n > 0) sum += n / rows * std::log(n * rows / (of_x * all[k]));
    }
  }
  return sum;
}

TEST(TermRank, AgreesWithCountingByHandWhereTextsAreMissing) {
  std::mt19937 random(11);
  const std::vector<std::string> words{"a", "b", "c", "d", "e", "f", "g"};
  const std::vector<std::string> labels{"p", "q", "r", "s"};
  for (int round = 0; round < 30; ++round) {
    const std::size_t K = 2 + random() % 3;
    std::vector<std::string> texts, truth;
    std::map<std::string, std::vector<double>> with;
    for (const std::string& word : words) with[word].resize(K);
    for (int row = 0; row < 60; ++row) {
      const std::size_t k =
          row < static_cast<int>(K) ? static_cast<std::size_t>(row) : random() % K;
      truth.push_back(labels[k]);
      std::string& text = texts.emplace_back();
      if (random() % 5 == 0) continue;  // missing
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (random() % (2 + (i + k) % K) != 0) continue;
        text += (text.empty() ? "" : " ") + words[i];
        with[words[i]][k] += 1;
      }
    }
    TestTable table;
    table.terms("body", texts).texts("y", truth);
    Counts counts(text_schema());
    counts.add(table.batch());
    std::vector<double> counted;  // an empty text may be a text without terms, or none
    for (const Counts::Class& klass : counts.classes()) {
      ExactSum rows = klass.weight;
      rows -= counts.tallies()[0].at(klass.code, Part::kMissing);
      counted.push_back(rows.to_double());
    }
    double rows = 0;
    for (const double n : counted) rows += n;
    const TermRanking ranking = rank_terms(counts);
    for (std::size_t k = 0; k < K; ++k) {
      for (const RankedTerm& term : ranking.terms[k]) {
        const std::vector<double>& d = with.at(term.term);
        EXPECT_EQ(term.rows, d);
        EXPECT_NEAR(term.information, information_by_hand(d, counted), 1e-12);
        double have = 0;
        for (const double n : d) have += n;
        double greatest = 0;
        for (std::size_t i = 0; i < K; ++i) {
          const double share = counted[i] / rows;
          const double odds = (d[i] + share) / (have - d[i] + 1 - share);
          if (d[i] > 0) {
            greatest = std::max(greatest, std::log(odds * (rows - counted[i]) / counted[i]));
          }
        }
        EXPECT_NEAR(term.leaning, greatest, 1e-12);
      }
    }
  }
}

// One row of the larger class has the term: it leans to that class, however unequal they are.
TEST(TermRank, ARareTermLeansToTheClassThatHasIt) {
  std::vector<std::string> texts(50, "all"), labels(50, "large");
  texts.back() = "all rare";
  texts.emplace_back("all small");
  labels.emplace_back("little");
  TestTable table;
  table.terms("body", texts).texts("y", labels);
  Counts counts(text_schema());
  counts.add(table.batch());
  const TermRanking ranking = rank_terms(counts);
  EXPECT_NE(find(ranking, 0, "rare"), nullptr);
  EXPECT_EQ(find(ranking, 1, "rare"), nullptr);
  EXPECT_NE(find(ranking, 1, "small"), nullptr);
  EXPECT_EQ(find(ranking, 0, "all"), nullptr);  // in every row: it leans to none
  EXPECT_EQ(find(ranking, 1, "all"), nullptr);
}

TEST(TermRank, ManyClassesAreSummedUpForPeople) {
  std::vector<std::string> texts, labels;
  for (int k = 0; k < 8; ++k) {
    texts.push_back("all w" + std::to_string(k));
    labels.push_back("k" + std::to_string(k));
  }
  TestTable table;
  table.terms("body", texts).texts("y", labels);
  Counts counts(text_schema());
  counts.add(table.batch());
  const std::string text = to_text(rank_terms(counts));
  EXPECT_NE(text.find("term  rows  of others  leaning  information"), std::string::npos) << text;
  EXPECT_NE(to_json(rank_terms(counts)).find("\"k7\": 1.0"), std::string::npos);
}

TEST(TermRank, NeedsAText) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian, ValueType::kNumber),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  EXPECT_THROW(rank_terms(Counts(validated(schema))), Error);
}

}  // namespace
}  // namespace tally
