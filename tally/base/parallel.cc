// SPDX-License-Identifier: Apache-2.0
#include "tally/base/parallel.h"

#include <sched.h>

#include <algorithm>

namespace tally {

namespace {

constexpr std::int64_t kRowsTogether = 64;  // as many as the kernels take at once

}  // namespace

int available_threads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1U, std::thread::hardware_concurrency());
}

int workers_for(std::int64_t rows, std::int64_t cells_per_row, int threads) {
  constexpr std::int64_t kCellsWorthAThread = 1 << 16;
  const std::int64_t most = rows * std::max<std::int64_t>(cells_per_row, 1) / kCellsWorthAThread;
  return static_cast<int>(std::clamp<std::int64_t>(most, 1, threads));
}

ShareQueue::ShareQueue(std::int64_t rows, std::int64_t cells_per_row, int workers)
    : rows_(rows), workers_(workers) {
  constexpr std::int64_t kCellsInShare = 1 << 18;  // so many that to ask for them costs nothing
  least_ = std::clamp<std::int64_t>(kCellsInShare / std::max<std::int64_t>(cells_per_row, 1),
                                    kRowsTogether, kMostRowsInShare);
}

std::optional<ShareQueue::Share> ShareQueue::next() {
  const std::lock_guard lock(mutex_);
  if (next_ == rows_ || failure_ != nullptr) return std::nullopt;
  const std::int64_t left = rows_ - next_;
  std::int64_t rows = workers_ == 1 ? left : std::max(left / (2 * workers_), least_);
  rows = std::min(rows, kMostRowsInShare);
  rows = std::min(left, (rows + kRowsTogether - 1) / kRowsTogether * kRowsTogether);
  const Share share{next_, next_ + rows};
  next_ = share.end;
  return share;
}

void ShareQueue::fail(const Share& share, std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (failure_ != nullptr && failed_ < share.begin) return;
  failed_ = share.begin;
  failure_ = std::move(error);
}

void ShareQueue::rethrow() const {
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

}  // namespace tally
