// SPDX-License-Identifier: Apache-2.0
// A line that says how far a read has come: on a terminal, after half a second, gone at the end.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "tally/inside/read.h"

namespace tally::cli {

/// "1,234 rows, 12 %, 1e+03 rows/s, 20 MB/s, 40 s left": what there is to say after so many
/// seconds. Percent and time are left out where the size is not known, and in the beginning.
std::string progress_text(const ReadProgress& now, double seconds);

class Progress {
 public:
  /// Watches the table until destroyed. Does nothing if standard error is not a terminal.
  explicit Progress(const Table& table);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void watch();

  const Table& table_;
  std::mutex mutex_;
  std::condition_variable stop_changed_;
  bool stop_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace tally::cli
