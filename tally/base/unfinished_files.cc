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

}  // namespace

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

}  // namespace tally
