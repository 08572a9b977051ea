// Work on many threads, answers in one order.
//
//   source (one thread at a time) → work (side by side) → sink (one at a time, in source order)
//
// There is no thread pool behind this: the threads live as long as the call. With one thread
// nothing is started and everything runs in the caller.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
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

/// Calls work(begin, end) for pieces of `rows` rows, side by side on up to `threads` threads, and
/// sink(result) with each result, one at a time, in the order of the rows. Where there are few
/// cells there is one piece. An error is that of the earliest piece. REQUIRES: threads >= 1.
template <class Work, class Sink>
void in_pieces(std::int64_t rows, std::int64_t cells_per_row, int threads, Work&& work,
               Sink&& sink);

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

  std::vector<std::thread> helpers;
  try {
    for (int worker = 1; worker < threads; ++worker) helpers.emplace_back(run, worker);
  } catch (const std::system_error&) {
    // The threads that did start, and this one, do the work.
  }
  run(0);
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

template <class Work, class Sink>
void in_pieces(std::int64_t rows, std::int64_t cells_per_row, int threads, Work&& work,
               Sink&& sink) {
  constexpr std::int64_t kCellsWorthAThread = 1 << 16;
  const std::int64_t most = rows * std::max<std::int64_t>(cells_per_row, 1) / kCellsWorthAThread;
  const auto pieces = std::clamp<std::int64_t>(most, 1, threads);
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

}  // namespace tally
