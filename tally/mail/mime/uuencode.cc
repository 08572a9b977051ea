// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/uuencode.h"

#include <algorithm>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

constexpr std::string_view kBegin = "begin ";

std::string_view line_at(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

// Its first character says how many bytes it holds, three of them in four characters.
bool is_data(std::string_view line) {
  if (line.size() < 2 || line[0] <= ' ' || line[0] > '`') return false;
  const std::size_t bytes = static_cast<std::size_t>(line[0] - ' ') & 63;
  const std::size_t characters = (bytes + 2) / 3 * 4;
  return bytes > 0 && line.size() > characters && line.size() <= characters + 2 &&
         std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '`'; });
}

// The name of the file that begins in this line, or nothing.
std::string_view file_name(std::string_view line) {
  line.remove_prefix(kBegin.size());
  const std::size_t digits = std::min(line.find(' '), line.size());
  const bool is_mode = (digits == 3 || digits == 4) &&
                       std::all_of(line.begin(), line.begin() + static_cast<long>(digits),
                                   [](char c) { return c >= '0' && c <= '7'; });
  return is_mode ? trimmed(line.substr(digits)) : std::string_view();
}

std::size_t find_line(std::string_view text, std::string_view start, std::size_t from) {
  for (std::size_t at = text.find(start, from); at < text.size(); at = text.find(start, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') return at;
  }
  return std::string_view::npos;
}

std::size_t end_of_data(std::string_view text, std::size_t from) {
  for (std::size_t at = find_line(text, "end", from); at < text.size();
       at = find_line(text, "end", at + 1)) {
    if (trimmed(line_at(text, at)) == "end") return at;
  }
  return text.size();
}

}  // namespace

void split_uuencoded(
    std::string_view text, const std::function<void(std::string_view text)>& take_text,
    const std::function<void(std::string_view name, std::string_view encoded)>& take_file) {
  std::size_t start = 0;
  for (std::size_t at = find_line(text, kBegin, 0); at < text.size();
       at = find_line(text, kBegin, at + 1)) {
    const std::string_view line = line_at(text, at);
    const std::string_view name = file_name(line);
    const std::size_t data = at + line.size() + 1;
    if (name.empty() || data >= text.size() || !is_data(line_at(text, data))) continue;
    if (at > start) take_text(text.substr(start, at - start));
    const std::size_t end = end_of_data(text, data);
    take_file(name, text.substr(data, end - data));
    start = std::min(end + line_at(text, std::min(end, text.size())).size(), text.size());
    at = start;
  }
  if (start < text.size()) take_text(text.substr(start));
}

}  // namespace tally::mail
