// SPDX-License-Identifier: Apache-2.0
// Work on many threads, answers in one order.
//
//   source (one thread at a time) → work (side by side) → sink (one at a time, in source order)
//
// There is no thread pool behind this: the threads live as long as the call. With one thread
// nothing is started and everything runs in the caller.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tally {

/// The CPUs that this process may use (its affinity mask), at least 1.
int available_threads();

/// Pulls items from `source` until it gives std::nullopt, passes each to `work(item, worker)` on up
/// to `threads` threads (worker: 0 … threads − 1, one item at a time per worker), and hands the
/// results to `sink` in the order of the items. `source` and `sink` are never called twice at once;
/// at most `threads` results wait for their turn. Of several exceptions the one of the earliest
/// item is thrown, so that an error does not depend on the number of threads; nothing goes to
/// `sink` after it. Fewer threads do the work where the system does not give as many. REQUIRES:
/// threads >= 1.
template <class Source, class Work, class Sink>
void in_order(int threads, Source&& source, Work&& work, Sink&& sink);

/// Calls run(worker) on up to `threads` threads at once, worker 0 being the caller, and waits for
/// all of them. Fewer do it where the system does not give as many. REQUIRES: run does not throw,
/// threads >= 1.
template <class Run>
void side_by_side(int threads, Run&& run);

/// Calls work(begin, end) for pieces of `rows` rows, side by side on up to `threads` threads, and
/// sink(result) with each result, one at a time, in the order of the rows. Where there are few
/// cells there is one piece. An error is that of the earliest piece. REQUIRES: threads >= 1.
template <class Work, class Sink>
void in_pieces(std::int64_t rows, std::int64_t cells_per_row, int threads, Work&& work,
               Sink&& sink);

/// How many workers in_pieces and in_shares have: not more than are worth it.
int workers_for(std::int64_t rows, std::int64_t cells_per_row, int threads);

/// Calls work(begin, end, worker) for shares of `rows` rows, side by side. A worker that finishes a
/// share takes the next, and shares become smaller towards the end, so that all workers finish at
/// about the same time, however fast each CPU is. Which worker gets which share is left to chance,
/// so this is for results that do not depend on it. An error is that of the earliest share. A share
/// has kMostRowsInShare rows at most. REQUIRES: threads >= 1.
///
///   std::vector<Table> tables(workers_for(rows, columns, threads));
///   in_shares(rows, columns, threads, [&](std::int64_t begin, std::int64_t end, int worker) {
///     tables[worker].add(begin, end);
///   });
template <class Work>
void in_shares(std::int64_t rows, std::int64_t cells_per_row, int threads, Work&& work);

inline constexpr std::int64_t kMostRowsInShare = 1 << 17;

/// Hands out the shares of in_shares, and remembers the earliest failure. Any number of threads may
/// ask at once.
class ShareQueue {
 public:
  struct Share {
    std::int64_t begin, end;
  };
  ShareQueue(std::int64_t rows, std::int64_t cells_per_row, int workers);

  /// None when all rows are given away, or one share has failed.
  std::optional<Share> next();
  void fail(const Share& share, std::exception_ptr error);
  /// Throws the error of the earliest share that failed, if any did.
  void rethrow() const;

 private:
  std::mutex mutex_;
  std::int64_t rows_, least_, workers_;
  std::int64_t next_ = 0;
  std::int64_t failed_ = 0;  // where the share began
  std::exception_ptr failure_;
};

// ---------------------------------------------------------------------------------------------

template <class Source, class Work, class Sink>
void in_order(int threads, Source&& source, Work&& work, Sink&& sink) {
  if (threads <= 1) {
    while (auto item = source()) sink(work(*std::move(item), 0));
    return;
  }
  std::mutex source_mutex;
  std::mutex turn_mutex;
  std::condition_variable turn_changed;
  std::int64_t next_item = 0;  // guarded by source_mutex
  bool exhausted = false;      // guarded by source_mutex
  std::int64_t turn = 0;       // guarded by turn_mutex: the item whose result may go to the sink
  std::exception_ptr failure;  // guarded by turn_mutex: of the earliest item that failed

  const auto run = [&](int worker) {
    for (;;) {
      std::int64_t number = 0;
      std::exception_ptr error;
      decltype(source()) item;
      {
        const std::lock_guard lock(source_mutex);
        if (exhausted) return;
        number = next_item++;
        try {
          item = source();
        } catch (...) {
          error = std::current_exception();
        }
        if (!item) exhausted = true;
        if (!item && !error) return;
      }
      using Result = decltype(work(*std::move(item), worker));
      std::optional<Result> result;
      if (!error) {
        try {
          result.emplace(work(*std::move(item), worker));
        } catch (...) {
          error = std::current_exception();
        }
      }
      std::unique_lock lock(turn_mutex);
      turn_changed.wait(lock, [&] { return turn == number || failure != nullptr; });
      if (failure != nullptr) return;  // an earlier item failed: this one never happened
      if (!error) {
        try {
          sink(*std::move(result));
        } catch (...) {
          error = std::current_exception();
        }
      }
      if (error) failure = error;
      ++turn;
      turn_changed.notify_all();
      if (error) return;
    }
  };

  side_by_side(threads, run);
  if (failure) std::rethrow_exception(failure);
}

template <class Run>
void side_by_side(int threads, Run&& run) {
  std::vector<std::thread> helpers;
  try {
    for (int worker = 1; worker < threads; ++worker) helpers.emplace_back(std::ref(run), worker);
  } catch (const std::system_error&) {
    // The threads that did start, and this one, do the work.
  }
  run(0);
  for (std::thread& helper : helpers) helper.join();
}

template <class Work, class Sink>
void in_pieces(std::int64_t rows, std::int64_t cells_per_row, int threads, Work&& work,
               Sink&& sink) {
  const std::int64_t pieces = workers_for(rows, cells_per_row, threads);
  std::int64_t next = 0;
  in_order(
      static_cast<int>(pieces),
      [&]() -> std::optional<std::int64_t> {
        return next < pieces ? std::optional(next++) : std::nullopt;
      },
      [&](std::int64_t piece, int) {
        return work(rows * piece / pieces, rows * (piece + 1) / pieces);
      },
      sink);
}

template <class Work>
void in_shares(std::int64_t rows, std::int64_t cells_per_row, int threads, Work&& work) {
  const int workers = workers_for(rows, cells_per_row, threads);
  ShareQueue shares(rows, cells_per_row, workers);
  side_by_side(workers, [&](int worker) {
    while (const auto share = shares.next()) {
      try {
        work(share->begin, share->end, worker);
      } catch (...) {
        shares.fail(*share, std::current_exception());
      }
    }
  });
  shares.rethrow();
}

}  // namespace tally
