// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/history.h"

#include <algorithm>
#include <chrono>

#include <nlohmann/json.hpp>

#include "tally/inside/base.h"
#include "tally/inside/mail.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

// The first header of this name (in small letters), unfolded; at most so much of it as a list shows.
std::string header_of(std::string_view message, std::string_view name) {
  constexpr std::size_t kMost = 400;
  std::string out;
  bool found = false;
  for (HeaderLines lines(message); out.size() < kMost && lines.next();) {
    const bool begins = lines.kind() == HeaderLines::Kind::kField;
    if (found && lines.kind() != HeaderLines::Kind::kContinuation) break;
    if (!found && (!begins || ascii::lower(ascii::trimmed(lines.name())) != name)) continue;
    if (!out.empty()) out += ' ';
    out += ascii::trimmed(begins ? lines.value() : lines.text());
    found = true;
  }
  return out.substr(0, kMost);
}

}  // namespace

void History::add(const std::string& model, std::string_view message, const std::string& verdict,
                  double spam) {
  if (most_ == 0 || message.size() > kMostBytes) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t time = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  Judged judged{0, time, model, std::string(message), verdict, spam};
  const std::lock_guard lock(mutex_);
  judged.id = next_++;
  bytes_ += judged.message.size();
  judged_.push_front(std::move(judged));
  while (judged_.size() > most_ || bytes_ > kMostBytes) {
    bytes_ -= judged_.back().message.size();
    judged_.pop_back();
  }
}

std::string History::json(const std::string& model) const {
  Json verdicts = Json::array();
  {
    const std::lock_guard lock(mutex_);
    for (const Judged& one : judged_) {
      if (one.model != model) continue;
      verdicts.push_back({{"id", std::to_string(one.id)},
                          {"time", one.time},
                          {"from", header_of(one.message, "from")},
                          {"subject", header_of(one.message, "subject")},
                          {"bytes", one.message.size()},
                          {"verdict", one.verdict},
                          {"p_spam", one.spam}});
    }
  }
  const Json out{{"keeps", most_}, {"verdicts", std::move(verdicts)}};
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> History::message(const std::string& model, std::string_view id) const {
  const std::lock_guard lock(mutex_);
  for (const Judged& one : judged_) {
    if (one.model == model && std::to_string(one.id) == id) return one.message;
  }
  return std::nullopt;
}

void History::clear(const std::string& model) {
  const std::lock_guard lock(mutex_);
  std::erase_if(judged_, [&](const Judged& one) {
    if (one.model != model) return false;
    bytes_ -= one.message.size();
    return true;
  });
}

}  // namespace tally::server
