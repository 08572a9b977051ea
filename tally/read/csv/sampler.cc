// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/sampler.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "tally/read/csv/number_form.h"
#include "tally/read/csv/record_cutter.h"

namespace tally::csv {

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

std::int64_t half_words_in(std::string_view text) {
  std::int64_t half_words = 0;
  bool was_space = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_space = byte <= ' ';
    if (was_space && !is_space) half_words += 2;
    was_space = is_space;
    if (byte < 0xE0 || i + 1 == text.size()) continue;
    if (is_unspaced(byte, static_cast<unsigned char>(text[i + 1]))) ++half_words;
  }
  return half_words;
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
  times_ = times_ && !number && parse_time(cell).has_value();
  durations_ = durations_ && !number && parse_duration(cell).has_value();
  if (number) {
    numbers_ += times;
    is_padded_ = is_padded_ || is_padded(cell);
    sample_.integers = sample_.integers && *number == std::floor(*number) && std::isfinite(*number);
  } else {
    sample_.strays.add_words(std::string(text), times);
    if (sample_.not_a_number.empty()) sample_.not_a_number = text;
  }
  see_example(text);
  if (number) {
    half_words_ += 2 * times;  // they are looked at only if most cells are words
  } else {
    see_words(text, times);
  }
  // Of measurements it is enough to know that they have many values.
  const bool is_measure = number && !sample_.integers;
  if (is_measure && texts_.size() >= most_numbers_) return;
  if (texts_.size() >= (may_differ_ || !number ? kMostDistinct : most_numbers_)) return;
  may_differ_ = texts_.emplace(text).second && may_differ_ && times == 1 && !is_measure;
}

void ColumnObserver::see_example(std::string_view text) {
  constexpr std::size_t kMostBytes = 40;  // of all of them
  if (examples_ >= kMostExamples || sample_.examples.size() + text.size() > kMostBytes) return;
  if (texts_.find(std::string(text)) != texts_.end()) return;
  sample_.examples.append(examples_++ == 0 ? "" : " | ").append(text);
}

void ColumnObserver::see_words(std::string_view text, std::int64_t times) {
  half_words_ += half_words_in(text) * times;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ') ++end;
    if (end > at) {
      const std::string_view word = text.substr(at, end - at);
      words_ += times;
      lower_words_ += begins_small(word) ? times : 0;
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
    sample_.mean_words = static_cast<double>(half_words_) / 2 / static_cast<double>(sample_.cells);
  }
  if (words_ > 0) {
    sample_.small_words = static_cast<double>(lower_words_) / static_cast<double>(words_);
  }
  sample_.vocabulary = static_cast<std::int64_t>(vocabulary_.size());
  sample_.all_differ = may_differ_ && sample_.cells > 1 && sample_.distinct == sample_.cells;
  return std::move(sample_);
}

// Marks and strays are missing.
void ColumnObserver::become_numbers() {
  sample_.cells = numbers_;
  sample_.missing += sample_.strays.cells_of_words;
  for (const auto& [text, cells] : sample_.strays.marks) sample_.missing += cells;
  sample_.booleans = false;
  for (const auto& [text, cells] : sample_.strays.words) texts_.erase(text);
  sample_.distinct = static_cast<std::int64_t>(texts_.size());
}

// Among times and durations, marks are missing too.
void ColumnObserver::become_seconds() {
  sample_.cells = sample_.strays.cells_of_words;
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

namespace {

// Calls f(column, text) for each cell of the block, whose bytes stay as they are.
template <class F>
void for_each_cell(const Block& block, std::size_t columns, const Dialect& dialect,
                   const std::string& file, const F& f) {
  Block copy;
  copy.bytes.reset(new char[block.end]);
  std::copy(block.bytes.get(), block.bytes.get() + block.end, copy.bytes.get());
  copy.begin = block.begin;
  copy.end = block.end;
  copy.first_line = block.first_line;
  copy.ending = block.ending;
  std::vector<Cell> cells(columns);
  RecordCutter cutter(dialect, file);
  cutter.start(copy);
  while (cutter.next(columns, cells.data())) {
    for (std::size_t i = 0; i < columns; ++i) {
      f(i, CellColumn{copy.bytes.get(), &cells[i], 1, 1, dialect.trim, dialect.numbers}.at(0));
    }
  }
}

}  // namespace

std::vector<ColumnSample> sample_block(const Block& block, const std::vector<std::string>& columns,
                                       const Dialect& dialect, const MissingMarks& marks,
                                       const std::string& file) {
  std::vector<ColumnObserver> observers;
  for (const std::string& column : columns) observers.emplace_back(column, dialect.numbers);
  for_each_cell(block, columns.size(), dialect, file, [&](std::size_t i, std::string_view text) {
    marks.contains(text) ? observers[i].see_missing() : observers[i].see(text);
  });
  std::vector<ColumnSample> samples;
  for (ColumnObserver& observer : observers) samples.push_back(std::move(observer).finish());
  return samples;
}

DecimalsSeen decimals_seen(const Block& block, std::size_t columns, const Dialect& dialect,
                           const std::string& file) {
  struct Seen {
    bool point = false, comma = false, ambiguous = false, word = false;
  };
  std::vector<Seen> seen(columns);
  for_each_cell(block, columns, dialect, file, [&](std::size_t i, std::string_view text) {
    if (seen[i].word) return;
    const std::string_view cell = trimmed(text);
    if (cell.empty() || usual_mark(cell) != kNoUsualMark) return;
    if (seen[i].point) {  // what a comma is in it is known
      seen[i].word = !read_formed_number(cell, {});
      return;
    }
    const Punctuation punctuation = punctuation_of(cell);
    seen[i].point = seen[i].point || punctuation == Punctuation::kPoint;
    seen[i].comma = seen[i].comma || punctuation == Punctuation::kComma;
    seen[i].ambiguous = seen[i].ambiguous || punctuation == Punctuation::kAmbiguous;
    seen[i].word = punctuation == Punctuation::kNone && !read_formed_number(cell, {});
  });
  DecimalsSeen all;
  for (const Seen& column : seen) {
    if (column.word) continue;
    all.point = all.point || column.point;
    all.comma = all.comma || column.comma;
    all.ambiguous = all.ambiguous || column.ambiguous;
  }
  return all;
}

}  // namespace tally::csv
