#include "tally/read/names.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>

#include "tally/base/error.h"

namespace tally::csv {

namespace {

// Bytes to add, change or drop to make b of a.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

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
  std::string sentence = "there is no column " + quoted(name);
  constexpr std::size_t kLongest = 100;
  if (name.size() > kLongest) return sentence;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : names) {
    if (candidate.size() > kLongest) continue;
    const std::size_t distance = edit_distance(lower(name), lower(candidate));
    if (distance >= least) continue;
    least = distance;
    nearest = &candidate;
  }
  if (nearest != nullptr) return sentence + "; did you mean " + quoted(*nearest) + "?";
  constexpr std::size_t kMost = 20;
  sentence += "; there are";
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    sentence += (i == 0 ? " " : ", ") + quoted(names[i]);
  }
  return names.size() > kMost ? sentence + " and others" : sentence;
}

std::string shell_word(std::string_view text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("_-+./:@%").find(c) != std::string_view::npos;
  });
  const std::string in_quotes = quoted(text);
  return plain && in_quotes.size() == text.size() + 2 ? std::string(text) : in_quotes;
}

}  // namespace tally::csv
