// SPDX-License-Identifier: Apache-2.0
// What happens to folders (inotify), and the signals that end a watch.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "cli/watch/maildir.h"

namespace tally::watch {

/// From its making on, SIGTERM, SIGINT and SIGHUP wait to be asked about, unless they are ignored. Not to be shared
/// between threads; threads that are made later do not see these signals.
class FolderEvents {
 public:
  /// Throws Error (kUnavailable) if the system has no more watches.
  FolderEvents();
  ~FolderEvents();
  FolderEvents(const FolderEvents&) = delete;
  FolderEvents& operator=(const FolderEvents&) = delete;

  /// Watches these folders from now on, beside those that it watches. Throws Error likewise.
  void watch(const MaildirTree& tree);

  enum class What { kChange, kEnd, kNothing };
  /// Waits for a change, and then until a short while has passed without one: who moves many messages is looked
  /// at once. A change of a file that is no message is none.
  What wait(std::chrono::milliseconds most);
  /// Whether a signal has come.
  bool is_over();

 private:
  void watch_directory(const std::string& path, bool holds_messages);
  bool wait_for_input(std::chrono::milliseconds most);
  bool take_events();

  int events_ = -1, signals_ = -1;
  bool is_over_ = false;
  std::map<int, bool> holds_messages_;  // by watch
};

}  // namespace tally::watch
