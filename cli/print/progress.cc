// SPDX-License-Identifier: Apache-2.0
#include "cli/print/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

// 40 s, 3 min, 2 h: no more is known.
std::string time_text(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3600);
}

}  // namespace

std::string progress_text(const ReadProgress& now, double seconds) {
  const auto rows = static_cast<double>(now.rows), bytes = static_cast<double>(now.bytes);
  // What was read to look at the columns is read again: the share may pass 1, and is then not told.
  const double share = now.total_bytes > 0 ? bytes / static_cast<double>(now.total_bytes) : 0;
  const bool is_known = share >= 0.01 && share <= 1;
  std::string out = count_text(rows) + " rows";
  if (is_known) out += fmt::format(", {:.0f} %", std::floor(100 * share));
  out += fmt::format(", {:.3g} rows/s, {:.3g} MB/s", rows / seconds, bytes / seconds / 1e6);
  if (is_known) out += ", " + time_text(seconds * (1 - share) / share) + " left";
  return out;
}

Progress::Progress(const Table& table) : table_(table) {
  if (::isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { watch(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stop_changed_.notify_all();
  thread_.join();
}

void Progress::watch() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  auto pause = std::chrono::milliseconds(500);
  bool shown = false;
  std::unique_lock lock(mutex_);
  while (!stop_changed_.wait_for(lock, pause, [this] { return stop_; })) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    std::fprintf(stderr, "\r\033[K%s", progress_text(table_.progress(), seconds).c_str());
    std::fflush(stderr);
    shown = true;
    pause = std::chrono::milliseconds(200);
  }
  if (shown) std::fputs("\r\033[K", stderr);
}

}  // namespace tally::cli
