// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/column_observer.h"

#include <cmath>
#include <optional>

#include "tally/batch/iso_time.h"
#include "tally/read/cells/cell.h"
#include "tally/read/cells/missing_marks.h"
#include "tally/read/drafted_origin.h"
#include "tally/read/stray_cells.h"

namespace tally {

namespace {

constexpr std::size_t kMostVocabulary = 1000;
constexpr std::int64_t kMostExamples = 5;

// A zero before another digit: the text is a name made of digits, such as a post code.
bool is_padded(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

// Whether a character of three bytes belongs to a script that has no spaces between words: Thai,
// Lao, Myanmar, Khmer, kana or Han. Close enough to tell a sentence from a name.
bool is_unspaced(unsigned char lead, unsigned char second) {
  return (lead == 0xE0 && second >= 0xB8 && second <= 0xBB) ||
         (lead == 0xE1 && (second <= 0x82 || second == 0x9E || second == 0x9F)) ||
         (lead == 0xE3 && second >= 0x81) || (lead >= 0xE4 && lead <= 0xE9);
}

// Two for each word between spaces, and one for each letter without spaces.
struct HalfWords {
  std::int64_t all = 0, unspaced = 0;
};

HalfWords half_words_in(std::string_view text) {
  HalfWords out;
  bool was_space = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_space = byte <= ' ';
    if (was_space && !is_space) out.all += 2;
    was_space = is_space;
    if (byte < 0xE0 || i + 1 == text.size()) continue;
    if (is_unspaced(byte, static_cast<unsigned char>(text[i + 1]))) ++out.unspaced;
  }
  out.all += out.unspaced;
  return out;
}

bool is_letter(unsigned char byte, char first) {
  return byte >= static_cast<unsigned char>(first) && byte < static_cast<unsigned char>(first) + 26;
}

// Whether a word begins with a small letter, or in a script that has no others.
bool begins_small(std::string_view word) {
  const auto lead = static_cast<unsigned char>(word[0]);
  if (is_letter(lead, 'a')) return true;
  return lead >= 0xE0 && word.size() > 1 && is_unspaced(lead, static_cast<unsigned char>(word[1]));
}

std::string in_small_letters(std::string_view word) {
  std::string out(word);
  for (char& byte : out) {
    if (is_letter(static_cast<unsigned char>(byte), 'A')) byte = static_cast<char>(byte + 32);
  }
  return out;
}

}  // namespace

void ColumnObserver::see(std::string_view text, std::int64_t times) {
  const std::string_view cell = trimmed(text);
  const std::optional<double> number = read_formed_number(cell, sample_.form);
  const bool is_nan = number && std::isnan(*number);
  if (is_nan || usual_mark(cell) != kNoUsualMark) {
    sample_.strays.marks[std::string(text)] += times;
    return;
  }
  sample_.booleans = sample_.booleans && Label::parse(cell, ValueType::kBoolean).has_value();
  see_seconds(cell, number.has_value(), times);
  if (number) {
    numbers_ += times;
    range_.see(*number, times);
    is_padded_ = is_padded_ || is_padded(cell);
    sample_.integers = sample_.integers && *number == std::floor(*number) && std::isfinite(*number);
  } else {
    sample_.strays.add_words(std::string(text), times);
    if (sample_.not_a_number.empty()) sample_.not_a_number = text;
  }
  see_example(text);
  if (number) {
    half_words_ +=
        2 * static_cast<double>(times);  // they are looked at only if most cells are words
  } else {
    see_words(text, times);
  }
  // Of measurements it is enough to know that they have many values.
  const bool is_measure = number && !sample_.integers;
  if (is_measure && texts_.size() >= most_numbers_) return;
  if (texts_.size() >= (may_differ_ || !number ? kMostDistinct : most_numbers_)) return;
  may_differ_ = texts_.emplace(text).second && may_differ_ && times == 1 && !is_measure;
}

void ColumnObserver::see_seconds(std::string_view cell, bool is_number, std::int64_t times) {
  const std::optional<double> time =
      times_ && !is_number ? parse_time(cell) : std::optional<double>();
  const std::optional<double> duration =
      durations_ && !is_number ? parse_duration(cell) : std::optional<double>();
  times_ = time.has_value();
  durations_ = duration.has_value();
  if (time || duration) seconds_.see(time ? *time : *duration, times);
}

void ColumnObserver::see_example(std::string_view text) {
  constexpr std::size_t kMostBytes = 40;  // of all of them
  if (examples_ >= kMostExamples || sample_.examples.size() + text.size() > kMostBytes) return;
  if (texts_.find(std::string(text)) != texts_.end()) return;
  sample_.examples.append(examples_++ == 0 ? "" : " | ").append(text);
}

void ColumnObserver::see_words(std::string_view text, std::int64_t times) {
  const auto weight = static_cast<double>(times);
  const HalfWords half_words = half_words_in(text);
  half_words_ += static_cast<double>(half_words.all) * weight;
  unspaced_ += static_cast<double>(half_words.unspaced) * weight;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ') ++end;
    if (end > at) {
      const std::string_view word = text.substr(at, end - at);
      words_ += weight;
      lower_words_ += begins_small(word) ? weight : 0;
      if (vocabulary_.size() < kMostVocabulary) vocabulary_.insert(in_small_letters(word));
    }
    at = end + 1;
  }
}

ColumnSample ColumnObserver::finish() && {
  sample_.numbers =
      numbers_ > 0 && !is_padded_ && are_strays(sample_.strays.cells_of_words, numbers_);
  sample_.times = sample_.strays.cells_of_words > 0 && times_;
  sample_.durations = sample_.strays.cells_of_words > 0 && durations_;
  if (sample_.numbers) {
    become_numbers();
  } else if (sample_.times || sample_.durations) {
    become_seconds();
  } else {
    become_texts();
  }
  if (sample_.cells > 0) {
    sample_.mean_words = half_words_ / 2 / static_cast<double>(sample_.cells);
  }
  if (words_ > 0) {
    sample_.small_words = lower_words_ / words_;
    sample_.unspaced = unspaced_ / half_words_;
  }
  sample_.vocabulary = static_cast<std::int64_t>(vocabulary_.size());
  sample_.all_differ = may_differ_ && sample_.cells > 1 && sample_.distinct == sample_.cells;
  return std::move(sample_);
}

// Marks and strays are missing.
void ColumnObserver::become_numbers() {
  sample_.cells = numbers_;
  sample_.range = range_.range();
  sample_.missing += sample_.strays.cells_of_words;
  for (const auto& [text, cells] : sample_.strays.marks) sample_.missing += cells;
  sample_.booleans = false;
  for (const auto& [text, cells] : sample_.strays.words) texts_.erase(text);
  sample_.distinct = static_cast<std::int64_t>(texts_.size());
}

// Among times and durations, marks are missing too.
void ColumnObserver::become_seconds() {
  sample_.cells = sample_.strays.cells_of_words;
  sample_.range = seconds_.range();
  for (const auto& [text, cells] : sample_.strays.marks) sample_.missing += cells;
  sample_.strays.words.clear();
  sample_.strays.cells_of_words = 0;
  sample_.booleans = sample_.integers = false;
  sample_.distinct = static_cast<std::int64_t>(texts_.size());
}

// Marks are values like others, unless there are no others.
void ColumnObserver::become_texts() {
  sample_.cells = numbers_ + sample_.strays.cells_of_words;
  sample_.integers = sample_.integers && sample_.cells == 0;
  sample_.numbers = sample_.cells == 0;
  sample_.distinct = static_cast<std::int64_t>(texts_.size());
  for (const auto& [text, cells] : sample_.strays.marks) {
    if (sample_.numbers) {
      sample_.missing += cells;
      continue;
    }
    sample_.cells += cells;
    sample_.booleans = false;
    may_differ_ = may_differ_ && cells == 1;
    ++sample_.distinct;
  }
}

}  // namespace tally
