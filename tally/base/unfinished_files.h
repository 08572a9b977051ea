// SPDX-License-Identifier: Apache-2.0
// The files that are being written under a temporary name, for the code that ends the process.
//
// A process that a signal ends runs no destructor, and a file under a name that nobody knows would
// stay for ever. A library installs no handlers of signals; a program that does (cli/signals) calls
// `remove_unfinished_files_for_good` in its own.
#pragma once

#include <csignal>

#include <atomic>
#include <memory>
#include <string>

namespace tally {

/// Lives while a file is made. A signal waits for it; and once the process is ending, no file is
/// made any more: it does not return then.
class FileBeingMade {
 public:
  FileBeingMade();
  ~FileBeingMade();
  FileBeingMade(const FileBeingMade&) = delete;
  FileBeingMade& operator=(const FileBeingMade&) = delete;

 private:
  sigset_t before_;
};

/// As long as it lives, the file of this name is one to remove. Of more than 64 at once, those
/// beyond are not remembered. May be used by several threads.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::string& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  /// What `create` returns, which makes the file. Whoever ends the process in another thread does so
  /// before, or after it and removes the file.
  template <class F>
  auto made_by(F&& create) {
    const FileBeingMade making;
    return create();
  }

 private:
  std::unique_ptr<const std::string> path_;
  std::atomic<const std::string*>* slot_ = nullptr;
};

/// Unlinks them. Async-signal-safe. What runs on after it may find its file gone, so the process is
/// to end.
void remove_unfinished_files() noexcept;

/// The same, and no thread makes another one. Async-signal-safe. REQUIRES: the process ends right
/// after it.
void remove_unfinished_files_for_good() noexcept;

}  // namespace tally
