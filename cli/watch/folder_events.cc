// SPDX-License-Identifier: Apache-2.0
#include "cli/watch/folder_events.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "tally/error.h"

namespace tally::watch {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kQuiet{100}, kMostGathered{1000};

// Linking (how IMAP servers copy and move) creates, renaming moves.
constexpr std::uint32_t kEvents = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE |
                                  IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

[[noreturn]] void refuse(const std::string& what, const std::string& path) {
  throw Error(ErrorKind::kUnavailable,
              what + ": " + std::strerror(errno) +
                  "; sysctl fs.inotify shows the limits, and --once needs no inotify",
              {path, -1, -1, ""});
}

}  // namespace

FolderEvents::FolderEvents() {
  sigset_t wanted;
  sigemptyset(&wanted);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) {
      sigaddset(&wanted, signal);
    }
  }
  ::pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  events_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  signals_ = ::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
  if (events_ < 0 || signals_ < 0) refuse("folders cannot be watched", "");
}

FolderEvents::~FolderEvents() {
  ::close(events_);
  ::close(signals_);
}

void FolderEvents::watch_directory(const std::string& path, bool holds_messages) {
  const int watch = ::inotify_add_watch(events_, path.c_str(), kEvents);
  if (watch < 0 && errno == ENOENT) return;  // has gone meanwhile
  if (watch < 0) refuse("cannot be watched", path);
  holds_messages_[watch] = holds_messages;
}

void FolderEvents::watch(const MaildirTree& tree) {
  for (const std::string& directory : tree.directories) watch_directory(directory, false);
  for (const MailFolder& folder : tree.folders) {
    watch_directory(folder.path + "/new", true);
    watch_directory(folder.path + "/cur", true);
  }
}

bool FolderEvents::is_over() {
  signalfd_siginfo signal{};
  is_over_ = is_over_ || ::read(signals_, &signal, sizeof signal) > 0;
  return is_over_;
}

bool FolderEvents::wait_for_input(milliseconds most) {
  pollfd waiting[] = {{events_, POLLIN, 0}, {signals_, POLLIN, 0}};
  return ::poll(waiting, 2, static_cast<int>(most.count())) > 0;
}

// Whether there is one that matters.
bool FolderEvents::take_events() {
  alignas(inotify_event) char buffer[16384];
  bool out = false;
  while (true) {
    const ::ssize_t size = ::read(events_, buffer, sizeof buffer);
    if (size <= 0) return out;
    for (::ssize_t at = 0; at < size;) {
      inotify_event event{};
      std::memcpy(&event, buffer + at, sizeof event);
      at += static_cast<::ssize_t>(sizeof event + event.len);
      const auto found = holds_messages_.find(event.wd);
      const bool of_messages = found != holds_messages_.end() && found->second;
      constexpr std::uint32_t kOfFolders = IN_ISDIR | IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF;
      out = out || of_messages || (event.mask & kOfFolders) != 0;
      if ((event.mask & IN_IGNORED) != 0) holds_messages_.erase(event.wd);
    }
  }
}

FolderEvents::What FolderEvents::wait(milliseconds most) {
  const auto end = steady_clock::now() + most;
  while (!is_over()) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - steady_clock::now());
    if (left.count() <= 0 || !wait_for_input(left)) return is_over() ? What::kEnd : What::kNothing;
    if (!take_events()) continue;
    const auto gathered = steady_clock::now() + kMostGathered;
    while (!is_over() && steady_clock::now() < gathered && wait_for_input(kQuiet)) take_events();
    return is_over() ? What::kEnd : What::kChange;
  }
  return What::kEnd;
}

}  // namespace tally::watch
