// SPDX-License-Identifier: Apache-2.0
#include "cli/given.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "cli/assignments.h"
#include "tally/base/suggest.h"
#include "tally/base/utf8.h"
#include "tally/read.h"

namespace tally::cli {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

bool is_evidence(const ColumnSchema& column) {
  return column.role == Role::kFeature || column.role == Role::kExposure;
}

[[noreturn]] void refuse(const std::string& sentence) {
  throw Error(ErrorKind::kUsage, "--given: " + sentence);
}

[[noreturn]] void refuse_value(const ColumnSchema& column, const std::string& text) {
  refuse("column " + quoted(column.name) + " holds " + std::string(to_string(column.type)) + "s; " +
         quoted(text) + " is none");
}

std::map<std::string, std::string> parse(const Schema& schema,
                                         const std::vector<std::string>& texts) {
  Assignments given;
  for (const std::string& text : texts) {
    for (auto& entry : parse_assignments(text, "--given")) given.push_back(std::move(entry));
  }
  std::map<std::string, std::string> out;
  for (const auto& [name, value] : given) {
    const ColumnSchema* column = schema.find(name);
    if (column == nullptr || !is_evidence(*column)) {
      std::vector<std::string> names;
      for (const ColumnSchema& other : schema.columns) {
        if (is_evidence(other)) names.push_back(other.name);
      }
      refuse("the model has no feature " + quoted(name) + did_you_mean(name, names));
    }
    if (!is_utf8(value)) refuse("the text " + quoted(value) + " is not valid UTF-8");
    if (!out.emplace(name, value).second) refuse("column " + quoted(name) + " is there twice");
  }
  return out;
}

double parse_cell(const ColumnSchema& column, const std::string& text) {
  const std::optional<double> number = parse_numeric(text, column.type);
  if (!number || std::isinf(*number)) refuse_value(column, text);
  return *number;
}

}  // namespace

GivenRow::GivenRow(const Schema& schema, const std::vector<std::string>& texts)
    : given_(parse(schema, texts)), cutter_(schema) {
  std::set<std::string> named_groups;
  for (const auto& [name, value] : given_) named_groups.insert(schema.find(name)->group);

  const std::size_t size = schema.columns.size();
  numbers_.reserve(size);
  codes_.reserve(size);
  bits_.reserve(2 * size);
  texts_.reserve(size);
  batch_.rows = 1;
  batch_.file = "--given";
  for (const ColumnSchema& column : schema.columns) {
    if (!is_evidence(column)) continue;
    const auto entry = given_.find(column.name);
    const bool missing =
        entry == given_.end() || entry->second.empty() ||
        std::binary_search(schema.missing.begin(), schema.missing.end(), entry->second) ||
        (column.type == ValueType::kNumber && is_usual_mark(entry->second));
    const std::string* cell = missing ? nullptr : &entry->second;
    const bool feature = column.role == Role::kFeature;
    if (feature && column.family == Family::kCategorical) {
      batch_.columns.push_back({column.name, code(column, cell)});
    } else if (feature && column.family == Family::kText) {
      batch_.columns.push_back({column.name, this->text(cell)});
    } else if (column.type == ValueType::kBoolean) {
      batch_.columns.push_back({column.name, bit(column, cell)});
    } else {
      const bool absent_term = entry == given_.end() && feature &&
                               column.family == Family::kMultinomial &&
                               named_groups.count(column.group) != 0;
      const double value = cell != nullptr ? parse_cell(column, *cell) : absent_term ? 0 : kMissing;
      batch_.columns.push_back({column.name, number(column, value)});
    }
  }
  cutter_.cut(batch_);
}

Column GivenRow::number(const ColumnSchema& column, double value) {
  numbers_.push_back(value);
  return Numbers::of(std::span<const double>(&numbers_.back(), 1)).as(column.type);
}

Column GivenRow::code(const ColumnSchema& column, const std::string* text) {
  const auto dictionary = std::make_shared<Dictionary>();
  if (text != nullptr) {
    const std::optional<Label> label = Label::parse(*text, column.type);
    if (!label) refuse_value(column, *text);
    dictionary->code(*label);
  }
  codes_.push_back(text == nullptr ? -1 : 0);
  return Codes::of(std::span<const std::int32_t>(&codes_.back(), 1), dictionary);
}

Column GivenRow::text(const std::string* cell) {
  texts_.push_back(cell == nullptr ? std::string_view{} : std::string_view(*cell));
  return Texts{&texts_.back()};
}

Column GivenRow::bit(const ColumnSchema& column, const std::string* text) {
  std::optional<Label> label;
  if (text != nullptr) {
    label = Label::parse(*text, ValueType::kBoolean);
    if (!label) refuse_value(column, *text);
  }
  bits_.push_back(label == Label::of(true) ? 1 : 0);
  bits_.push_back(label ? 1 : 0);
  const std::uint8_t* cell = &bits_.back() - 1;
  return Bits{cell, 0, Validity{cell + 1, 0}};
}

}  // namespace tally::cli
