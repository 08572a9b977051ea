// SPDX-License-Identifier: Apache-2.0
// The laws of the sample of a table's rows: it is a function of the rows alone, and of what was
// forgotten of them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tally/inside/fit.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

using Rows = std::vector<std::size_t>;
using Weights = RandomTable::Weights;

constexpr std::int64_t kFew = 20, kAll = 1000;

class Sampling : public ::testing::TestWithParam<std::tuple<const char*, Weights, bool>> {
 protected:
  // Some rows are there many times.
  Rows with_repeats(std::uint32_t seed) const {
    Rows rows = table_.shuffled_rows(1);
    for (std::size_t i = 0; i < 200; ++i) rows.push_back(rows[i * i % 17]);
    std::shuffle(rows.begin(), rows.end(), std::mt19937(seed));
    return rows;
  }

  Kept keep(std::int64_t most) const { return {RowSample(most), std::get<2>(GetParam())}; }

  // Counted by some workers, a few rows at a time; with another seed columns stand in another order.
  Piece counted(const Rows& rows, const Kept& kept, std::size_t workers = 1,
                std::uint32_t column_seed = 0) const {
    std::vector<PieceCounter> counters(workers, PieceCounter(table_.schema(), kept));
    constexpr std::size_t kRows = 13;
    for (std::size_t begin = 0; begin < rows.size(); begin += kRows) {
      const auto from = rows.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto size = static_cast<std::ptrdiff_t>(std::min(kRows, rows.size() - begin));
      const TestTable dealt = table_.deal({from, from + size}, column_seed);
      counters[begin / kRows % workers].add(dealt.batch());
    }
    return together(std::move(counters), 1);
  }
  Model fit(const Rows& rows, std::int64_t most) const {
    return model_of(counted(rows, keep(most)));
  }

  // Rows that count: they can be forgotten.
  Rows countable(const Rows& rows) const {
    Rows out;
    for (const std::size_t row : rows) {
      const TestTable dealt = table_.deal({row});
      if (cell_label(*dealt.batch().find("y"), 0)) out.push_back(row);
    }
    return out;
  }

  const RandomTable table_{11, 90, std::get<0>(GetParam()), std::get<1>(GetParam())};
};

TEST_P(Sampling, RowsThatComeBackCountAsTheyDid) {
  const Model model = fit(with_repeats(2), kAll);
  EXPECT_LT(model.sample.size(), 91);
  Counts again(table_.schema());
  const Batch rows = batch_of(model.sample, table_.schema());
  const std::vector<std::int64_t> times = times_of(model.sample);
  for (std::int64_t row = 0; row < rows.rows; ++row) {
    for (std::int64_t i = 0; i < times[static_cast<std::size_t>(row)]; ++i) {
      again.add(slice(rows, row, row + 1));
    }
  }
  EXPECT_EQ(to_bytes({again, ""}), to_bytes({model.counts, ""}));
}

TEST_P(Sampling, DoesNotDependOnOrderPiecesWorkersOrColumns) {
  for (const std::int64_t most : {std::int64_t{1}, kFew, kAll}) {
    const std::vector<std::byte> whole = to_bytes(fit(with_repeats(2), most));
    for (const std::size_t workers : {1U, 2U, 7U}) {
      const auto seed = static_cast<std::uint32_t>(workers) + 2;
      const Piece piece = counted(with_repeats(seed), keep(most), workers, seed);
      EXPECT_EQ(to_bytes(model_of(piece)), whole) << most << " by " << workers;
    }
  }
}

TEST_P(Sampling, ComesBackFromAFile) {
  for (const std::int64_t most : {kFew, kAll}) {
    const std::vector<std::byte> bytes = to_bytes(fit(with_repeats(2), most));
    EXPECT_EQ(to_bytes(from_bytes(bytes)), bytes);
  }
}

TEST_P(Sampling, LearnedIsAsIfItHadBeenThere) {
  const Rows all = with_repeats(3);
  const Rows first(all.begin(), all.begin() + 150), rest(all.begin() + 150, all.end());
  for (const std::int64_t most : {kFew, kAll}) {
    Model model = fit(first, most);
    learn(model, counted(rest, kept_to_learn(model), 3), "");
    Model whole = fit(all, most);
    tune_model(whole);  // as `learn` does for a model that never was
    EXPECT_EQ(to_bytes(model), to_bytes(whole));
    Model merged = fit(rest, most);
    merge(merged, fit(first, most));
    tune_model(merged);
    EXPECT_EQ(to_bytes(merged), to_bytes(model));
  }
}

TEST_P(Sampling, ForgottenWasNeverThere) {
  const Rows all = with_repeats(4);
  const Rows left(all.begin(), all.begin() + 150);
  const Rows gone = countable({all.begin() + 150, all.end()});
  Model model = fit(all, kAll);
  forget(model, counted(gone, kept_to_forget(model), 2));
  EXPECT_EQ(to_bytes(model), to_bytes(fit(left, kAll)));
}

// A sample that had to leave rows out is, after forgetting, every row left below its bound.
TEST_P(Sampling, ForgettingLeavesEveryRowBelowTheBound) {
  const Rows all = with_repeats(4);
  const Rows left(all.begin(), all.begin() + 150);
  const Rows gone = countable({all.begin() + 150, all.end()});
  Model model = fit(all, kFew);
  const std::string below = model.sample.below();
  forget(model, counted(gone, kept_to_forget(model), 2));
  EXPECT_EQ(model.sample.below(), below);
  RowSample expected(kFew);
  expected.set_below(below);
  const Model those_left = fit(left, kAll);
  for (const SampledRow& row : those_left.sample.rows()) expected.add(row);
  EXPECT_EQ(model.sample, expected);
  EXPECT_EQ(to_bytes(from_bytes(to_bytes(model))), to_bytes(model));
}

TEST_P(Sampling, InAFileIsAsInMemory) {
  const std::string path = testing::TempDir() + "sampling_" + std::to_string(::getpid()) + ".tally";
  std::filesystem::remove(path);
  const Rows all = with_repeats(5);
  const Rows first(all.begin(), all.begin() + 150), rest(all.begin() + 150, all.end());
  save_model(fit(first, kFew), path);
  change_model(path, [&](Model& model) { learn(model, counted(rest, kept_to_learn(model)), ""); });
  EXPECT_NO_THROW(check_model(path));
  compact_model(path);
  EXPECT_TRUE(check_model(path).canonical);
  Model whole = fit(all, kFew);
  tune_model(whole);
  EXPECT_EQ(to_bytes(load_model(path)), to_bytes(whole));
  std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(Tables, Sampling,
                         ::testing::Combine(::testing::Values("c", "bB", "gg", "cbBkgpem"),
                                            ::testing::Values(Weights::kNone, Weights::kTame),
                                            ::testing::Bool()));
INSTANTIATE_TEST_SUITE_P(UglyTables, Sampling,
                         ::testing::Combine(::testing::Values("w", "u", "gwuhqk"),
                                            ::testing::Values(Weights::kNone, Weights::kUgly),
                                            ::testing::Bool()));

}  // namespace
}  // namespace tally
