// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/open_models.h"

#include <algorithm>

namespace tally::server {

OpenModels::Open::Open(const std::string& path)
    : model(path), is_in_log_mode(model.is_in_log_mode()), opened(Clock::now()) {}

OpenModels::Lease OpenModels::take() {
  for (;;) {
    std::unique_ptr<Open> kept;
    {
      const std::lock_guard lock(mutex_);
      if (idle_.empty()) break;
      kept = std::move(idle_.back());
      idle_.pop_back();
    }
    try {
      if (kept->model.resume()) return {*this, std::move(kept)};
    } catch (const Error&) {
      // Opening it anew says what is wrong, if anything still is.
    }
  }
  return {*this, std::make_unique<Open>(path_)};
}

void OpenModels::give_back(std::unique_ptr<Open> open) {
  try {
    open->model.rest();
  } catch (const std::exception&) {
    return;
  }
  const Clock::time_point now = Clock::now();
  open->used = now;
  const std::lock_guard lock(mutex_);
  if (open->is_in_log_mode) {
    if (now >= pause_until_ && now - open->opened >= kMostInLogMode) {
      pause_until_ = now + kPause;
      idle_.clear();
    }
    if (now < pause_until_) return;
  }
  if (idle_.size() < most_) idle_.push_back(std::move(open));
}

void OpenModels::close_idle(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(idle_, [&](const std::unique_ptr<Open>& open) {
    return now - open->used >= (open->is_in_log_mode ? kMostIdleInLogMode : kMostIdle);
  });
}

std::size_t OpenModels::kept() const {
  const std::lock_guard lock(mutex_);
  return idle_.size();
}

}  // namespace tally::server
