// SPDX-License-Identifier: Apache-2.0
#include "tally/read/names.h"

#include <algorithm>
#include <cstddef>

#include "tally/base/error.h"
#include "tally/base/suggest.h"

namespace tally {

namespace {

std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
    ++length;
  }
  return length;
}

}  // namespace

bool is_pattern(std::string_view pattern) {
  return pattern.find_first_of("*?") != std::string_view::npos;
}

bool matches(std::string_view pattern, std::string_view name) {
  // On a mismatch the last * takes one more byte; earlier ones need never be tried again.
  std::string_view retry_pattern;
  std::string_view retry_name;
  bool can_retry = false;
  while (!name.empty() || !pattern.empty()) {
    if (!pattern.empty() && pattern[0] == '*') {
      pattern.remove_prefix(1);
      retry_pattern = pattern;
      retry_name = name;
      can_retry = true;
    } else if (!pattern.empty() && !name.empty() && pattern[0] == '?') {
      pattern.remove_prefix(1);
      name.remove_prefix(character_length(name));
    } else if (!pattern.empty() && !name.empty() && pattern[0] == name[0]) {
      pattern.remove_prefix(1);
      name.remove_prefix(1);
    } else if (can_retry && !retry_name.empty()) {
      retry_name.remove_prefix(1);
      pattern = retry_pattern;
      name = retry_name;
    } else {
      return false;
    }
  }
  return true;
}

std::string no_such_column(std::string_view name, const std::vector<std::string>& names) {
  std::string sentence = "there is no column " + in_quotes(name);
  const std::optional<std::string> nearest = nearest_name(name, names);
  if (nearest) return sentence + "; did you mean " + in_quotes(*nearest) + "?";
  constexpr std::size_t kMost = 20;
  sentence += "; there are";
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    sentence += (i == 0 ? " " : ", ") + in_quotes(names[i]);
  }
  return names.size() > kMost ? sentence + " and others" : sentence;
}

}  // namespace tally
