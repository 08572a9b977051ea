// SPDX-License-Identifier: Apache-2.0
#include "tally/count/joint/joint_key.h"

namespace tally {

namespace {

constexpr char kComma = ',', kEquals = '=', kEscape = '\\';

bool is_special(char c) { return c == kComma || c == kEquals || c == kEscape; }

}  // namespace

std::string joined_key(std::span<const std::string> texts) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += kComma;
    for (const char c : texts[i]) {
      if (is_special(c)) out += kEscape;
      out += c;
    }
  }
  return out;
}

std::optional<std::vector<std::string>> parted_key(std::string_view key) {
  std::vector<std::string> out(1);
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (key[i] == kComma) {
      out.emplace_back();
      continue;
    }
    const bool is_escaped = key[i] == kEscape;
    if (is_escaped) ++i;
    if (i == key.size() || is_special(key[i]) != is_escaped) return std::nullopt;
    out.back() += key[i];
  }
  return out;
}

std::size_t end_of_names(std::string_view key) {
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (key[i] == kEquals) return i;
    if (key[i] == kEscape) ++i;
  }
  return key.size();
}

}  // namespace tally
