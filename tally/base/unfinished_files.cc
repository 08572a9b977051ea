// SPDX-License-Identifier: Apache-2.0
#include "tally/base/unfinished_files.h"

#include <unistd.h>

#include <array>
#include <thread>

namespace tally {

namespace {

// A handler must neither wait for a lock nor take memory.
std::array<std::atomic<const std::string*>, 64> slots{};
static_assert(std::atomic<const std::string*>::is_always_lock_free);
// Stands in a slot while a handler uses the path that stood there.
const std::string in_use;
// Whoever makes a file counts itself first and looks then whether the process ends; whoever ends it
// says so first and looks then whether somebody makes one. So one of them sees the other.
std::atomic<int> being_made{0};
std::atomic<bool> is_ending{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

}  // namespace

// With signals blocked, the handler that waits for this thread runs in another one.
FileBeingMade::FileBeingMade() {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  ++being_made;
  if (!is_ending) return;
  --being_made;
  while (true) ::pause();
}

FileBeingMade::~FileBeingMade() {
  --being_made;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

UnfinishedFile::UnfinishedFile(const std::string& path)
    : path_(std::make_unique<std::string>(path)) {
  for (std::atomic<const std::string*>& slot : slots) {
    const std::string* nobody = nullptr;
    if (!slot.compare_exchange_strong(nobody, path_.get())) continue;
    slot_ = &slot;
    return;
  }
}

UnfinishedFile::~UnfinishedFile() {
  if (slot_ == nullptr) return;
  const std::string* mine = path_.get();
  if (slot_->compare_exchange_strong(mine, nullptr)) return;
  // A handler has it, in another thread; until it is done, the text must stay.
  while (slot_->load() == &in_use) std::this_thread::yield();
}

void remove_unfinished_files() noexcept {
  for (std::atomic<const std::string*>& slot : slots) {
    const std::string* path = slot.load();
    if (path == nullptr || path == &in_use) continue;
    if (!slot.compare_exchange_strong(path, &in_use)) continue;
    ::unlink(path->c_str());
    slot.store(nullptr);
  }
}

void remove_unfinished_files_for_good() noexcept {
  is_ending = true;
  while (being_made != 0) {
  }
  remove_unfinished_files();
}

}  // namespace tally
