// SPDX-License-Identifier: Apache-2.0
#include "tally/export/onnx/onnx_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tally/export/heard.h"
#include "tally/export/refusal.h"

namespace tally {

OnnxLines::OnnxLines(const Sheet& sheet, OnnxGraph& graph)
    : sheet_(sheet), graph_(graph), classes_(static_cast<std::int64_t>(sheet.classes.size())) {
  for (const SheetLine& line : sheet.lines) {
    const auto* const group = std::get_if<SheetCounts>(&line.table);
    if (group == nullptr) continue;
    for (std::size_t t = 0; t < group->columns.size(); ++t) {
      places_[group->columns[t]] = {inputs_.size(), t};
    }
    inputs_.push_back({graph.input(line.name, OnnxType::kDouble, group->columns.size()),
                       group->columns, ValueType::kNumber});
  }
  for (const Sheet::Input& input : sheet.inputs) {
    if (!places_.emplace(input.name, Place{inputs_.size(), 0}).second) continue;
    const OnnxType type = input.type == ValueType::kText ? OnnxType::kText : OnnxType::kDouble;
    inputs_.push_back({graph.input(input.name, type, 1), {input.name}, input.type});
  }
}

OnnxValue OnnxLines::heard_of(const SheetLine& line) {
  OnnxValue out =
      std::visit([&](const auto& table) -> OnnxValue { return said(line, table); }, line.table);
  if (!is_held_back(sheet_, line)) return out;
  const OnnxValue most =
      graph_.node("ReduceMax", {out}, {{"axes", std::vector<std::int64_t>{1}}, {"keepdims", 1}});
  out = graph_.node("Max", {out, graph_.node("Sub", {most, number(Sheet::kMostAgainst)})});
  return graph_.node("Mul", {out, number(line.weight)});
}

OnnxValue OnnxLines::cell(const std::string& column) {
  const Place place = places_.at(column);
  const OnnxInput& input = inputs_[place.input];
  if (input.columns.size() == 1) return input.name;
  return graph_.node("Gather",
                     {input.name, graph_.integers({static_cast<std::int64_t>(place.column)}, {1})},
                     {{"axis", 1}});
}

OnnxValue OnnxLines::by_class(const std::vector<double>& values) {
  return graph_.numbers(values, {1, classes_});
}
OnnxValue OnnxLines::number(double value) { return graph_.numbers({value}, {1, 1}); }

OnnxValue OnnxLines::flat(const OnnxValue& column) {
  return graph_.node("Squeeze", {column, graph_.integers({1}, {1})});
}

// How many of the borders lie below x: [rows].
OnnxValue OnnxLines::above(const OnnxValue& x, const std::vector<double>& borders) {
  std::vector<double> all = borders;
  if (all.empty()) all.push_back(std::numeric_limits<double>::infinity());
  const auto size = static_cast<std::int64_t>(all.size());
  const OnnxValue is_above = graph_.node("Greater", {x, graph_.numbers(all, {1, size})});
  const OnnxValue as_integers =
      graph_.node("Cast", {is_above}, {{"to", static_cast<std::int64_t>(OnnxType::kInteger)}});
  return graph_.node("ReduceSum", {as_integers, graph_.integers({1}, {1})}, {{"keepdims", 0}});
}

// The rows of a table at these places; one place behind its last row says nothing.
OnnxValue OnnxLines::rows_of(std::vector<double> says, const OnnxValue& places) {
  says.insert(says.end(), static_cast<std::size_t>(classes_), 0.0);
  const auto size = static_cast<std::int64_t>(says.size()) / classes_;
  return graph_.node("Gather", {graph_.numbers(says, {size, classes_}), places});
}

OnnxValue OnnxLines::unless_missing(const OnnxValue& cell, const OnnxValue& said) {
  return graph_.node("Where", {graph_.node("IsNaN", {cell}), number(0), said});
}

// A value is looked up to its place; then come "never seen" and "missing".
OnnxValue OnnxLines::said(const SheetLine& line, const SheetValues& table) {
  std::vector<double> says = heard(sheet_, line, table.says);
  const std::vector<double> unseen = heard(sheet_, line, table.unseen);
  says.insert(says.end(), unseen.begin(), unseen.end());
  const auto values = static_cast<std::int64_t>(table.values.size());
  const std::int64_t never_seen = values, missing = values + 1;
  const OnnxValue x = cell(table.column);
  if (inputs_[places_.at(table.column).input].type == ValueType::kText) {
    std::vector<std::string> texts;
    std::vector<std::int64_t> places;
    for (const Label& value : table.values) {
      places.push_back(static_cast<std::int64_t>(texts.size()));
      texts.push_back(value.to_string());
    }
    std::vector<std::string> marks = sheet_.missing;
    marks.emplace_back();
    for (const std::string& mark : marks) {
      if (std::find(texts.begin(), texts.end(), mark) != texts.end()) continue;
      texts.push_back(mark);
      places.push_back(missing);
    }
    return rows_of(
        std::move(says),
        flat(graph_.node(
            "LabelEncoder", {x},
            {{"keys_strings", texts}, {"values_int64s", places}, {"default_int64", never_seen}},
            "ai.onnx.ml")));
  }
  std::vector<double> numbers;
  for (const Label& value : table.values) {
    numbers.push_back(value.type() == ValueType::kBoolean
                          ? static_cast<double>(value == Label::of(true))
                          : parse_number(value.to_string()).value_or(0));
  }
  const OnnxValue place = above(x, numbers);
  numbers.push_back(std::numeric_limits<double>::infinity());  // where all are below x
  const OnnxValue found = graph_.node("Gather", {graph_.numbers(numbers, {values + 1}), place});
  const OnnxValue seen = graph_.node(
      "Where", {graph_.node("Equal", {found, flat(x)}), place, graph_.integers({never_seen}, {1})});
  return rows_of(std::move(says), graph_.node("Where", {graph_.node("IsNaN", {flat(x)}),
                                                        graph_.integers({missing}, {1}), seen}));
}

OnnxValue OnnxLines::said(const SheetLine& line, const SheetBins& table) {
  OnnxValue x = cell(table.column);
  if (table.origin != 0) x = graph_.node("Sub", {x, number(table.origin)});
  const auto missing = static_cast<std::int64_t>(table.cuts.size() + 1);
  const OnnxValue place = graph_.node(
      "Where",
      {graph_.node("IsNaN", {flat(x)}), graph_.integers({missing}, {1}), above(x, table.cuts)});
  return rows_of(heard(sheet_, line, table.says), place);
}

OnnxValue OnnxLines::said(const SheetLine&, const SheetCounts& table) {
  const OnnxValue counts = inputs_[places_.at(table.columns[0]).input].name;
  const auto columns = static_cast<std::int64_t>(table.columns.size());
  return graph_.node(
      "MatMul", {unless_missing(counts, counts), graph_.numbers(table.says, {columns, classes_})});
}

OnnxValue OnnxLines::squared_distance(const OnnxValue& x, const std::vector<double>& middle,
                                      const std::vector<double>& scale) {
  const OnnxValue away =
      graph_.node("Div", {graph_.node("Sub", {x, by_class(middle)}), by_class(scale)});
  return graph_.node("Mul", {away, away});
}

OnnxValue OnnxLines::said(const SheetLine&, const SheetNormal& table) {
  const OnnxValue x = cell(table.column);
  std::vector<double> constant;
  for (const double deviation : table.deviation) constant.push_back(-std::log(deviation));
  const OnnxValue half =
      graph_.node("Mul", {squared_distance(x, table.mean, table.deviation), number(0.5)});
  return unless_missing(x, graph_.node("Sub", {by_class(constant), half}));
}

OnnxValue OnnxLines::said(const SheetLine&, const SheetStudent& table) {
  const OnnxValue x = cell(table.column);
  std::vector<double> half;
  for (const double degrees : table.degrees) half.push_back((degrees + 1) / 2);
  const OnnxValue share = graph_.node(
      "Div", {squared_distance(x, table.location, table.scale), by_class(table.degrees)});
  const OnnxValue log = graph_.node("Log", {graph_.node("Add", {share, number(1)})});
  return unless_missing(
      x, graph_.node("Sub", {by_class(table.constant), graph_.node("Mul", {log, by_class(half)})}));
}

OnnxValue OnnxLines::said(const SheetLine&, const SheetRate& table) {
  const OnnxValue x = cell(table.column);
  std::vector<double> logs;
  for (const double rate : table.rate) logs.push_back(std::log(rate));
  const OnnxValue gain = graph_.node("Mul", {x, by_class(logs)});
  if (table.exposure.empty()) {
    return unless_missing(x, graph_.node("Sub", {gain, by_class(table.rate)}));
  }
  const OnnxValue e = cell(table.exposure);
  const OnnxValue cost = graph_.node("Mul", {e, by_class(table.rate)});
  return unless_missing(graph_.node("Add", {x, e}), graph_.node("Sub", {gain, cost}));
}

OnnxValue OnnxLines::said(const SheetLine&, const SheetTerms& table) { refuse_text(table, "ONNX"); }

}  // namespace tally
