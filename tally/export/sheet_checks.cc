// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sheet_checks.h"

#include <map>
#include <optional>

#include "tally/export/sheet_texts.h"
#include "tally/export/sheet_together.h"

namespace tally {

namespace {

enum class Wanted : std::uint8_t { kFirst, kLast, kUnseen };

// What a line would have stand in its columns.
struct Cells {
  const Sheet& sheet;
  Wanted wanted;

  template <class T>
  const T& end_of(const std::vector<T>& all) const {
    return wanted == Wanted::kFirst ? all.front() : all.back();
  }
  std::string number(double value, const std::string& column) const {
    if (wanted == Wanted::kUnseen) value = 3 * value + 1;
    for (const Sheet::Input& input : sheet.inputs) {
      if (input.name == column && input.type != ValueType::kNumber)
        return numeric_text(value, input.type);
    }
    return shortest(value);
  }

  CellTexts operator()(const SheetValues& table) const {
    const bool is_text = table.values.empty() || table.values[0].type() == ValueType::kText;
    if (wanted == Wanted::kUnseen && is_text) return {{table.column, "never seen"}};
    if (table.values.empty()) return {};
    return {{table.column, end_of(table.values).to_string()}};
  }
  CellTexts operator()(const SheetBins& table) const {
    const double cut = table.cuts.empty() ? 0 : end_of(table.cuts);
    return {{table.column, number(table.origin + cut, table.column)}};
  }
  CellTexts operator()(const SheetCounts& table) const {
    CellTexts out;
    for (std::size_t t = 0; t < table.columns.size(); ++t) {
      if (wanted == Wanted::kFirst && t % 2 == 1) continue;  // a count that is missing
      out.emplace_back(table.columns[t], std::to_string(t % 4));
    }
    return out;
  }
  CellTexts operator()(const SheetNormal& table) const {
    return {{table.column, number(end_of(table.mean), table.column)}};
  }
  CellTexts operator()(const SheetStudent& table) const {
    return {{table.column, number(end_of(table.location), table.column)}};
  }
  CellTexts operator()(const SheetPolya& table) const {
    return (*this)(SheetCounts{table.columns, {}});
  }
  CellTexts operator()(const SheetSpread& table) const {
    return (*this)(SheetRate{table.column, table.exposure, {}});
  }
  CellTexts operator()(const SheetTerms& table) const {
    if (wanted == Wanted::kUnseen || table.terms.empty()) return {{table.column, "never seen"}};
    return {{table.column, end_of(table.terms)}};
  }
  CellTexts operator()(const SheetRate& table) const {
    CellTexts out{{table.column, wanted == Wanted::kFirst ? "1" : "4"}};
    if (!table.exposure.empty()) out.emplace_back(table.exposure, "2.5");
    return out;
  }
};

// What columns say together reads some that no line reads.
CellTexts together(const SheetTogether& of, Wanted wanted, const Cells& cells) {
  CellTexts out;
  for (const SheetTogether::Column& column : of.columns) {
    const std::string& name = column.grid.name;
    std::optional<SheetTable> as_line;
    if (column.grid.cells == CellKind::kLabel) {
      as_line = SheetValues{name, column.labels, {}, {}};
    } else if (column.grid.cells == CellKind::kTruth && !column.grid.binarize) {
      as_line = SheetValues{name, {Label::of(false), Label::of(true)}, {}, {}};
    } else {
      as_line = SheetBins{name, 0, column.grid.cuts, {}};
    }
    for (auto& cell : std::visit(cells, *as_line)) out.push_back(std::move(cell));
  }
  for (const ScaledColumn& column : of.scaled) {
    const double away = wanted == Wanted::kFirst ? 0 : column.spread;
    out.emplace_back(column.name, cells.number(column.mean + away, column.name));
  }
  return out;
}

CellTexts row(const Sheet& sheet, Wanted wanted) {
  std::map<std::string, std::string> cells;
  for (const SheetLine& line : sheet.lines) {
    for (const auto& [column, text] : std::visit(Cells{sheet, wanted}, line.table)) {
      cells.emplace(column, text);
    }
  }
  if (sheet.together) {
    for (const auto& [column, text] : together(*sheet.together, wanted, Cells{sheet, wanted})) {
      cells.emplace(column, text);
    }
  }
  if (sheet.texts) {
    for (auto& [column, text] : known_texts(*sheet.texts, wanted == Wanted::kFirst)) {
      cells.emplace(column, wanted == Wanted::kUnseen ? "never seen" : std::move(text));
    }
  }
  return {cells.begin(), cells.end()};
}

}  // namespace

std::vector<CellTexts> rows_to_check(const Sheet& sheet) {
  return {{}, row(sheet, Wanted::kFirst), row(sheet, Wanted::kLast), row(sheet, Wanted::kUnseen)};
}

}  // namespace tally
