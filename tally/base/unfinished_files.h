// The files that are being written under a passing name, for whoever ends the process.
//
// A process that a signal ends runs no destructor, and a file under a name that nobody knows would
// stay for ever. A library installs no handlers of signals; a program that does (cli/signals) calls
// `remove_unfinished_files` in its own.
#pragma once

#include <atomic>
#include <memory>
#include <string>

namespace tally {

/// As long as it lives, the file of this name is one to remove. Of more than 64 at once, those
/// beyond are not remembered. May be used by several threads.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::string& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::unique_ptr<const std::string> path_;
  std::atomic<const std::string*>* slot_ = nullptr;
};

/// Unlinks them. Async-signal-safe. What runs on after it may find its file gone, so the process is
/// to end.
void remove_unfinished_files() noexcept;

}  // namespace tally
