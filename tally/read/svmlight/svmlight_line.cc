// SPDX-License-Identifier: Apache-2.0
#include "tally/read/svmlight/svmlight_line.h"

#include <charconv>
#include <cmath>

#include "tally/base/error.h"
#include "tally/base/utf8.h"
#include "tally/read/cells/number_text.h"

namespace tally {

namespace {

constexpr std::string_view kBlanks = " \t\r";

// The next word of the line, which is taken off it; empty at the end.
std::string_view take_word(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return text = {};
  text.remove_prefix(begin);
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

std::optional<std::int64_t> parse_index(std::string_view text) {
  std::int64_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size() || index < 0) return std::nullopt;
  return index;
}

}  // namespace

bool parse_svmlight_line(std::string_view text, SvmlightLine& line, std::string& fault) {
  line.label = {};
  line.features.clear();
  text = text.substr(0, text.find('#'));
  line.label = take_word(text);
  const auto refuse = [&](std::string sentence) {
    fault = std::move(sentence);
    return false;
  };
  if (line.label.find_first_of(":,") != std::string_view::npos) {
    return refuse("expected one label before the features, found " + in_quotes(line.label));
  }
  if (!is_utf8(line.label) || line.label.find('\0') != std::string_view::npos) {
    return refuse("the label " + in_quotes(line.label) + " is not text");
  }
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) {
      return refuse("expected index:value, found " + in_quotes(word));
    }
    const std::string_view name = word.substr(0, colon), number = word.substr(colon + 1);
    if (name == "qid" && line.features.empty()) continue;
    const std::optional<std::int64_t> index = parse_index(name);
    if (!index) {
      return refuse("expected a whole number, zero or more, before the colon of " +
                    in_quotes(word));
    }
    const std::optional<double> value = read_number(number);
    if (!value || std::isinf(*value)) {
      return refuse("expected a finite number behind the colon of " + in_quotes(word));
    }
    if (!line.features.empty() && *index <= line.features.back().index) {
      return refuse("index " + std::to_string(*index) + " follows " +
                    std::to_string(line.features.back().index) +
                    "; the indices of a line must ascend");
    }
    line.features.push_back({*index, *value});
  }
  return true;
}

std::optional<SvmlightLine> try_svmlight_line(std::string_view text) {
  SvmlightLine line;
  std::string fault;
  if (!parse_svmlight_line(text, line, fault)) return std::nullopt;
  return line;
}

}  // namespace tally
