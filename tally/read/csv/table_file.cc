// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/table_file.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "tally/base/error.h"
#include "tally/base/utf8.h"
#include "tally/read/csv/record_cutter.h"
#include "tally/read/csv/sampler.h"
#include "tally/read/csv/structural_index.h"
#include "tally/read/file_format.h"

namespace tally::csv {

InputFiles::Enough enough_of(const ReadOptions& options) {
  if (!options.at_once) return nullptr;
  return [format = options.format, delimiter = options.delimiter, quote = options.quote](
             const std::string& file, std::string_view start) {
    if (!format && !is_format_sure(start)) return false;
    if (format.value_or(detect_format(file, start)) != FileFormat::kDelimited) return true;
    return delimiter != 0 || is_delimiter_sure(file, start, quote);
  };
}

TableFile::TableFile(const std::string& file, const ReadOptions& options, const BlockSizes& sizes,
                     std::atomic<std::int64_t>* consumed)
    : TableFile(file, open_source(file, consumed), options, sizes) {}

TableFile::TableFile(const std::string& file, std::unique_ptr<ByteSource> source,
                     const ReadOptions& options, const BlockSizes& sizes)
    : name_(display_name(file)),
      at_once_(options.at_once),
      most_drafted_bytes_(sizes.block),
      splitter_(std::move(source), sizes, options.at_once) {
  const InputFiles::Enough enough = enough_of(options);
  const std::string_view start =
      splitter_.start([&](std::string_view bytes) { return enough(file, bytes); });
  if (start.empty()) fail("is empty");
  refuse_foreign_format(start);
  dialect_.quote = options.quote;
  dialect_.trim = options.trim;
  dialect_.delimiter =
      options.delimiter != 0 ? options.delimiter : sniff_delimiter(file, start, options.quote);
  check(dialect_);
  do {
    waiting_ = splitter_.next(records_of(dialect_));
    if (!waiting_) fail("holds nothing but blank lines");
  } while (splitter_.rows() == 0 && waiting_->ending == Block::Ending::kWhole);
  RecordCutter cutter(dialect_, name_);
  cutter.start(*waiting_);
  const std::size_t columns = cutter.count_cells();
  if (options.header) {
    read_header();
  } else if (!options.names.empty()) {
    take_names(options.names, columns);
  } else {
    for (std::size_t i = 1; i <= columns; ++i) columns_.emplace_back("c").append(std::to_string(i));
  }
  if (options.decimal != 0) dialect_.numbers.decimal = options.decimal;
  // A comma between cells cannot be a decimal, unless it is said or cells are quoted.
  knows_numbers_ = options.decimal != 0 || dialect_.delimiter == ',';
  if (knows_numbers_) return;
  if (const Block* const block = first_block()) draft_numbers(*block);
}

void TableFile::take_names(const std::vector<std::string>& names, std::size_t columns) {
  if (names.size() != columns) {
    fail(std::to_string(names.size()) + " names are given, but the first line has " +
         std::to_string(columns) + " cells");
  }
  columns_ = names;
  check_names();
}

// The first rows tell, and where they may be read in two ways a comma makes no groups.
void TableFile::draft_numbers(const Block& block) {
  const DecimalsSeen seen = decimals_seen(block, columns_.size(), dialect_, name_);
  const std::optional<char> decimal = seen.decimal();
  dialect_.numbers.decimal = decimal.value_or('.');
  dialect_.numbers.grouped = decimal.has_value();
  // Rows that read alike in every form say nothing about those to come.
  drafted_bytes_ += block.end - block.begin;
  knows_numbers_ = !at_once_ || seen.any() || drafted_bytes_ >= most_drafted_bytes_;
}

void TableFile::refuse_foreign_format(std::string_view start) const {
  using Format = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Format, 8> kFormats{
      Format{"PK\x03\x04", "a zip or spreadsheet file; save the table as CSV"},
      Format{"PAR1", "a Parquet file, not a delimited text"},
      Format{"ARROW1", "an Arrow file, not a delimited text"},
      Format{"SQLite format 3", "an SQLite database, not a delimited text"},
      Format{"\xFD"
             "7zXZ",
             "packed with xz; unpack it first, or pipe it in: xz -dc FILE | tally … -"},
      Format{"BZh",
             "packed with bzip2; unpack it first, or pipe it in: bzip2 -dc FILE | tally … -"},
      Format{"\xFF\xFE", "UTF-16; convert it first with iconv -f UTF-16 -t UTF-8"},
      Format{"\xFE\xFF", "UTF-16; convert it first with iconv -f UTF-16 -t UTF-8"}};
  for (const Format& format : kFormats) {
    // A text may well begin like "BZh" or "PAR1", but then a line ends soon and no NUL comes
    // before.
    const std::string_view line = start.substr(0, start.find('\n'));
    const bool is_text = is_utf8(line) && line.find('\0') == std::string_view::npos;
    if (start.starts_with(format.first) && !is_text) fail("is " + std::string(format.second));
  }
}

void TableFile::read_header() {
  RecordCutter cutter(dialect_, name_);
  cutter.start(*waiting_);
  std::vector<Cell> cells(cutter.count_cells());
  cutter.next(cells.size(), cells.data());
  for (const Cell& cell : cells) {
    columns_.emplace_back(trimmed({waiting_->bytes.get() + cell.begin, cell.size}));
  }
  check_names();
  header_rows_ = 1;
  waiting_->begin = cutter.position();
  waiting_->first_line = cutter.next_line();
}

void TableFile::check_names() const {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& column = columns_[i];
    if (column.empty()) {
      fail("column " + std::to_string(i + 1) + " has no name",
           {Remedy::in_words("give it one"), Remedy::of(RemedyKind::kReadWithoutHeader)});
    }
    if (!is_utf8(column)) {
      fail("the column name " + in_quotes(column) +
           " is not valid UTF-8; convert the file first, say with iconv -f LATIN1 -t UTF-8");
    }
    if (column.find('\r') != std::string::npos && columns_.size() > 1) {
      fail("the header holds a carriage return: " + in_quotes(column) +
           "; if lines end in CR alone, convert the file first with tr '\\r' '\\n'");
    }
    if (!seen.insert(column).second) {
      fail("the column " + in_quotes(column) + " is there twice",
           {Remedy::in_words("rename one"), Remedy::of(RemedyKind::kReadWithoutHeader)});
    }
  }
}

const Block* TableFile::first_block() {
  while (waiting_ && rows() == 0 && waiting_->ending == Block::Ending::kWhole) {
    waiting_ = splitter_.next(records_of(dialect_));
  }
  return waiting_ ? &*waiting_ : nullptr;
}

std::optional<Block> TableFile::next() {
  std::optional<Block> block = std::exchange(waiting_, std::nullopt);
  if (!block) {
    block = splitter_.next(records_of(dialect_));
    if (block && !knows_numbers_) draft_numbers(*block);
  }
  if (block) block->first_row = std::max<std::int64_t>(0, block->first_row - header_rows_);
  return block;
}

void TableFile::fail(const std::string& sentence, std::vector<Remedy> remedies) const {
  throw Error(ErrorKind::kData, Remark{sentence, std::move(remedies)}, Place{name_, -1, -1, ""});
}

}  // namespace tally::csv
