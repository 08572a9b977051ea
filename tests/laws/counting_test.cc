// SPDX-License-Identifier: Apache-2.0
// The laws of counting: counts form a group, and the model's bytes are a function of the rows
// alone.
#include <gtest/gtest.h>

#include <atomic>

#include "tally/inside/base.h"
#include "tally/inside/model.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

using Rows = std::vector<std::size_t>;

std::vector<std::byte> bytes_of(const Counts& counts) { return to_bytes({counts, ""}); }

Counts count_rows(const RandomTable& table, const Rows& rows, std::uint32_t column_seed = 0) {
  Counts counts(table.schema());
  const TestTable dealt = table.deal(rows, column_seed);
  counts.add(dealt.batch());
  return counts;
}

std::vector<Rows> split(const Rows& rows, std::size_t parts) {
  std::vector<Rows> out(parts);
  for (std::size_t i = 0; i < rows.size(); ++i) out[i * parts / rows.size()].push_back(rows[i]);
  return out;
}

using Weights = RandomTable::Weights;

class Laws : public ::testing::TestWithParam<std::tuple<int, const char*, Weights>> {
 protected:
  RandomTable table_{static_cast<std::uint32_t>(std::get<0>(GetParam())), 300,
                     std::get<1>(GetParam()), std::get<2>(GetParam())};
  std::vector<std::byte> whole_ = bytes_of(count_rows(table_, table_.all_rows()));
};

TEST_P(Laws, PiecesAreTheWhole) {
  for (const std::size_t parts : {1U, 2U, 7U}) {
    Counts counts(table_.schema());
    for (const Rows& part : split(table_.all_rows(), parts)) {
      const TestTable dealt = table_.deal(part);
      counts.add(dealt.batch());
    }
    EXPECT_EQ(bytes_of(counts), whole_) << parts;
  }
}

TEST_P(Laws, RowsAndColumnsInAnyOrder) {
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    EXPECT_EQ(bytes_of(count_rows(table_, table_.shuffled_rows(seed), seed)), whole_);
  }
}

TEST_P(Laws, MergeCommutesAndAssociates) {
  const auto parts = split(table_.all_rows(), 3);
  const Counts a = count_rows(table_, parts[0]);
  const Counts b = count_rows(table_, parts[1]);
  const Counts c = count_rows(table_, parts[2]);
  Counts ab = a, ba = b, bc = b, left = a, right = a;
  ab.merge(b);
  ba.merge(a);
  EXPECT_EQ(bytes_of(ab), bytes_of(ba));
  bc.merge(c);
  left.merge(bc);
  right = ab;
  right.merge(c);
  EXPECT_EQ(bytes_of(left), bytes_of(right));
  EXPECT_EQ(bytes_of(left), whole_);
}

TEST_P(Laws, MergedFromPartsInAnyOrder) {
  for (const std::size_t parts : {1U, 2U, 7U}) {
    auto pieces = split(table_.shuffled_rows(5), parts);
    std::shuffle(pieces.begin(), pieces.end(), std::mt19937(7));
    Counts counts(table_.schema());
    for (const Rows& piece : pieces) counts.merge(count_rows(table_, piece));
    EXPECT_EQ(bytes_of(counts), whole_) << parts;
  }
}

TEST_P(Laws, CountedByAnyNumberOfThreads) {
  const auto pieces = split(table_.all_rows(), 40);
  for (const int threads : {1, 2, 7}) {
    std::vector<Counts> workers(static_cast<std::size_t>(threads), Counts(table_.schema()));
    std::size_t next = 0;
    in_order(
        threads,
        [&]() -> std::optional<Rows> {
          return next < pieces.size() ? std::optional(pieces[next++]) : std::nullopt;
        },
        [&](const Rows& rows, int worker) {
          const TestTable dealt = table_.deal(rows);
          return workers[static_cast<std::size_t>(worker)].add(dealt.batch());
        },
        [](const Counted&) {});
    Counts counts(table_.schema());
    for (const Counts& worker : workers) counts.merge(worker);
    EXPECT_EQ(bytes_of(counts), whole_) << threads;
  }
}

TEST_P(Laws, SubtractUndoesAdd) {
  const auto parts = split(table_.shuffled_rows(11), 2);
  const Counts a = count_rows(table_, parts[0]);
  const Counts b = count_rows(table_, parts[1]);
  Counts both = a;
  both.merge(b);
  both.subtract(b);
  EXPECT_EQ(bytes_of(both), bytes_of(a));
}

TEST_P(Laws, RowsOfWeightZeroAreNoRows) {
  if (std::get<2>(GetParam()) == Weights::kNone) return;
  Rows heavy;
  const TestTable all = table_.deal(table_.all_rows());
  const Batch batch = all.batch();
  const auto& weights = std::get<Numbers>(*batch.find("weight"));
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    if (weights.at(static_cast<std::int64_t>(row)) > 0) heavy.push_back(row);
  }
  ASSERT_LT(heavy.size(), table_.rows());
  EXPECT_EQ(bytes_of(count_rows(table_, heavy)), whole_);
}

INSTANTIATE_TEST_SUITE_P(Tables, Laws,
                         ::testing::Combine(::testing::Values(1, 2),
                                            ::testing::Values("c", "b", "k", "g", "m", "t", "o",
                                                              "cbBkgpemto"),
                                            ::testing::Values(Weights::kNone, Weights::kTame)));
INSTANTIATE_TEST_SUITE_P(UglyTables, Laws,
                         ::testing::Combine(::testing::Values(1, 2, 3),
                                            ::testing::Values("w", "u", "h", "q", "gwuhqkmtcbBpeo"),
                                            ::testing::Values(Weights::kNone, Weights::kUgly)));

TEST(Laws, ForgettingAllButTwoOfAThousandRowsIsFittingThoseTwo) {
  const RandomTable table(3, 1000, "ccbBkggpem", true);
  const Rows rows = table.shuffled_rows(9);
  const Rows kept(rows.begin(), rows.begin() + 2);
  Counts counts = count_rows(table, rows);
  for (std::size_t i = 2; i < rows.size(); ++i) counts.subtract(count_rows(table, {rows[i]}));
  EXPECT_EQ(bytes_of(counts), bytes_of(count_rows(table, kept)));
}

TEST(Laws, WeightTwoIsTheRowTwice) {
  const RandomTable table(4, 200, "cbBkgpem", false);
  Rows twice = table.all_rows();
  const Rows once = twice;
  twice.insert(twice.end(), once.begin(), once.end());
  Schema schema = table.schema();
  schema.columns.push_back(column_with_role("weight", Role::kWeight, ValueType::kNumber));
  const auto weighted = [&](const Rows& rows, double weight) {
    TestTable dealt = table.deal(rows);
    dealt.numbers("weight", std::vector<double>(rows.size(), weight));
    Counts counts(schema);
    counts.add(dealt.batch());
    return counts;
  };
  EXPECT_EQ(bytes_of(weighted(once, 2)), bytes_of(weighted(twice, 1)));
  // Three tenths three times are not nine tenths in doubles, but the sum is exactly three times
  // 0.3.
  Counts thirds = weighted(once, 0.3);
  thirds.merge(weighted(once, 0.3));
  thirds.merge(weighted(once, 0.3));
  thirds.subtract(weighted(once, 0.3));
  EXPECT_EQ(bytes_of(thirds), bytes_of(weighted(twice, 0.3)));
}

TEST(Laws, ValuesFarApartInOneColumnAreAllKept) {
  std::vector<double> values;
  for (int e = -300; e <= 300; e += 20)
    values.push_back(std::pow(10.0, e) * (e % 40 == 0 ? 1 : -1));
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  const auto counted = [&](const std::vector<double>& x) {
    TestTable table;
    table.numbers("x", x).texts("y", std::vector<std::string>(x.size(), "k"));
    Counts counts(schema);
    counts.add(table.batch());
    return counts;
  };
  Counts all = counted(values);
  // Taking the giants away must bring the dwarfs back, to the last bit.
  const std::vector<double> dwarfs(values.begin(), values.begin() + 5);
  all.subtract(counted({values.begin() + 5, values.end()}));
  EXPECT_EQ(bytes_of(all), bytes_of(counted(dwarfs)));
}

}  // namespace
}  // namespace tally
