// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/record_cutter.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/read/csv/plain_cells.h"

namespace tally::csv {

RecordCutter::RecordCutter(const Dialect& dialect, std::string file)
    : dialect_(dialect), file_(std::move(file)) {}

void RecordCutter::start(Block& block) {
  bytes_ = block.bytes.get();
  position_ = block.begin;
  end_ = block.end;
  ending_ = block.ending;
  line_ = block.first_line;
  window_.start(bytes_, position_, end_, dialect_);
}

std::size_t RecordCutter::count_cells() {
  const RecordCutter before = *this;
  std::size_t count = 0;
  std::uint32_t begin = position_;
  while (begin < end_) {
    const std::uint32_t at = window_.take();
    if (at == end_) {
      ++count;
      break;
    }
    if (bytes_[at] == dialect_.delimiter) ++count;
    if (bytes_[at] != '\n') continue;
    if (count > 0 || !is_blank(begin, at)) {
      ++count;
      break;
    }
    begin = at + 1;
  }
  *this = before;
  return count;
}

std::size_t RecordCutter::next_plain(std::size_t columns, Cell* cells, std::size_t most) {
  if (columns < 2) return 0;  // a blank line is like a record of one cell
  const PlainRecords records = window_.take_plain(columns, most);
  if (records.count == 0) return 0;
  make_plain_cells(records.ends, records.count * columns, cells);
  for (std::size_t i = 1; i <= records.count; ++i) {
    Cell& last = cells[i * columns - 1];
    if (last.size > 0 && bytes_[last.begin + last.size - 1] == '\r') --last.size;
  }
  position_ = records.ends[records.count * columns - 1] + 1;
  line_ += static_cast<std::int64_t>(records.count);
  record_line_ = line_ - 1;
  return records.count;
}

bool RecordCutter::next(std::size_t columns, Cell* cells) {
  if (next_plain(columns, cells, 1) == 1) return true;
  std::size_t count = 0;
  std::uint32_t begin = position_;
  record_line_ = line_;
  while (begin < end_) {
    std::uint32_t at = window_.take();
    Cell cell{begin, at - begin, 0};
    if (at < end_ && dialect_.quote != 0 && bytes_[at] == dialect_.quote) {
      const Quoted quoted = cut_quoted(begin, at);
      cell = quoted.cell;
      at = quoted.end;
    }
    if (at == end_) fail_open(false);
    const char byte = bytes_[at];
    if (byte == '\0') fail_at_nul(at, at);
    if (byte == '\n') {
      ++line_;
      if (count == 0 && cell.is_quoted == 0 && is_blank(begin, at)) {
        record_line_ = line_;
        begin = at + 1;
        continue;
      }
      if (cell.is_quoted == 0 && cell.size > 0 && bytes_[at - 1] == '\r') --cell.size;
    }
    if (count < columns) cells[count] = cell;
    ++count;
    begin = at + 1;
    if (byte != '\n') continue;
    position_ = begin;
    if (count == columns) return true;
    fail({"expected " + std::to_string(columns) + " cells, found " + std::to_string(count) +
              " (cells are divided by " + in_quotes(std::string(1, dialect_.delimiter)) + ")",
          {Remedy::of(RemedyKind::kSetDelimiter)}},
         record_line_);
  }
  position_ = end_;
  return false;
}

RecordCutter::Quoted RecordCutter::cut_quoted(std::uint32_t begin, std::uint32_t opening) {
  const bool stands_first = dialect_.trim ? is_blank(begin, opening) : begin == opening;
  if (!stands_first) {
    fail({"a quote inside a cell that is not quoted: " +
              in_quotes(std::string_view(bytes_ + begin, opening + 1 - begin)),
          {Remedy::of(RemedyKind::kReadQuotesAsText)}},
         line_);
  }
  Quoted quoted_cell{Cell{opening + 1, 0, 1}, 0};
  std::uint32_t closing = window_.take();
  for (;;) {
    if (closing == end_) fail_open(true);
    if (bytes_[closing] == '\0') fail_at_nul(opening, closing);
    quoted_cell.end = window_.take();
    // Two quotes in a row are one that belongs to the text.
    if (quoted_cell.end != closing + 1 || quoted_cell.end == end_ ||
        bytes_[quoted_cell.end] != dialect_.quote) {
      break;
    }
    closing = window_.take();
  }
  close_quoted(quoted_cell, closing);
  return quoted_cell;
}

void RecordCutter::close_quoted(Quoted& quoted_cell, std::uint32_t closing) {
  char* const first = bytes_ + quoted_cell.cell.begin;
  char* const last = bytes_ + closing;
  const std::string_view behind(last + 1, quoted_cell.end - closing - 1);
  line_ += std::count(first, last, '\n');
  const bool ends_line = quoted_cell.end < end_ && bytes_[quoted_cell.end] == '\n';
  const bool clean = behind.empty() || (ends_line && behind == "\r") ||
                     (dialect_.trim && is_blank(closing + 1, quoted_cell.end));
  const bool another_quote = quoted_cell.end < end_ && bytes_[quoted_cell.end] == dialect_.quote;
  if (!clean || another_quote) {
    fail({"text behind a closing quote: " + in_quotes(behind),
          {Remedy::of(RemedyKind::kReadQuotesAsText)}},
         line_);
  }
  // The second of two quotes is dropped in place: nothing behind the cell moves.
  char* to = first;
  for (const char* from = first; from < last; ++from) {
    *to++ = *from;
    if (*from == dialect_.quote) ++from;
  }
  quoted_cell.cell.size = static_cast<std::uint32_t>(to - first);
}

bool RecordCutter::is_blank(std::uint32_t begin, std::uint32_t end) const {
  return std::all_of(bytes_ + begin, bytes_ + end,
                     [&](char byte) { return dialect_.is_padding(byte); });
}

void RecordCutter::fail(Remark remark, std::int64_t line) const {
  throw Error(ErrorKind::kData, std::move(remark), Place{file_, line, -1, ""});
}

void RecordCutter::fail_at_nul(std::uint32_t from, std::uint32_t at) const {
  fail(
      {"a NUL byte, which no text holds; this looks like a binary file (or UTF-16: convert it with "
       "iconv -t UTF-8)",
       {}},
      line_ + std::count(bytes_ + from, bytes_ + at, '\n'));
}

void RecordCutter::fail_open(bool within_quotes) const {
  const std::string too_long =
      "a record is longer than " + std::to_string(end_ - position_) + " bytes";
  const std::string open = "a quote is opened here and never closed";
  const std::vector<Remedy> remedies{Remedy::of(RemedyKind::kReadQuotesAsText)};
  if (ending_ != Block::Ending::kTooLong) fail({open, remedies}, line_);
  if (!within_quotes) fail({too_long, {}}, record_line_);
  fail({too_long + ": " + open + " within it", remedies}, record_line_);
}

}  // namespace tally::csv
