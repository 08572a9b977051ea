// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/header_block.h"

#include <algorithm>

#include "tally/mail/ascii.h"
#include "tally/mail/mime/header_lines.h"

namespace tally::mail {

namespace {

std::string_view without_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

bool is_ascii(std::string_view name) {
  return std::none_of(name.begin(), name.end(), is_beyond_ascii);
}

void cut_last_value(const char* end, HeaderBlock& block) {
  if (block.fields.empty()) return;
  std::string_view& value = block.fields.back().value;
  const auto left = std::max<std::ptrdiff_t>(end - value.data(), 0);
  value = value.substr(0, static_cast<std::size_t>(left));
}

}  // namespace

void read_headers(std::string_view message, std::size_t most, HeaderBlock& block) {
  block.fields.clear();
  block.is_broken = false;
  HeaderLines lines(message);
  std::string_view* value = nullptr;  // what a continuation belongs to
  for (std::size_t start = lines.start(); lines.next(); start = lines.end()) {
    if (start >= most) continue;
    if (lines.kind() == HeaderLines::Kind::kField && is_ascii(lines.name())) {
      block.fields.push_back({lines.name(), without_line_end(lines.value())});
      value = &block.fields.back().value;
    } else if (lines.kind() == HeaderLines::Kind::kContinuation && value != nullptr) {
      const char* const end = lines.text().data() + without_line_end(lines.text()).size();
      *value = {value->data(), static_cast<std::size_t>(end - value->data())};
    } else {
      value = nullptr;
      block.is_broken = true;
    }
  }
  block.body = lines.body();
  const bool misses_line = block.body == lines.end() && block.body < message.size();
  if (block.fields.empty() || misses_line) block.is_broken = true;
  block.is_cut = lines.end() > most;
  if (block.is_cut) cut_last_value(message.data() + most, block);
}

std::string_view find_header(const HeaderBlock& block, std::string_view name) {
  for (const HeaderField& field : block.fields) {
    if (field.name.size() == name.size() && starts_with_folded(field.name, name)) {
      return field.value;
    }
  }
  return {};
}

}  // namespace tally::mail
