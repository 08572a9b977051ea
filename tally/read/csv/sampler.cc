// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/sampler.h"

#include <algorithm>
#include <memory>

#include "tally/read/cells/column_observer.h"
#include "tally/read/csv/record_cutter.h"

namespace tally::csv {

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
