// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/blanks.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "tally/label.h"

namespace tally::csv {

namespace {

bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

// The cells of a line: how many, and whether one is a number.
struct Cut {
  std::size_t cells = 0;
  bool has_number = false;
};

Cut cut_line(std::string_view line, char quote) {
  Cut cut;
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at]) || line[at] == '\r') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    for (bool inside = false; at < line.size() && (inside || !is_blank(line[at])); ++at) {
      if (quote != 0 && line[at] == quote) inside = !inside;
    }
    ++cut.cells;
    std::string_view cell = line.substr(begin, at - begin);
    if (cell.ends_with('\r')) cell.remove_suffix(1);
    cut.has_number = cut.has_number || parse_number(cell).has_value();
  }
  return cut;
}

class SingleBlanks final : public ByteSource {
 public:
  SingleBlanks(std::unique_ptr<ByteSource> source, char quote)
      : source_(std::move(source)), quote_(quote) {}

  std::size_t read(char* to, std::size_t most) override {
    while (given_ == output_.size()) {
      output_.clear();
      given_ = 0;
      constexpr std::size_t kPiece = std::size_t{1} << 16;
      input_.resize(kPiece);
      const std::size_t got = source_->read(input_.data(), kPiece);
      if (got == 0) return 0;
      for (std::size_t i = 0; i < got; ++i) take(input_[i]);
    }
    const std::size_t given = output_.copy(to, most, given_);
    given_ += given;
    return given;
  }
  bool is_ready(std::chrono::milliseconds patience) override {
    return given_ < output_.size() || source_->is_ready(patience);
  }
  bool is_reopenable() const override { return source_->is_reopenable(); }

 private:
  void take(char byte) {
    if (!inside_ && is_blank(byte)) {
      waits_ = !is_start_;  // for a cell behind it
      return;
    }
    const bool ends = !inside_ && (byte == '\n' || byte == '\r');
    if (std::exchange(waits_, false) && !ends) output_ += ' ';
    if (quote_ != 0 && byte == quote_) inside_ = !inside_;
    is_start_ = ends;
    output_ += byte;
  }

  std::unique_ptr<ByteSource> source_;
  char quote_;
  bool inside_ = false;   // quotes
  bool is_start_ = true;  // of a line
  bool waits_ = false;    // a blank that was not handed on yet
  std::string input_, output_;
  std::size_t given_ = 0;
};

}  // namespace

BlankDivision division_by_blanks(std::string_view start, char quote) {
  constexpr std::size_t kLines = 20;
  std::size_t lines = 0, cells = 0;
  bool has_number = false;
  bool is_sure = false;
  while (lines < kLines) {
    const std::size_t end = start.find('\n');
    // What may not be a whole line says nothing, unless it is all there is.
    if (end == std::string_view::npos && lines > 0) break;
    const Cut cut = cut_line(start.substr(0, end), quote);
    if (cut.cells > 0) {
      if (lines > 0 && cut.cells != cells) return {false, true};
      has_number = has_number || (lines > 0 && cut.has_number);
      cells = cut.cells;
      ++lines;
    }
    if (end == std::string_view::npos) break;
    start.remove_prefix(end + 1);
    is_sure = cells == 1 || lines == kLines;
  }
  return {cells >= 2 && lines >= 2 && has_number, is_sure};
}

std::unique_ptr<ByteSource> single_blanks(std::unique_ptr<ByteSource> source, char quote) {
  return std::make_unique<SingleBlanks>(std::move(source), quote);
}

}  // namespace tally::csv
