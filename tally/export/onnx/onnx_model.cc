// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <charconv>
#include <limits>
#include <optional>

#include "tally/base/log_math.h"
#include "tally/export/json_parts.h"
#include "tally/export/onnx/onnx_lines.h"
#include "tally/export/refusal.h"

namespace tally {

namespace {

std::optional<std::int64_t> integer_of(const Label& label) {
  if (label.type() != ValueType::kNumber) return std::nullopt;
  const std::string text = label.to_string();
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

// The class at each of these places.
void give_labels(OnnxGraph& graph, const Sheet& sheet, const OnnxValue& places) {
  const std::vector<Label>& classes = sheet.classes;
  std::vector<std::int64_t> integers;
  std::vector<std::string> texts;
  for (const Label& label : classes) {
    texts.push_back(label.to_string());
    if (const std::optional<std::int64_t> integer = integer_of(label)) integers.push_back(*integer);
  }
  const bool are_integers = integers.size() == classes.size();
  if (sheet.has_impossible) {  // what is said of a row that is impossible in every class
    integers.push_back(std::numeric_limits<std::int64_t>::min());
    texts.emplace_back();
  }
  const auto size = static_cast<std::int64_t>(texts.size());
  const OnnxValue all = are_integers ? graph.integers(integers, {size}) : graph.texts(texts);
  graph.output("label", graph.node("Gather", {all, places}),
               are_integers ? OnnxType::kInteger : OnnxType::kText, {OnnxGraph::kRows});
}

const char* kind_of(ValueType type) {
  switch (type) {
    case ValueType::kText:
      return "text";
    case ValueType::kBoolean:
      return "truth";
    case ValueType::kNumber:
      return "number";
    case ValueType::kTime:
    case ValueType::kDuration:
      break;
  }
  return "seconds";
}

ExportJson inputs_as_json(const std::vector<OnnxInput>& inputs) {
  ExportJson out = ExportJson::array();
  for (const OnnxInput& input : inputs) {
    switch (input.kind) {
      case OnnxInput::Kind::kCells:
        out.push_back(
            {{"name", input.name}, {"kind", kind_of(input.type)}, {"columns", input.columns}});
        break;
      case OnnxInput::Kind::kTerms:
        out.push_back({{"name", input.name},
                       {"kind", "terms"},
                       {"column", input.text},
                       {"terms", input.columns}});
        break;
      case OnnxInput::Kind::kUnknownTerms:
        out.push_back({{"name", input.name}, {"kind", "unknown terms"}, {"column", input.text}});
        break;
    }
  }
  return out;
}

}  // namespace

std::string to_onnx(const Sheet& sheet, const SheetHead& head) {
  refuse_together(sheet, "ONNX");
  OnnxGraph graph;
  OnnxLines lines(sheet, graph);
  const auto classes = static_cast<std::int64_t>(sheet.classes.size());
  OnnxValue z = graph.numbers(sheet.start, {1, classes});
  for (const SheetLine& line : sheet.lines) z = graph.node("Add", {z, lines.heard_of(line)});
  if (sheet.texts) z = graph.node("Add", {z, lines.texts_said()});
  OnnxValue p = graph.node("Softmax", {z}, {{"axis", 1}});
  OnnxValue is_possible;  // in some class; else every probability is 0
  if (sheet.has_impossible) {
    const OnnxValue most =
        graph.node("ReduceMax", {z}, {{"axes", std::vector<std::int64_t>{1}}, {"keepdims", 1}});
    is_possible = graph.node("Greater", {most, graph.numbers({kLogZero}, {1, 1})});
    p = graph.node("Where", {is_possible, p, graph.numbers({0}, {1, 1})});
  }
  if (sheet.rows > 0) {
    std::vector<double> shares = sheet.shares;
    for (double& share : shares) share /= sheet.rows;
    p = graph.node("Add", {p, graph.numbers(shares, {1, classes})});
    p = graph.node("Div", {p, graph.numbers({1 + 1 / sheet.rows}, {1, 1})});
  }
  OnnxValue place = graph.node("ArgMax", {p}, {{"axis", 1}, {"keepdims", 0}});
  if (sheet.has_impossible) {
    const OnnxValue flat = graph.node("Squeeze", {is_possible, graph.integers({1}, {1})});
    place = graph.node("Where", {flat, place, graph.integers({classes}, {1})});
  }
  give_labels(graph, sheet, place);
  graph.output("probabilities", p, OnnxType::kDouble, {OnnxGraph::kRows, classes});

  const std::string about = "P(" + sheet.target + " | row), rule " + sheet.rule;
  return graph
      .model({"tally",
              head.version,
              about,
              {{"tally", head.version},
               {"rule", sheet.rule},
               {"target", sheet.target},
               {"question", head.question},
               {"classes", json_line(labels_as_json(sheet.classes))},
               {"inputs", json_line(inputs_as_json(lines.inputs()))},
               {"checks", json_line(checks_as_json(head.checks))}}})
      .bytes();
}

}  // namespace tally
