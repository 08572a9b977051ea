// SPDX-License-Identifier: Apache-2.0
#include "tally/text/utf8_repair.h"

#include <algorithm>
#include <cstddef>

#include "tally/base/utf8.h"

namespace tally::text {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// How many bytes start a character that then breaks off. From the third byte on every continuation
// will do, so a start is good if continuations make a character of it.
std::size_t broken_length(std::string_view text) {
  for (std::size_t length = std::min<std::size_t>(3, text.size()); length > 1; --length) {
    std::string completed(text.substr(0, length));
    completed.resize(4, '\x80');
    if (character_length(completed) > length) return length;
  }
  return 1;
}

}  // namespace

std::int64_t repair_utf8(std::string_view text, std::string& out) {
  out.clear();
  std::int64_t repaired = 0;
  std::size_t good = 0;  // bytes that are to be copied
  while (good < text.size()) {
    if (const std::size_t length = character_length(text.substr(good)); length > 0) {
      good += length;
      continue;
    }
    out += text.substr(0, good);
    out += kReplacement;
    text.remove_prefix(good);
    text.remove_prefix(broken_length(text));
    good = 0;
    ++repaired;
  }
  out += text;
  return repaired;
}

}  // namespace tally::text
