#include "tally/read/names.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "tally/base/error.h"

namespace tally::csv {

namespace {

// Bytes to add, drop, change, or swap with their neighbour to make b of a.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t changed = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
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
