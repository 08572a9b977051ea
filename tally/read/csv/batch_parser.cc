// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/batch_parser.h"

#include <algorithm>
#include <exception>

#include "tally/base/error.h"

namespace tally::csv {

namespace {

// Records are cut some at a time and then read column by column: few enough that their text and
// cells stay in the cache, enough that a column's loop pays.
std::size_t rows_at_a_time(std::size_t columns) {
  constexpr std::size_t kCells = 2048;
  return std::clamp<std::size_t>(kCells / columns, 1, 512);
}

}  // namespace

BatchParser::BatchParser(const ReadPlan& plan) : plan_(plan) {
  for (const ReadPlan::PlannedColumn& planned : plan.columns) {
    builders_.push_back(builder_for(planned.schema, plan.marks, planned.strays));
    batch_.columns.push_back({planned.schema.name, Column{}});
  }
  words_.resize(plan.columns.size());
  if (plan.keep_cells) batch_.kept.names = plan.names;
}

const Batch& BatchParser::parse(Block block, const FileShape& shape) {
  block_ = std::move(block);
  start(block_, shape);
  RecordCutter cutter(shape.dialect, shape.name);
  cutter.start(block_);
  const std::size_t columns = shape.places.size();
  const std::size_t most = rows_at_a_time(columns);
  cells_.resize(most * columns);
  std::int64_t row = block_.first_row;
  for (bool more = true; more;) {
    std::size_t rows = 0;
    std::exception_ptr malformed;  // thrown only after the rows before it have been found good
    try {
      while (rows < most) {
        if (const std::size_t plain = cut_plain(cutter, columns, rows, most)) {
          rows += plain;
          row += static_cast<std::int64_t>(plain);
          continue;
        }
        if (!(more = cutter.next(columns, &cells_[rows * columns]))) break;
        if (!is_selected(row++)) continue;
        batch_.lines.push_back(cutter.line());
        ++rows;
      }
    } catch (const Error&) {
      malformed = std::current_exception();
    }
    convert(shape, rows);
    if (malformed) std::rethrow_exception(malformed);
  }
  batch_.kept.cells.resize(static_cast<std::size_t>(batch_.rows) * batch_.kept.names.size());
  for (std::size_t i = 0; i < builders_.size(); ++i) {
    batch_.columns[i].values =
        std::visit([](const auto& builder) { return builder.finish(); }, builders_[i]);
  }
  note_strays();
  return batch_;
}

void BatchParser::note_strays() {
  for (std::size_t i = 0; i < builders_.size(); ++i) {
    for (const auto& [place, text] : taken_strays(builders_[i]).words) {
      words_[i].add_word(text, batch_.file, batch_.lines[place],
                         batch_.first_row + static_cast<std::int64_t>(place));
    }
  }
}

std::vector<StrayCells> BatchParser::strays() const {
  std::vector<StrayCells> out = words_;
  for (std::size_t i = 0; i < builders_.size(); ++i) {
    add_marks(taken_strays(builders_[i]), out[i]);
  }
  return out;
}

void BatchParser::start(const Block& block, const FileShape& shape) {
  for (ColumnBuilder& builder : builders_) {
    std::visit([](auto& chosen) { chosen.start(); }, builder);
  }
  batch_.rows = 0;
  batch_.file = shape.name;
  batch_.first_row = block.first_row;
  batch_.lines.clear();
  if (plan_.rows == nullptr) return;
  const std::vector<std::int64_t>& rows = plan_.rows->rows;
  next_selected_ = static_cast<std::size_t>(
      std::lower_bound(rows.begin(), rows.end(), block.first_row) - rows.begin());
}

// Most records are simple, and if all rows are wanted they can be cut together.
std::size_t BatchParser::cut_plain(RecordCutter& cutter, std::size_t columns, std::size_t rows,
                                   std::size_t most) {
  if (plan_.rows != nullptr) return 0;
  std::int64_t line = cutter.next_line();
  const std::size_t count = cutter.next_plain(columns, &cells_[rows * columns], most - rows);
  for (std::size_t i = 0; i < count; ++i) batch_.lines.push_back(line++);
  return count;
}

bool BatchParser::is_selected(std::int64_t row) {
  if (plan_.rows == nullptr) return true;
  if (next_selected_ == plan_.rows->rows.size() || plan_.rows->rows[next_selected_] != row) {
    return false;
  }
  ++next_selected_;
  return true;
}

CellColumn BatchParser::column(const FileShape& shape, std::size_t table_column,
                               std::size_t rows) const {
  return {block_.bytes.get(),  &cells_[shape.places[table_column]],
          shape.places.size(), rows,
          shape.dialect.trim,  shape.dialect.numbers};
}

void BatchParser::convert(const FileShape& shape, std::size_t rows) {
  if (rows == 0) return;
  // Behind a bad cell, a column need only be read up to its row: an earlier one would be worse.
  std::size_t good = rows;
  const ReadPlan::PlannedColumn* bad = nullptr;
  for (std::size_t i = 0; i < builders_.size(); ++i) {
    const CellColumn cells = column(shape, plan_.columns[i].table_column, good);
    const std::size_t taken =
        std::visit([&](auto& builder) { return builder.append(cells); }, builders_[i]);
    if (taken == good) continue;
    good = taken;
    bad = &plan_.columns[i];
  }
  if (bad != nullptr) {
    const std::int64_t line = batch_.lines[static_cast<std::size_t>(batch_.rows) + good];
    const std::string_view text = column(shape, bad->table_column, rows).at(good);
    throw Error(ErrorKind::kData, complaint(bad->schema, text),
                Place{shape.name, line, -1, bad->schema.name});
  }
  if (plan_.keep_cells) keep(shape, rows);
  batch_.rows += static_cast<std::int64_t>(rows);
}

void BatchParser::keep(const FileShape& shape, std::size_t rows) {
  const std::size_t columns = plan_.names.size();
  std::vector<std::string>& kept = batch_.kept.cells;
  const std::size_t before = static_cast<std::size_t>(batch_.rows) * columns;
  if (kept.size() < before + rows * columns) kept.resize(before + rows * columns);
  for (std::size_t i = 0; i < columns; ++i) {
    const CellColumn cells = column(shape, i, rows);
    for (std::size_t row = 0; row < rows; ++row) {
      kept[before + row * columns + i].assign(cells.at(row));
    }
  }
}

const Dictionary* BatchParser::dictionary(std::size_t planned) const {
  const auto* builder = std::get_if<CodeBuilder>(&builders_[planned]);
  return builder == nullptr ? nullptr : &builder->dictionary();
}

}  // namespace tally::csv
