// SPDX-License-Identifier: Apache-2.0
// Texts in ONNX: a matrix of how often each term of the model comes in each row, which is multiplied with what the
// terms say. The formulas of the rule `weighted` are those of estimate/text_rule/.
#include <cmath>

#include "tally/export/onnx/onnx_lines.h"
#include "tally/export/sheet_texts.h"

namespace tally {

namespace {

constexpr std::size_t kLeanings = TextShape::kLeanings;

std::vector<std::string> terms_of(const SheetTexts::Zone& zone) {
  std::vector<std::string> out;
  for (const SheetTexts::Term& term : zone.terms) out.emplace_back(term.term);
  return out;
}

}  // namespace

// A matrix has a column, even if no term is known.
std::size_t OnnxLines::terms_input(const std::string& column, std::vector<std::string> terms) {
  if (terms.empty()) terms.emplace_back();
  inputs_.push_back({graph_.input(column, OnnxType::kDouble, terms.size()), std::move(terms),
                     ValueType::kNumber, OnnxInput::Kind::kTerms, column});
  return inputs_.size() - 1;
}

void OnnxLines::add_inputs_of_texts() {
  if (!sheet_.texts) return;
  for (std::size_t z = 0; z < sheet_.texts->zones.size(); ++z) {
    const TextZone& zone = sheet_.texts->shape().zones[z];
    terms_[zone.column] = terms_input(zone.column, terms_of(sheet_.texts->zones[z]));
    if (zone.is_pairs) continue;
    unknown_[zone.column] = inputs_.size();
    inputs_.push_back({graph_.input(zone.column + ".unknown", OnnxType::kDouble, 1),
                       {zone.column + ".unknown"},
                       ValueType::kNumber,
                       OnnxInput::Kind::kUnknownTerms,
                       zone.column});
  }
}

OnnxValue OnnxLines::is_there(const OnnxValue& counts) {
  return graph_.node("Cast", {graph_.node("Greater", {counts, number(0)})},
                     {{"to", static_cast<std::int64_t>(OnnxType::kDouble)}});
}

// A text that is missing has NaN in place of its counts, and says nothing.
OnnxValue OnnxLines::said(const SheetLine&, const SheetTerms& table) {
  const OnnxInput& input = inputs_[terms_.at(table.column)];
  std::vector<double> says = table.says;
  if (says.empty()) says.assign(static_cast<std::size_t>(classes_), 0);
  const OnnxValue counts =
      table.once ? is_there(input.name) : unless_missing(input.name, input.name);
  const OnnxValue sum = product(counts, says);
  const OnnxValue first =
      graph_.node("Gather", {input.name, graph_.integers({0}, {1})}, {{"axis", 1}});
  return unless_missing(first, graph_.node("Add", {sum, by_class(table.base)}));
}

// What a zone says, [rows, told]. `twice`, `corrects` and `n` become what its terms have of these.
OnnxValue OnnxLines::zone_said(std::size_t z, OnnxValue& twice, OnnxValue& corrects, OnnxValue& n) {
  const SheetTexts& texts = *sheet_.texts;
  const TextZoneTable& table = texts.tables->zones[z];
  const std::size_t told = texts.shape().told();
  const OnnxInput& input = inputs_[terms_.at(table.column)];
  const std::vector<SheetTexts::Term>& terms = texts.zones[z].terms;
  const OnnxValue known = is_there(input.name);
  // Multiplies with a matrix of so many columns, of which a term has these numbers.
  const auto times = [&](std::size_t columns, auto&& of_term) {
    std::vector<double> all(input.columns.size() * columns);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      for (std::size_t i = 0; i < columns; ++i) all[t * columns + i] = of_term(terms[t], i);
    }
    return graph_.node("MatMul",
                       {known, graph_.numbers(all, {static_cast<std::int64_t>(input.columns.size()),
                                                    static_cast<std::int64_t>(columns)})});
  };
  const auto leaning = [&](const SheetTexts::Term& term, std::size_t m, std::size_t i) {
    return table.leanings[(term.line * kLeanings + m) * told + i];
  };
  n = times(1, [](const SheetTexts::Term&, std::size_t) { return 1.0; });
  twice = times(1, [&](const SheetTexts::Term& term, std::size_t) {
    return static_cast<double>(table.is_twice[term.line]);
  });
  corrects = times(told, [&](const SheetTexts::Term& term, std::size_t i) {
    return term.corrected < 0
               ? 0.0
               : double{table.corrections[static_cast<std::size_t>(term.corrected) * told + i]};
  });
  const double* const weights = texts.tables->rule.shared.data() + z * TextShape::kOfZone;
  const OnnxValue more = graph_.node("Add", {n, number(1)});
  const OnnxValue root = graph_.node("Sqrt", {more});
  const auto norms = [&](const OnnxValue& sum, const double* w) {
    OnnxValue factor =
        graph_.node("Add", {number(w[0] / 10), graph_.node("Div", {number(w[1]), root})});
    factor = graph_.node("Add", {factor, graph_.node("Div", {number(w[2] * 10), more})});
    return graph_.node("Mul", {sum, factor});
  };
  OnnxValue says = norms(
      graph_.node("Mul", {n, graph_.numbers(table.lengths, {1, static_cast<std::int64_t>(told)})}),
      weights + 3 * kLeanings);
  for (std::size_t m = 0; m < kLeanings; ++m) {
    const OnnxValue sum = times(
        told, [&](const SheetTexts::Term& term, std::size_t i) { return leaning(term, m, i); });
    says = graph_.node("Add", {says, norms(sum, weights + 3 * m)});
  }
  for (std::size_t s = 0; s < TextShape::kStrong.size(); ++s) {
    const auto is_strong = [&](const SheetTexts::Term& term, std::size_t i) {
      return std::abs(leaning(term, 1, i)) >= TextShape::kStrong[s];
    };
    const OnnxValue sum = times(told, [&](const SheetTexts::Term& term, std::size_t i) {
      return is_strong(term, i) ? leaning(term, 1, i) : 0.0;
    });
    const OnnxValue count = times(told, [&](const SheetTexts::Term& term, std::size_t i) {
      return is_strong(term, i) ? 1.0 : 0.0;
    });
    const OnnxValue mean = graph_.node("Div", {sum, graph_.node("Add", {count, number(1)})});
    says = graph_.node("Add",
                       {says, graph_.node("Mul", {mean, number(weights[3 * kLeanings + 3 + s])})});
  }
  return says;
}

OnnxValue OnnxLines::texts_said() {
  const TextRule& rule = sheet_.texts->tables->rule;
  const auto told = static_cast<std::int64_t>(rule.shape.told());
  double columns = 0;
  OnnxValue says = number(0), twice = number(0), corrects = number(0);
  OnnxValue length = number(0), unseen = number(0);
  const auto add = [&](OnnxValue& to, const OnnxValue& what) {
    to = graph_.node("Add", {to, what});
  };
  for (std::size_t z = 0; z < rule.shape.zones.size(); ++z) {
    OnnxValue of_twice, of_corrects, n;
    add(says, zone_said(z, of_twice, of_corrects, n));
    add(twice, of_twice);
    add(corrects, of_corrects);
    if (rule.shape.zones[z].is_pairs) continue;
    ++columns;
    const OnnxValue given = inputs_[unknown_.at(rule.shape.zones[z].column)].name;
    const OnnxValue u = unless_missing(given, given);
    const OnnxValue more = graph_.node("Add", {n, number(1)});
    add(length, graph_.node("Sub", {graph_.node("Log", {more}), number(4)}));
    const OnnxValue share =
        graph_.node("Div", {graph_.node("Mul", {u, number(10)}), graph_.node("Add", {u, more})});
    add(unseen, graph_.node("Sub", {share, number(1)}));
  }
  std::vector<double> weights[TextShape::kOfClass];  // each [told]
  for (std::int64_t i = 0; i < told; ++i) {
    for (std::size_t j = 0; j < TextShape::kOfClass; ++j) {
      const double weight = rule.of_class[static_cast<std::size_t>(i) * TextShape::kOfClass + j];
      weights[j].push_back(j == 0 ? weight : weight / columns);
    }
  }
  const auto by_told = [&](std::size_t j) { return graph_.numbers(weights[j], {1, told}); };
  add(says, by_told(0));
  add(says, graph_.node("Mul", {length, by_told(1)}));
  add(says, graph_.node("Mul", {unseen, by_told(2)}));
  const OnnxValue norm = graph_.node("Sqrt", {graph_.node("Max", {twice, number(1)})});
  OnnxValue out = graph_.node("Mul", {says, number(rule.trust_leanings)});
  add(out,
      graph_.node("Mul", {graph_.node("Div", {corrects, norm}), number(rule.trust_corrections)}));
  const double w = rule.weight;
  if (rule.shape.classes != 2) return graph_.node("Mul", {out, number(w)});
  return graph_.node("Mul", {out, by_class({-w / 2, w / 2})});
}

}  // namespace tally
