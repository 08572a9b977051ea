// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/told_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "tally/base/suggest.h"
#include "tally/base/utf8.h"
#include "tally/batch.h"
#include "tally/batch/iso_time.h"
#include "tally/batch/usual_marks.h"
#include "tally/family/family.h"

namespace tally {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

bool is_missing(const std::string& text, const ColumnSchema& column, const Schema& schema) {
  return text.empty() || std::binary_search(schema.missing.begin(), schema.missing.end(), text) ||
         (column.type == ValueType::kNumber && usual_mark(text) != kNoUsualMark);
}

// The cells of the rows, by column.
class ToldCells {
 public:
  ToldCells(const Schema& schema, std::span<const CellTexts> rows, ToldTruth truth)
      : schema_(schema), rows_(rows), truth_(truth), cells_(schema.columns.size()) {
    for (row_ = 0; row_ < rows.size(); ++row_) {
      for (const auto& [name, text] : rows[row_]) put(name, text);
    }
  }

  bool takes(const ColumnSchema& column) const {
    return column.is_evidence() || truth_ == ToldTruth::kTaken;
  }

  /// Adds the column to the batch.
  void build(std::size_t at, BatchBuilder& out) {
    const ColumnSchema& column = schema_.columns[at];
    if (column.role == Role::kTarget) return build_labels(at, out);
    if (column.role != Role::kFeature) return build_numbers(at, out);
    switch (facts_of(column.family).cells) {
      case CellKind::kLabel:
        return build_labels(at, out);
      case CellKind::kTruth:
      case CellKind::kBin:
      case CellKind::kNumber:
      case CellKind::kGroup:
        return build_numbers(at, out);
      case CellKind::kTerms:
        using Sentence = std::optional<std::string>;
        out.sentences(column.name,
                      each<Sentence>(at, [](const std::string& text) { return Sentence(text); }));
        return;
    }
  }

 private:
  void build_labels(std::size_t at, BatchBuilder& out) {
    const ColumnSchema& column = schema_.columns[at];
    out.labels(column.name, each<std::optional<Label>>(at, [&](const std::string& text) {
                 return std::optional(label_of(column, text));
               }));
  }

  // Of booleans, too.
  void build_numbers(std::size_t at, BatchBuilder& out) {
    const ColumnSchema& column = schema_.columns[at];
    if (column.type != ValueType::kBoolean) {
      out.seconds(column.name, numbers(at), column.type);
      return;
    }
    out.booleans(column.name, each<std::optional<bool>>(at, [&](const std::string& text) {
                   return std::optional(label_of(column, text) == Label::of(true));
                 }));
  }

  static bool is_in_group(const ColumnSchema& column) {
    return column.role == Role::kFeature && facts_of(column.family).cells == CellKind::kGroup;
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    const bool is_alone = rows_.size() == 1;
    throw Error(ErrorKind::kUsage, sentence,
                {"", -1, is_alone ? -1 : static_cast<std::int64_t>(row_), ""});
  }

  [[noreturn]] void refuse_value(const ColumnSchema& column, const std::string& text) const {
    refuse("column " + in_quotes(column.name) + " holds " + std::string(to_string(column.type)) +
           "s; " + in_quotes(text) + " is none");
  }

  [[noreturn]] void refuse_name(const std::string& name) const {
    std::vector<std::string> names;
    for (const ColumnSchema& other : schema_.columns) {
      if (takes(other)) names.push_back(other.name);
    }
    refuse("the model has no feature " + in_quotes(name) + did_you_mean(name, names));
  }

  void put(const std::string& name, const std::string& text) {
    const ColumnSchema* column = schema_.find(name);
    if (column == nullptr || (!column->is_evidence() && truth_ == ToldTruth::kRefused)) {
      refuse_name(name);
    }
    if (!is_utf8(text)) refuse("the text " + in_quotes(text) + " is not valid UTF-8");
    auto& cells = cells_[static_cast<std::size_t>(column - schema_.columns.data())];
    if (cells.empty()) cells.resize(rows_.size());
    const std::string*& cell = cells[row_];
    if (cell != nullptr) refuse("column " + in_quotes(name) + " is there twice");
    cell = &text;
    if (is_in_group(*column)) named_groups_.emplace(row_, column->group);
  }

  // The cells of a column, as `read` makes of each that is not missing.
  template <class Value, class F>
  std::vector<Value> each(std::size_t at, F&& read) {
    std::vector<Value> out(rows_.size());
    if (cells_[at].empty()) return out;
    for (row_ = 0; row_ < rows_.size(); ++row_) {
      const std::string* const cell = cells_[at][row_];
      if (cell != nullptr && !is_missing(*cell, schema_.columns[at], schema_)) {
        out[row_] = read(*cell);
      }
    }
    return out;
  }

  // What is not named has a value where it goes without saying: a term of a group of which others are
  // named, and a weight.
  std::vector<double> numbers(std::size_t at) {
    const ColumnSchema& column = schema_.columns[at];
    const auto read = [&](const std::string& text) {
      return std::optional(number_of(column, text));
    };
    const std::vector<std::optional<double>> told = each<std::optional<double>>(at, read);
    std::vector<double> out;
    for (std::size_t row = 0; row < told.size(); ++row) {
      const bool is_named = !cells_[at].empty() && cells_[at][row] != nullptr;
      const bool is_absent_term =
          !is_named && is_in_group(column) && named_groups_.count({row, column.group}) != 0;
      const bool is_usual_weight = !told[row] && column.role == Role::kWeight;
      out.push_back(told[row] ? *told[row] : is_absent_term ? 0 : is_usual_weight ? 1 : kMissing);
    }
    return out;
  }

  Label label_of(const ColumnSchema& column, const std::string& text) const {
    std::optional<Label> label = Label::parse(text, column.type);
    if (!label) refuse_value(column, text);
    return *label;
  }

  double number_of(const ColumnSchema& column, const std::string& text) const {
    const std::optional<double> number = parse_numeric(text, column.type);
    if (!number || std::isinf(*number)) refuse_value(column, text);
    return *number;
  }

  const Schema& schema_;
  std::span<const CellTexts> rows_;
  ToldTruth truth_;
  std::vector<std::vector<const std::string*>> cells_;  // [column][row]; empty: nowhere told
  std::set<std::pair<std::size_t, std::string>> named_groups_;  // (row, group)
  std::size_t row_ = 0;                                         // that is looked at
};

}  // namespace

Batch told_rows(const Schema& schema, std::span<const CellTexts> rows, ToldTruth truth) {
  ToldCells cells(schema, rows, truth);
  BatchBuilder out;
  for (std::size_t at = 0; at < schema.columns.size(); ++at) {
    if (cells.takes(schema.columns[at])) cells.build(at, out);
  }
  Batch batch = out.batch();
  batch.rows = static_cast<std::int64_t>(rows.size());  // also where nothing is evidence
  return batch;
}

}  // namespace tally
