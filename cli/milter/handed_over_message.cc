// SPDX-License-Identifier: Apache-2.0
#include "cli/milter/handed_over_message.h"

#include <algorithm>

namespace tally::milter {

namespace {

std::string small(std::string_view name) {
  std::string out(name);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool begins_header(std::string_view text, std::string_view header) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  return small(without_blanks(text.substr(0, colon))) == small(header);
}

}  // namespace

std::string without_hidden(std::string_view value, std::string_view header) {
  std::string out;
  bool is_hidden = false;
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t end = std::min(value.find_first_of("\r\n", at), value.size());
    const std::string_view line = value.substr(at, end - at);
    const bool goes_on = line.starts_with(' ') || line.starts_with('\t');
    if (at > 0 && !goes_on) is_hidden = begins_header(line, header);
    if (!is_hidden) {
      if (at > 0) out += value[at - 1];
      out += line;
    }
    at = end + 1;
  }
  return out;
}

void HandedOverMessage::add(std::string_view text) {
  for (const char c : text) {
    if (c == '\n' && ends_in_cr_) message_.pop_back();
    ends_in_cr_ = false;
    if (message_.size() >= most_seen_) return;
    message_ += c;
    ends_in_cr_ = c == '\r';
  }
}

void HandedOverMessage::add_header(std::string_view name, std::string_view value) {
  const std::string_view plain = without_blanks(name);
  const int number = ++numbers_[small(plain)];
  if (small(plain) == small(header_)) {
    changes_.push_back({std::string(plain), number, ""});
  } else if (value.find('\r') != std::string_view::npos) {
    std::string kept = without_hidden(value, header_);
    if (kept != value) changes_.push_back({std::string(plain), number, std::move(kept)});
  }
  add(name);
  add(": ");
  add(value);
  add("\n");
}

void HandedOverMessage::end_headers() { add("\n"); }

void HandedOverMessage::add_body(std::string_view piece) { add(piece); }

std::vector<HeaderChange> HandedOverMessage::changes() const {
  return {changes_.rbegin(), changes_.rend()};
}

}  // namespace tally::milter
