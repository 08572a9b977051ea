// SPDX-License-Identifier: Apache-2.0
#include "tally/export/onnx/onnx_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/export/heard.h"
#include "tally/export/log_rising.h"

namespace tally {

OnnxLines::OnnxLines(const Sheet& sheet, OnnxGraph& graph)
    : sheet_(sheet), graph_(graph), classes_(static_cast<std::int64_t>(sheet.classes.size())) {
  for (const SheetLine& line : sheet.lines) {
    const std::vector<std::string>* columns = nullptr;
    if (const auto* const group = std::get_if<SheetCounts>(&line.table)) columns = &group->columns;
    if (const auto* const group = std::get_if<SheetPolya>(&line.table)) columns = &group->columns;
    if (columns == nullptr) continue;
    for (std::size_t t = 0; t < columns->size(); ++t) places_[(*columns)[t]] = {inputs_.size(), t};
    inputs_.push_back({graph.input(line.name, OnnxType::kDouble, columns->size()),
                       *columns,
                       ValueType::kNumber,
                       OnnxInput::Kind::kCells,
                       {}});
  }
  for (const SheetLine& line : sheet.lines) {
    const auto* const text = std::get_if<SheetTerms>(&line.table);
    if (text != nullptr) terms_[text->column] = terms_input(text->column, text->terms);
  }
  add_inputs_of_texts();
  for (const Sheet::Input& input : sheet.inputs) {
    if (terms_.count(input.name) != 0) continue;
    if (!places_.emplace(input.name, Place{inputs_.size(), 0}).second) continue;
    const OnnxType type = input.type == ValueType::kText ? OnnxType::kText : OnnxType::kDouble;
    inputs_.push_back(
        {graph.input(input.name, type, 1), {input.name}, input.type, OnnxInput::Kind::kCells, {}});
  }
}

OnnxValue OnnxLines::heard_of(const SheetLine& line) {
  OnnxValue out =
      std::visit([&](const auto& table) -> OnnxValue { return said(line, table); }, line.table);
  if (!is_held_back(sheet_, line)) return out;
  const OnnxValue most =
      graph_.node("ReduceMax", {out}, {{"axes", std::vector<std::int64_t>{1}}, {"keepdims", 1}});
  out = graph_.node("Max", {out, graph_.node("Sub", {most, number(Sheet::kMostAgainst)})});
  out = graph_.node("Mul", {out, number(line.weight)});
  if (!sheet_.has_impossible) return out;
  // What is impossible in every class says nothing.
  return graph_.node("Where", {graph_.node("Greater", {most, number(kLogZero)}), out, number(0)});
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
  return product(unless_missing(counts, counts), table.says);
}

// Σ x log p. What is impossible is asked apart: 0 · −∞ is no number.
OnnxValue OnnxLines::product(const OnnxValue& counts, const std::vector<double>& says) {
  std::vector<double> finite, impossible;
  for (const double one : says) {
    finite.push_back(std::isinf(one) ? 0 : one);
    impossible.push_back(std::isinf(one) ? 1 : 0);
  }
  const std::vector<std::int64_t> shape{static_cast<std::int64_t>(says.size()) / classes_,
                                        classes_};
  OnnxValue sum = graph_.node("MatMul", {counts, graph_.numbers(finite, shape)});
  if (std::find(impossible.begin(), impossible.end(), 1) == impossible.end()) return sum;
  const OnnxValue met =
      graph_.node("MatMul", {is_there(counts), graph_.numbers(impossible, shape)});
  return graph_.node("Where", {graph_.node("Greater", {met, number(0)}), number(kLogZero), sum});
}

// log_rising.h, [rows, K] of x [rows, 1]. ONNX has no log1p: near 1 its series stands in for the logarithm.
OnnxValue OnnxLines::rising(const std::vector<double>& a, const OnnxValue& x) {
  std::vector<double> from, constant, half, raised;
  for (const double one : a) {
    const LogRising of(one);
    from.push_back(of.from);
    constant.push_back(of.constant);
    half.push_back(of.from - 0.5);
    raised.push_back(of.is_raised ? 1 : 0);
  }
  const auto node = [&](const char* operation, const OnnxValue& left, const OnnxValue& right) {
    return graph_.node(operation, {left, right});
  };
  const OnnxValue y = node("Add", x, by_class(from)), t = node("Div", x, by_class(from));
  OnnxValue series = number(1.0 / 7);
  for (int i = 6; i > 0; --i) series = node("Sub", number(1.0 / i), node("Mul", t, series));
  const OnnxValue log = graph_.node("Where", {node("Less", t, number(1e-3)), node("Mul", t, series),
                                              graph_.node("Log", {node("Add", t, number(1))})});
  OnnxValue tail = number(LogRising::kTail.back());
  for (std::size_t i = LogRising::kTail.size() - 1; i-- > 0;) {
    tail = node("Add", number(LogRising::kTail[i]), node("Div", node("Div", tail, y), y));
  }
  OnnxValue out = node("Add", by_class(constant), node("Div", tail, y));
  out = node("Add", out, node("Mul", x, node("Sub", graph_.node("Log", {y}), number(1))));
  out = node("Add", out, node("Mul", by_class(half), log));
  if (std::find(raised.begin(), raised.end(), 1) == raised.end()) return out;
  for (int i = 0; i < LogRising::kRaised; ++i) {
    std::vector<double> above;
    for (const double one : a) above.push_back(one + i);
    const OnnxValue factor = graph_.node("Log", {node("Add", x, by_class(above))});
    out = node("Sub", out, node("Mul", factor, by_class(raised)));
  }
  return out;
}

OnnxValue OnnxLines::said(const SheetLine&, const SheetPolya& table) {
  const OnnxValue given = inputs_[places_.at(table.columns[0]).input].name;
  const OnnxValue counts = unless_missing(given, given);
  const OnnxValue sum =
      graph_.node("ReduceSum", {counts, graph_.integers({1}, {1})}, {{"keepdims", 1}});
  OnnxValue out = number(0);
  const auto K = static_cast<std::size_t>(classes_);
  for (std::size_t t = 0; t < table.columns.size(); ++t) {
    const OnnxValue x = graph_.node(
        "Gather", {counts, graph_.integers({static_cast<std::int64_t>(t)}, {1})}, {{"axis", 1}});
    const auto a = table.a.begin() + static_cast<std::ptrdiff_t>(t * K);
    out = graph_.node("Add", {out, rising({a, a + static_cast<std::ptrdiff_t>(K)}, x)});
  }
  return graph_.node("Sub", {out, rising(table.sum, sum)});
}

OnnxValue OnnxLines::said(const SheetLine&, const SheetSpread& table) {
  const OnnxValue x = cell(table.column);
  const OnnxValue e = table.exposure.empty() ? number(1) : cell(table.exposure);
  std::vector<double> a, one_over_b, b, poisson, logs;
  for (std::size_t k = 0; k < table.a.size(); ++k) {
    const bool is_poisson = table.a[k] == 0;
    poisson.push_back(is_poisson ? 1 : 0);
    a.push_back(is_poisson ? 1 : table.a[k]);
    b.push_back(is_poisson ? 1 : table.b[k]);
    one_over_b.push_back(is_poisson ? 1 : 1 / table.b[k]);
    logs.push_back(is_poisson ? std::log(table.rate[k]) : 0);
  }
  const auto node = [&](const char* operation, const OnnxValue& left, const OnnxValue& right) {
    return graph_.node(operation, {left, right});
  };
  const OnnxValue without =
      graph_.node("Log", {node("Add", node("Mul", e, by_class(one_over_b)), number(1))});
  OnnxValue out = node("Sub", rising(a, x), node("Mul", by_class(a), without));
  out = node("Sub", out, node("Mul", x, graph_.node("Log", {node("Add", e, by_class(b))})));
  if (std::find(poisson.begin(), poisson.end(), 1) != poisson.end()) {
    const OnnxValue plain = node("Sub", product(x, logs), by_class(table.rate));
    out = graph_.node("Where", {node("Greater", by_class(poisson), number(0)), plain, out});
  }
  return unless_missing(node("Add", x, e), out);
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
  const OnnxValue gain = product(x, logs);
  if (table.exposure.empty()) {
    return unless_missing(x, graph_.node("Sub", {gain, by_class(table.rate)}));
  }
  const OnnxValue e = cell(table.exposure);
  const OnnxValue cost = graph_.node("Mul", {e, by_class(table.rate)});
  return unless_missing(graph_.node("Add", {x, e}), graph_.node("Sub", {gain, cost}));
}

}  // namespace tally
