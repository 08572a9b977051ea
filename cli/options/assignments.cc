// SPDX-License-Identifier: Apache-2.0
#include "cli/options/assignments.h"

#include <cmath>

#include "tally/error.h"
#include "tally/inside/batch.h"

namespace tally::cli {

namespace {

[[noreturn]] void refuse(const std::string& option, std::string_view text, const std::string& why) {
  throw Error(ErrorKind::kUsage, option + " " + in_quotes(text) + ": " + why);
}

// The pieces of `text` between separators that stand outside quotes, at most `most` of them.
std::vector<std::string_view> split(std::string_view text, char separator, std::size_t most,
                                    const std::string& option) {
  std::vector<std::string_view> out;
  std::size_t start = 0;
  bool quoted_part = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted_part = !quoted_part;
    if (text[i] != separator || quoted_part || out.size() + 1 == most) continue;
    out.push_back(text.substr(start, i - start));
    start = i + 1;
  }
  if (quoted_part) refuse(option, text, "a quote is not closed");
  out.push_back(text.substr(start));
  return out;
}

// Without the spaces around it and the quotes within.
std::string plain(std::string_view piece) {
  const std::size_t first = piece.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  piece = piece.substr(first, piece.find_last_not_of(' ') - first + 1);
  std::string out;
  bool quoted_part = false;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    if (piece[i] != '"') {
      out += piece[i];
    } else if (quoted_part && i + 1 < piece.size() && piece[i + 1] == '"') {
      out += piece[++i];
    } else {
      quoted_part = !quoted_part;
    }
  }
  return out;
}

constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

// name=value, name=value …; a piece that `continues` what stands before it is part of that value.
template <class Continues>
Assignments assignments_in(std::string_view text, const std::string& option, Continues continues) {
  Assignments out;
  for (const std::string_view piece : split(text, ',', kNoLimit, option)) {
    if (continues(piece, out)) {
      out.back().second += "," + plain(piece);
      continue;
    }
    const auto sides = split(piece, '=', 2, option);
    const std::string name = plain(sides[0]);
    if (sides.size() < 2 || name.empty()) {
      refuse(option, text,
             "expected name=value, found " + in_quotes(piece) +
                 "; quote a comma that is meant as text");
    }
    out.emplace_back(name, plain(sides[1]));
  }
  return out;
}

}  // namespace

std::vector<std::string> parse_list(std::string_view text, const std::string& option) {
  std::vector<std::string> out;
  for (const std::string_view piece : split(text, ',', kNoLimit, option))
    out.push_back(plain(piece));
  return out;
}

Assignments parse_assignments(std::string_view text, const std::string& option) {
  return assignments_in(text, option, [](std::string_view, const Assignments&) { return false; });
}

Assignments parse_families(std::string_view text, const std::string& option) {
  return assignments_in(text, option, [](std::string_view piece, const Assignments& so_far) {
    return !so_far.empty() && so_far.back().second.find(':') != std::string::npos &&
           parse_number(plain(piece)).has_value();
  });
}

std::pair<std::string, std::string> parse_assignment(std::string_view text,
                                                     const std::string& option) {
  const auto sides = split(text, '=', 2, option);
  const std::string name = plain(sides[0]);
  if (sides.size() < 2 || name.empty()) refuse(option, text, "expected column=value,value,…");
  return {name, std::string(sides[1])};
}

std::vector<std::pair<std::string, double>> parse_weights(std::string_view text,
                                                          const std::string& option) {
  std::vector<std::pair<std::string, double>> out;
  for (const auto& [name, value] : parse_assignments(text, option)) {
    const std::optional<double> number = parse_number(value);
    if (!number || std::isnan(*number)) refuse(option, text, in_quotes(value) + " is not a number");
    out.emplace_back(name, *number);
  }
  return out;
}

}  // namespace tally::cli
