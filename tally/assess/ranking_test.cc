// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <gtest/gtest.h>

#include <random>

namespace tally {
namespace {

struct Row {
  double posterior;
  int truth;
  double weight;
};

// Every pair, one by one.
double auc_of_pairs(const std::vector<Row>& rows) {
  double won = 0, pairs = 0;
  for (const Row& own : rows) {
    for (const Row& rest : rows) {
      if (own.truth != 0 || rest.truth == 0) continue;
      const double weight = own.weight * rest.weight;
      pairs += weight;
      won += weight * (own.posterior > rest.posterior    ? 1
                       : own.posterior == rest.posterior ? 0.5
                                                         : 0);
    }
  }
  return won / pairs;
}

void add(Ranking& ranking, const Row& row) {
  const double both[] = {row.posterior, 1 - row.posterior};
  ranking.add(both, row.truth, row.weight);
}

std::vector<Row> random_rows(bool weighted) {
  std::mt19937 random(7);
  std::vector<Row> rows;
  for (int i = 0; i < 60; ++i) {
    rows.push_back({static_cast<double>(random() % 9) / 8, static_cast<int>(random() % 3) - 1,
                    weighted ? 0.1 + static_cast<double>(random() % 7) : 1});
  }
  return rows;
}

TEST(Ranking, FourRowsByHand) {
  Ranking ranking(2);
  for (const Row& row : std::vector<Row>{{0.9, 0, 1}, {0.4, 0, 1}, {0.4, 1, 1}, {0.1, 1, 1}}) {
    add(ranking, row);
  }
  EXPECT_EQ(ranking.auc(0), 3.5 / 4);
  EXPECT_EQ(ranking.auc(1), 3.5 / 4);
}

TEST(Ranking, AgreesWithCountingPairs) {
  for (const bool weighted : {false, true}) {
    const std::vector<Row> rows = random_rows(weighted);
    Ranking ranking(2);
    for (const Row& row : rows) add(ranking, row);
    ASSERT_TRUE(ranking.auc(0).has_value());
    EXPECT_NEAR(*ranking.auc(0), auc_of_pairs(rows), weighted ? 1e-14 : 0) << weighted;
  }
}

TEST(Ranking, TheOrderOfRowsAndPiecesDoesNotMatter) {
  const std::vector<Row> rows = random_rows(true);
  Ranking whole(2), first(2), second(2);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    add(whole, rows[i]);
    add(i % 3 == 0 ? first : second, rows[rows.size() - 1 - i]);
  }
  first.merge(second);
  EXPECT_EQ(first.auc(0), whole.auc(0));
  EXPECT_EQ(first.auc(1), whole.auc(1));
}

TEST(Ranking, OneSideAloneHasNone) {
  Ranking ranking(2);
  EXPECT_EQ(ranking.auc(0), std::nullopt);
  add(ranking, {0.7, 0, 1});
  EXPECT_EQ(ranking.auc(0), std::nullopt);
  EXPECT_EQ(ranking.auc(1), std::nullopt);
}

}  // namespace
}  // namespace tally
