#include "tally/read/sampler.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "tally/read/record_cutter.h"

namespace tally::csv {

namespace {

constexpr std::size_t kMostDistinct = 64;

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

}  // namespace

void ColumnObserver::see(std::string_view text) {
  const std::optional<double> number = parse_number(trimmed(text));
  if (number && std::isnan(*number)) {
    ++nans_;
    sample_.booleans = false;
    return;
  }
  ++sample_.cells;
  sample_.booleans =
      sample_.booleans && Label::parse(trimmed(text), ValueType::kBoolean).has_value();
  sample_.numbers = sample_.numbers && number.has_value() && !is_padded(trimmed(text));
  sample_.integers = sample_.integers && sample_.numbers && *number == std::floor(*number) &&
                     std::isfinite(*number);
  times_ = times_ && !number && parse_time(trimmed(text)).has_value();
  durations_ = durations_ && !number && parse_duration(trimmed(text)).has_value();
  if (!number && sample_.not_a_number.empty()) sample_.not_a_number = text;
  if (distinct_.size() < kMostDistinct) distinct_.emplace(text);
  half_words_ += half_words_in(text);
}

ColumnSample ColumnObserver::finish() && {
  sample_.times = sample_.cells > 0 && times_;
  sample_.durations = sample_.cells > 0 && durations_;
  if (sample_.cells > 0) {
    sample_.mean_words = static_cast<double>(half_words_) / 2 / static_cast<double>(sample_.cells);
  }
  sample_.distinct = static_cast<std::int64_t>(distinct_.size());
  if (!sample_.numbers && sample_.not_a_number.size() > 0 && nans_ > 0) {
    sample_.cells += nans_;
    sample_.distinct = std::min<std::int64_t>(sample_.distinct + 1, kMostDistinct);
  }
  return std::move(sample_);
}

std::vector<ColumnSample> sample_block(const Block& block, const std::vector<std::string>& columns,
                                       const Dialect& dialect, const MissingMarks& marks,
                                       const std::string& file) {
  Block copy;
  copy.bytes.reset(new char[block.end]);
  std::copy(block.bytes.get(), block.bytes.get() + block.end, copy.bytes.get());
  copy.begin = block.begin;
  copy.end = block.end;
  copy.first_line = block.first_line;
  copy.ending = block.ending;

  std::vector<ColumnObserver> observers(columns.begin(), columns.end());
  std::vector<Cell> cells(columns.size());
  RecordCutter cutter(dialect, file);
  cutter.start(copy);
  while (cutter.next(cells.size(), cells.data())) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const CellColumn cell{copy.bytes.get(), &cells[i], 1, 1, dialect.trim};
      if (!marks.contains(cell.at(0))) observers[i].see(cell.at(0));
    }
  }
  std::vector<ColumnSample> samples;
  for (ColumnObserver& observer : observers) samples.push_back(std::move(observer).finish());
  return samples;
}

}  // namespace tally::csv
