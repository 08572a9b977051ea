#include "cli/progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "tally/explain.h"

namespace tally::cli {

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
    const ReadProgress now = table_.progress();
    const auto rows = static_cast<double>(now.rows);
    std::fprintf(stderr, "\r\033[K%s rows, %.3g rows/s, %.3g MB/s", count_text(rows).c_str(),
                 rows / seconds, static_cast<double>(now.bytes) / seconds / 1e6);
    std::fflush(stderr);
    shown = true;
    pause = std::chrono::milliseconds(200);
  }
  if (shown) std::fputs("\r\033[K", stderr);
}

}  // namespace tally::cli
