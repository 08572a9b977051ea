// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/labelled_lines.h"

#include <algorithm>
#include <utility>

#include "tally/base/error.h"
#include "tally/label.h"

namespace tally::csv {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// The first label that is a word of the text, or nothing.
std::string_view label_within(std::string_view text) {
  for (std::size_t at = text.find(kLabelMark); at != std::string_view::npos;
       at = text.find(kLabelMark, at + 1)) {
    const bool begins_word = at == 0 || kBlanks.find(text[at - 1]) != std::string_view::npos;
    if (begins_word) return text.substr(at, text.find_first_of(kBlanks, at) - at);
  }
  return {};
}

}  // namespace

LabelledLines::LabelledLines(std::unique_ptr<ByteSource> source, std::string name,
                             std::size_t longest_line)
    : source_(std::move(source)), name_(std::move(name)), longest_line_(longest_line) {}

std::size_t LabelledLines::read(char* to, std::size_t most) {
  while (given_ == output_.size() && translate_lines()) {
  }
  const std::size_t given = output_.copy(to, most, given_);
  given_ += given;
  return given;
}

bool LabelledLines::is_ready(std::chrono::milliseconds patience) {
  return given_ < output_.size() || ended_ || source_->is_ready(patience);
}

// Reads some bytes and puts the lines that end in them into output_; false at the end.
bool LabelledLines::translate_lines() {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  output_.clear();
  given_ = 0;
  if (ended_) return false;
  const std::size_t before = input_.size();
  input_.resize(before + kPiece);
  const std::size_t got = source_->read(input_.data() + before, kPiece);
  input_.resize(before + got);
  ended_ = got == 0;
  if (ended_ && before > 0) input_ += '\n';
  std::size_t begin = 0;
  for (std::size_t end = input_.find('\n', before); end != std::string::npos;
       end = input_.find('\n', begin)) {
    translate(std::string_view(input_).substr(begin, end - begin));
    begin = end + 1;
  }
  input_.erase(0, begin);
  if (input_.size() > longest_line_) {
    ++line_;
    fail("the line is longer than any row");
  }
  return true;
}

void LabelledLines::translate(std::string_view line) {
  if (line_++ == 0 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  line = without_blanks(line);
  if (!line.empty()) {
    const bool has_label = line.starts_with(kLabelMark);
    const std::size_t end = has_label ? std::min(line.find_first_of(kBlanks), line.size()) : 0;
    const std::string_view text = without_blanks(line.substr(end));
    if (const std::string_view other = label_within(text); !other.empty()) {
      fail(has_label
               ? "the line has a second label, " + in_quotes(other) +
                     ", and a row has one class; leave one, or write the line for each"
               : "the label " + in_quotes(other) + " stands behind the text; put it in front");
    }
    if (has_label) output_ += line.substr(kLabelMark.size(), end - kLabelMark.size());
    output_ += kLabelEnd;
    const std::size_t from = output_.size();
    output_ += text;
    std::replace(output_.begin() + static_cast<std::ptrdiff_t>(from), output_.end(), kLabelEnd,
                 ' ');
  }
  output_ += '\n';
}

void LabelledLines::fail(const std::string& sentence) const {
  throw Error(ErrorKind::kData, sentence, Place{name_, line_, -1, ""});
}

}  // namespace tally::csv
