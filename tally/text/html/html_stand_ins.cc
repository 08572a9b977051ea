// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_stand_ins.h"

#include <algorithm>

#include "tally/base/ascii.h"

namespace tally::text {

namespace {

using ascii::is_alnum;
using ascii::trimmed;

constexpr std::size_t kShortest = 8;
constexpr std::size_t kMost = 65000;
constexpr char kFirstByte = '\xF3';  // of every character from U+F0000 on
constexpr std::size_t kBytes = 4;

// What a parser takes as it is: neither an entity nor anything that it would repair.
bool is_plain(char c) { return (c >= ' ' && c <= '~' && c != '&') || c == '\n' || c == '\t'; }

std::size_t end_of_entity(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && (is_alnum(text[at]) || text[at] == '#')) ++at;
  return at < text.size() && text[at] == ';' ? at + 1 : at;
}

// Whether an entity may stand for a character from U+F0000 on: as "&#983040;" or "&#xF0000;" it has
// six letters or digits.
bool has_large_entity(std::string_view html) {
  constexpr std::size_t kFewest = 6;
  for (std::size_t at = html.find("&#"); at < html.size(); at = html.find("&#", at)) {
    const std::size_t start = at + 2;
    for (at = start; at < html.size() && is_alnum(html[at]);) ++at;
    if (at - start >= kFewest) return true;
  }
  return false;
}

}  // namespace

HtmlStandIns::HtmlStandIns(std::string_view html)
    : is_on_(html.find(kFirstByte) == std::string_view::npos && !has_large_entity(html)) {}

std::size_t HtmlStandIns::shorten_stretch(std::string_view stretch, std::string& out) {
  const std::string_view words = trimmed(stretch);
  if (words.size() < kShortest || texts_.size() == kMost) {
    out += stretch;
    return 0;
  }
  const auto number = static_cast<unsigned>(texts_.size());
  texts_.push_back(words);
  const auto before = static_cast<std::size_t>(words.data() - stretch.data());
  out += stretch.substr(0, before);
  out +=
      {kFirstByte, static_cast<char>(0xB0U | number >> 12),
       static_cast<char>(0x80U | (number >> 6 & 63U)), static_cast<char>(0x80U | (number & 63U))};
  out += stretch.substr(before + words.size());
  return words.size() - kBytes;
}

std::size_t HtmlStandIns::shorten(std::string_view text, std::string& out) {
  // Within a comment that nobody closed, '>' would end it.
  if (!is_on_ || text.size() < kShortest || text.find('>') != std::string_view::npos) {
    out += text;
    return 0;
  }
  std::size_t saved = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_plain(text[end])) ++end;
    saved += shorten_stretch(text.substr(at, end - at), out);
    at = end;
    if (end == text.size()) break;
    end = text[at] == '&' ? end_of_entity(text, at) : at + 1;
    out += text.substr(at, end - at);
    at = end;
  }
  return saved;
}

void HtmlStandIns::expand(std::string_view text, std::string& out) const {
  if (texts_.empty()) {
    out += text;
    return;
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(kFirstByte, at), text.size());
    out += text.substr(at, end - at);
    at = end;
    if (text.size() - at < kBytes) {
      out += text.substr(at);
      return;
    }
    const auto bits = [&](std::size_t i) { return static_cast<unsigned>(text[at + i]) & 63U; };
    const std::size_t number = (bits(1) & 15U) << 12 | bits(2) << 6 | bits(3);
    if (number < texts_.size()) out += texts_[number];
    at += kBytes;
  }
}

}  // namespace tally::text
