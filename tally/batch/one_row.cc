// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/one_row.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "tally/base/suggest.h"
#include "tally/base/utf8.h"
#include "tally/batch/batch_builder.h"
#include "tally/batch/iso_time.h"
#include "tally/batch/usual_marks.h"

namespace tally {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

bool is_evidence(const ColumnSchema& column) {
  return column.role == Role::kFeature || column.role == Role::kExposure;
}

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::kUsage, sentence); }

[[noreturn]] void refuse_value(const ColumnSchema& column, const std::string& text) {
  refuse("column " + in_quotes(column.name) + " holds " + std::string(to_string(column.type)) +
         "s; " + in_quotes(text) + " is none");
}

// Each cell by the name of its column.
using CellsByName = std::map<std::string, std::string>;
CellsByName checked(const Schema& schema, const CellTexts& cells) {
  CellsByName out;
  for (const auto& [name, text] : cells) {
    const ColumnSchema* column = schema.find(name);
    if (column == nullptr || !is_evidence(*column)) {
      std::vector<std::string> names;
      for (const ColumnSchema& other : schema.columns) {
        if (is_evidence(other)) names.push_back(other.name);
      }
      refuse("the model has no feature " + in_quotes(name) + did_you_mean(name, names));
    }
    if (!is_utf8(text)) refuse("the text " + in_quotes(text) + " is not valid UTF-8");
    if (!out.emplace(name, text).second) refuse("column " + in_quotes(name) + " is there twice");
  }
  return out;
}

bool is_missing(const std::string& text, const ColumnSchema& column, const Schema& schema) {
  return text.empty() || std::binary_search(schema.missing.begin(), schema.missing.end(), text) ||
         (column.type == ValueType::kNumber && usual_mark(text) != kNoUsualMark);
}

std::optional<Label> label_of(const ColumnSchema& column, const std::optional<std::string>& cell) {
  if (!cell) return std::nullopt;
  std::optional<Label> label = Label::parse(*cell, column.type);
  if (!label) refuse_value(column, *cell);
  return label;
}

double number_of(const ColumnSchema& column, const std::string& cell) {
  const std::optional<double> number = parse_numeric(cell, column.type);
  if (!number || std::isinf(*number)) refuse_value(column, cell);
  return *number;
}

}  // namespace

Batch one_row(const Schema& schema, const CellTexts& cells) {
  const CellsByName given = checked(schema, cells);
  std::set<std::string> named_groups;
  for (const auto& [name, text] : given) named_groups.insert(schema.find(name)->group);

  BatchBuilder row;
  for (const ColumnSchema& column : schema.columns) {
    if (!is_evidence(column)) continue;
    const auto entry = given.find(column.name);
    std::optional<std::string> cell;
    if (entry != given.end() && !is_missing(entry->second, column, schema)) cell = entry->second;
    const bool is_feature = column.role == Role::kFeature;
    if (is_feature && column.family == Family::kCategorical) {
      row.labels(column.name, {label_of(column, cell)});
    } else if (is_feature && column.family == Family::kText) {
      row.sentences(column.name, {cell});
    } else if (column.type == ValueType::kBoolean) {
      const std::optional<Label> label = label_of(column, cell);
      row.booleans(column.name, {label ? std::optional(*label == Label::of(true)) : std::nullopt});
    } else {
      const bool is_absent_term = entry == given.end() && is_feature &&
                                  column.family == Family::kMultinomial &&
                                  named_groups.count(column.group) != 0;
      const double value = cell ? number_of(column, *cell) : is_absent_term ? 0 : kMissing;
      row.seconds(column.name, {value}, column.type);
    }
  }
  Batch batch = row.batch();
  batch.rows = 1;  // also where nothing is evidence
  return batch;
}

}  // namespace tally
