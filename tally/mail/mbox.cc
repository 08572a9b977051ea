// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mbox.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tally/mail/ascii.h"
#include "tally/mail/mime/message_bytes.h"

namespace tally::mail {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::size_t kMostKept = 2 * kLongestMessage + 2;
constexpr std::size_t kLongestFromLine = 512;
constexpr std::string_view kDays = "Mon Tue Wed Thu Fri Sat Sun";
constexpr std::string_view kMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";

std::string_view next_word(std::string_view& line) {
  line = trimmed(line);
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

bool is_among(std::string_view word, std::string_view list) {
  return word.size() == 3 && list.find(word) != std::string_view::npos;
}

bool is_time(std::string_view word) {
  return word.size() >= 4 && is_digit(word[0]) && word.find(':') != std::string_view::npos;
}

}  // namespace

bool is_from_line(std::string_view line) {
  if (!line.starts_with("From ")) return false;
  line.remove_prefix(5);
  while (!trimmed(line).empty()) {
    if (!is_among(next_word(line), kDays)) continue;
    std::string_view rest = line;
    if (!is_among(next_word(rest), kMonths)) continue;
    const std::string_view day = next_word(rest);
    return !day.empty() && is_digit(day[0]) && is_time(next_word(rest));
  }
  return false;
}

MessageReader::MessageReader(std::unique_ptr<ByteSource> source, bool one_message)
    : source_(std::move(source)), one_message_(one_message) {}

void MessageReader::restart(std::unique_ptr<ByteSource> source, bool one_message) {
  source_ = std::move(source);
  one_message_ = one_message;
  is_started_ = after_blank_ = false;
  at_line_start_ = true;
  at_ = end_ = 0;
}

// Appends a piece of the stream to what is not yet taken; false at the end.
bool MessageReader::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(at_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= std::exchange(at_, 0);
  buffer_.resize(std::max(buffer_.size(), end_ + kPiece));
  const std::size_t got = source_->read(buffer_.data() + end_, kPiece);
  end_ += got;
  return got > 0;
}

void MessageReader::keep(std::string_view piece) {
  const std::size_t room = kMostKept - std::min(kMostKept, message_.size());
  message_.append(piece.substr(0, room));
}

// Takes a line, or a piece of a very long one, into the message; false where the next begins, or
// the stream ends.
bool MessageReader::take_line() {
  std::size_t end = untaken().find('\n');
  while (end == std::string::npos && untaken().size() < kPiece && fill()) {
    end = untaken().find('\n');
  }
  if (at_ == end_) return false;
  const bool is_whole = end != std::string::npos;
  const std::string_view line = untaken().substr(0, is_whole ? end + 1 : end);
  const bool begins_message = at_line_start_ && after_blank_ && !one_message_ &&
                              line.size() <= kLongestFromLine && is_from_line(line);
  if (begins_message && !message_.empty()) return false;
  keep(line);
  after_blank_ = at_line_start_ && (line == "\n" || line == "\r\n");
  at_line_start_ = is_whole;
  at_ += line.size();
  return true;
}

void MessageReader::take_all() {
  do {
    keep(untaken());
    at_ = end_;
  } while (fill());
}

std::optional<std::string> MessageReader::next() {
  message_.clear();
  if (!std::exchange(is_started_, true)) {
    while (untaken().size() < kLongestFromLine && fill()) {
    }
    const std::string_view first = untaken().substr(0, untaken().find('\n'));
    one_message_ = one_message_ || !is_from_line(first);
  }
  if (one_message_) {
    take_all();
  } else {
    while (take_line()) {
    }
  }
  after_blank_ = true;  // the line at hand is the From_ line that ended this message
  if (message_.empty()) return std::nullopt;
  return std::exchange(message_, {});
}

}  // namespace tally::mail
