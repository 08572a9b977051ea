// SPDX-License-Identifier: Apache-2.0
#include "tally/read/batch_loop.h"

#include <numeric>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

// A piece of n rows becomes batches of two, and the number of each row is a label.
struct Pairs {
  Batch batch;
  Dictionary labels;

  template <class Take>
  void make(std::int64_t first, std::int64_t rows, const Take& take) {
    batch.file = "piece " + std::to_string(first);
    for (std::int64_t row = first; row < first + rows || row == first; row += 2) {
      batch.first_row = row;
      batch.rows = std::min<std::int64_t>(2, first + rows - row);
      for (std::int64_t i = 0; i < batch.rows; ++i) labels.code(Label::of(row + i));
      take(batch);
    }
  }
  const Dictionary* dictionary(std::size_t) const { return &labels; }
};

struct Seen {
  std::vector<std::int64_t> first_rows;  // in the order of the rows
  std::atomic<std::int64_t> rows{0};

  void read(int threads, const std::vector<std::int64_t>& pieces, const LimitedLabels& limited) {
    std::vector<Pairs> makers = one_each<Pairs>(threads);
    std::size_t next = 0;
    for_each_batch(
        makers, [&] { return next < pieces.size() ? std::optional(next++) : std::nullopt; },
        [&](std::size_t piece, Pairs& maker, const auto& take) {
          const auto end = pieces.begin() + static_cast<std::ptrdiff_t>(piece);
          maker.make(std::accumulate(pieces.begin(), end, std::int64_t{0}), pieces[piece], take);
        },
        [&](const Batch& batch, int) -> Table::Finish {
          EXPECT_GT(batch.rows, 0);
          if (batch.first_row % 4 == 2) return nullptr;
          return [this, row = batch.first_row] { first_rows.push_back(row); };
        },
        rows, limited);
  }
};

TEST(BatchLoop, EveryBatchIsFinishedInTheOrderOfTheRows) {
  for (const int threads : {-1, 1, 4}) {
    Seen seen;
    seen.read(threads, {6, 0, 2, 4, 8, 0, 12}, {});
    EXPECT_EQ(seen.first_rows, (std::vector<std::int64_t>{0, 4, 8, 12, 16, 20, 24, 28})) << threads;
    EXPECT_EQ(seen.rows, 32);
  }
}

TEST(BatchLoop, LabelsAreLimitedBeforeTheirPieceIsFinished) {
  for (const int threads : {1, 3}) {
    Seen seen;
    const auto error = error_of([&] { seen.read(threads, {4, 4, 4, 4}, {9, {"number"}}); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->place().file, "piece 8");
    EXPECT_EQ(error->place().column, "number");
    EXPECT_EQ(seen.first_rows, (std::vector<std::int64_t>{0, 4})) << threads;
    EXPECT_EQ(seen.rows, 8);
  }
}

TEST(BatchLoop, ThereIsAMakerForEachWorker) {
  EXPECT_EQ(one_each<Pairs>(3).size(), 3U);
  EXPECT_EQ(one_each<Pairs>(0).size(), 1U);
  EXPECT_EQ(one_each<std::string>(2, "a"), (std::vector<std::string>{"a", "a"}));
}

}  // namespace
}  // namespace tally
