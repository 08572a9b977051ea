// SPDX-License-Identifier: Apache-2.0
#include "tally/base/parallel.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tally {
namespace {

// Gives 0, 1, … count − 1, and notices if it is called twice at once.
class Numbers {
 public:
  explicit Numbers(int count) : count_(count) {}
  std::optional<int> operator()() {
    EXPECT_FALSE(busy_.exchange(true));
    const std::optional<int> item = next_ < count_ ? std::optional(next_++) : std::nullopt;
    busy_ = false;
    return item;
  }

 private:
  int count_;
  int next_ = 0;
  std::atomic<bool> busy_ = false;
};

void work_longer_for_earlier_items(int item) {
  std::this_thread::sleep_for(std::chrono::microseconds((7 - item % 7) * 50));
}

class InOrder : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, InOrder, testing::Values(1, 2, 7));

TEST_P(InOrder, ResultsComeInTheOrderOfTheItems) {
  Numbers numbers(200);
  std::vector<int> got;
  in_order(
      GetParam(), [&] { return numbers(); },
      [](int item, int) {
        work_longer_for_earlier_items(item);
        return item * item;
      },
      [&](int square) { got.push_back(square); });
  ASSERT_EQ(got.size(), 200U);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(got[static_cast<std::size_t>(i)], i * i);
}

TEST_P(InOrder, NothingInNothingOut) {
  in_order(
      GetParam(), [] { return std::optional<int>(); }, [](int item, int) { return item; },
      [](int) { FAIL(); });
}

TEST_P(InOrder, AWorkerHasOneItemAtATime) {
  Numbers numbers(100);
  std::vector<std::atomic<int>> busy(static_cast<std::size_t>(GetParam()));
  in_order(
      GetParam(), [&] { return numbers(); },
      [&](int item, int worker) {
        std::atomic<int>& mine = busy.at(static_cast<std::size_t>(worker));
        EXPECT_EQ(mine++, 0);
        work_longer_for_earlier_items(item);
        --mine;
        return item;
      },
      [](int) {});
}

TEST_P(InOrder, ItemsAndResultsMayBeMoveOnly) {
  Numbers numbers(10);
  int sum = 0;
  in_order(
      GetParam(),
      [&]() -> std::optional<std::unique_ptr<int>> {
        const std::optional<int> number = numbers();
        if (!number) return std::nullopt;
        return std::make_unique<int>(*number);
      },
      [](std::unique_ptr<int> item, int) { return item; },
      [&](std::unique_ptr<int> item) { sum += *item; });
  EXPECT_EQ(sum, 45);
}

TEST_P(InOrder, TheErrorOfTheEarliestItemIsThrownAndNothingFollowsIt) {
  Numbers numbers(100);
  std::vector<int> got;
  try {
    in_order(
        GetParam(), [&] { return numbers(); },
        [](int item, int) {
          work_longer_for_earlier_items(item);
          if (item >= 5) throw std::runtime_error(std::to_string(item));
          return item;
        },
        [&](int item) { got.push_back(item); });
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "5");
  }
  EXPECT_EQ(got, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST_P(InOrder, AnErrorOfTheSourceComesAfterWhatItGaveBefore) {
  Numbers numbers(100);
  std::vector<int> got;
  const auto source = [&] {
    const std::optional<int> item = numbers();
    if (item == 5) throw std::runtime_error("source");
    return item;
  };
  const auto run = [&] {
    in_order(
        GetParam(), source,
        [](int item, int) {
          work_longer_for_earlier_items(item);
          return item;
        },
        [&](int item) { got.push_back(item); });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(got, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST_P(InOrder, AnErrorOfTheSinkStopsIt) {
  Numbers numbers(100);
  int calls = 0;
  const auto run = [&] {
    in_order(
        GetParam(), [&] { return numbers(); }, [](int item, int) { return item; },
        [&](int item) {
          ++calls;
          if (item == 3) throw std::runtime_error("sink");
        });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(calls, 4);
}

TEST(AvailableThreads, FollowsTheAffinityOfTheProcess) {
  EXPECT_GE(available_threads(), 1);
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(available_threads(), CPU_COUNT(&before));
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(available_threads(), 1);
  sched_setaffinity(0, sizeof(before), &before);
}

TEST(InPieces, CoverTheRowsInOrder) {
  for (const int threads : {1, 2, 5}) {
    std::vector<std::int64_t> bounds{0};
    in_pieces(
        1'000'001, 1, threads,
        [](std::int64_t begin, std::int64_t end) { return std::pair(begin, end); },
        [&](std::pair<std::int64_t, std::int64_t> piece) {
          EXPECT_EQ(piece.first, bounds.back());
          bounds.push_back(piece.second);
        });
    EXPECT_EQ(bounds.back(), 1'000'001);
    EXPECT_EQ(bounds.size(), static_cast<std::size_t>(threads) + 1);
  }
}

TEST(InPieces, FewCellsAreOnePiece) {
  int pieces = 0;
  in_pieces(
      10, 10, 8, [](std::int64_t, std::int64_t end) { return end; },
      [&](std::int64_t) { ++pieces; });
  EXPECT_EQ(pieces, 1);
}

TEST(SideBySide, EveryWorkerRunsOnce) {
  std::vector<std::atomic<int>> runs(5);
  side_by_side(5, [&](int worker) { ++runs.at(static_cast<std::size_t>(worker)); });
  for (const auto& times : runs) EXPECT_EQ(times, 1);
}

class InShares : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, InShares, testing::Values(1, 2, 7));

TEST_P(InShares, EveryRowIsInOneShare) {
  for (const std::int64_t rows : {0, 1, 1'000'001}) {
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(rows));
    in_shares(rows, 3, GetParam(), [&](std::int64_t begin, std::int64_t end, int worker) {
      EXPECT_LT(begin, end);
      EXPECT_LE(end - begin, kMostRowsInShare);
      EXPECT_GE(worker, 0);
      EXPECT_LT(worker, workers_for(rows, 3, GetParam()));
      for (std::int64_t row = begin; row < end; ++row) ++seen.at(static_cast<std::size_t>(row));
    });
    for (const auto& times : seen) ASSERT_EQ(times, 1);
  }
}

TEST_P(InShares, AWorkerHasOneShareAtATime) {
  std::vector<std::atomic<int>> busy(static_cast<std::size_t>(GetParam()));
  in_shares(3'000'000, 20, GetParam(), [&](std::int64_t, std::int64_t, int worker) {
    std::atomic<int>& mine = busy.at(static_cast<std::size_t>(worker));
    EXPECT_EQ(mine++, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    --mine;
  });
}

TEST_P(InShares, TheErrorOfTheEarliestShareIsThrown) {
  // The earlier a bad row is, the longer its share takes.
  const std::vector<std::int64_t> bad{300'000, 400'000, 401'000, 999'999};
  const auto work = [&](std::int64_t begin, std::int64_t end, int) {
    for (const std::int64_t row : bad) {
      if (row < begin || row >= end) continue;
      std::this_thread::sleep_for(std::chrono::microseconds((1'000'000 - row) / 100));
      throw std::runtime_error(std::to_string(row));
    }
  };
  for (int times = 0; times < 20; ++times) {
    try {
      in_shares(1'000'000, 20, GetParam(), work);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "300000");
    }
  }
}

TEST(ShareQueue, WhoIsSlowGetsFewerRows) {
  std::vector<std::int64_t> rows(2);
  in_shares(4'000'000, 20, 2, [&](std::int64_t begin, std::int64_t end, int worker) {
    rows.at(static_cast<std::size_t>(worker)) += end - begin;
    std::this_thread::sleep_for(
        std::chrono::microseconds((end - begin) / (worker == 0 ? 20 : 200)));
  });
  EXPECT_EQ(rows[0] + rows[1], 4'000'000);
  EXPECT_LT(rows[0], rows[1]);
}

TEST(WorkersFor, AreAsManyAsAreWorthIt) {
  EXPECT_EQ(workers_for(10, 10, 8), 1);
  EXPECT_EQ(workers_for(0, 0, 8), 1);
  EXPECT_EQ(workers_for(3 << 16, 1, 8), 3);
  EXPECT_EQ(workers_for(std::int64_t{1} << 40, 20, 8), 8);
}

}  // namespace
}  // namespace tally
