// SPDX-License-Identifier: Apache-2.0
// EM over random tables of every mix of families: the objective never falls, nothing depends on the
// number of threads, and what all classes expect together is what the rows have.
#include <gtest/gtest.h>

#include <cmath>

#include "tally/inside/fit.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

struct Halves {
  Counts labelled;
  UnlabelledRows rows;
};

// The first rows have a class, the others have not.
Halves dealt(const RandomTable& table, std::size_t labelled) {
  std::vector<std::size_t> first, others;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    (row < labelled ? first : others).push_back(row);
  }
  Halves out{Counts(table.schema()), UnlabelledRows(table.schema())};
  const TestTable with_class = table.deal(first);
  out.labelled.add(with_class.batch());
  const TestTable without = table.deal(others);
  Batch batch = without.batch();
  std::erase_if(batch.columns, [](const NamedColumn& column) { return column.name == "y"; });
  out.rows.append(batch);
  return out;
}

using Weights = RandomTable::Weights;
constexpr std::array kMixes{"c", "g", "cg", "cbBgpem", "gggg", "wu", "hq", "cbBgpemwuhq"};

TEST(EmLaws, TheObjectiveNeverFalls) {
  int steps = 0;
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    const std::string mix = kMixes[seed % kMixes.size()];
    const RandomTable table(seed, 60 + 40 * (seed % 4), mix, static_cast<Weights>(seed % 3));
    const Halves halves = dealt(table, 5 + seed % 20);
    if (halves.labelled.total_weight().is_zero() || halves.rows.size() == 0) continue;
    const Em em(halves.labelled, halves.rows, 1);
    const double weight = seed % 2 == 0 ? 1 : 0.1;
    ClassShares shares = em.shares_by_counts();
    double before = -HUGE_VAL;
    for (int i = 0; i < 30; ++i) {
      const double now = em.objective(em.tables(em.expected(shares, weight)), weight, shares);
      ASSERT_FALSE(std::isnan(now)) << seed << " " << mix;
      // Shares are rounded to 2^-32 of a row, and doubles to 2^-53 of what is added up.
      if (std::isfinite(before)) {
        ASSERT_GE(now, before - 1e-9 * std::abs(before)) << seed << " " << mix << " step " << i;
        ++steps;
      } else {
        ASSERT_GE(now, before);
      }
      before = now;
    }
  }
  EXPECT_GT(steps, 300);
}

TEST(EmLaws, TheSameOnAnyNumberOfThreads) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const RandomTable table(seed, 20000, "cgpm", seed % 2 == 0);
    const Halves halves = dealt(table, 500);
    const EmRun one = Em(halves.labelled, halves.rows, 1)
                          .run(Em(halves.labelled, halves.rows, 1).shares_by_counts(), 0.3, 3);
    const Em em(halves.labelled, halves.rows, 3);
    const EmRun three = em.run(em.shares_by_counts(), 0.3, 3);
    EXPECT_EQ(one.objective, three.objective);
    EXPECT_EQ(to_bytes({one.expected, ""}), to_bytes({three.expected, ""}));
  }
}

TEST(EmLaws, ClassesExpectTogetherWhatTheRowsHave) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const RandomTable table(seed, 200, "cbBgpemu", false);
    const Halves halves = dealt(table, 50);
    const Em em(halves.labelled, halves.rows, 2);
    const EmRun run = em.run(em.shares_by_counts(), 1, 5);
    EXPECT_EQ(run.expected.total_weight(), ExactSum(150));
    run.expected.check();
  }
}

}  // namespace
}  // namespace tally
