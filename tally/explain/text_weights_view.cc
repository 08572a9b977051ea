// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/text_weights_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

struct Correction {
  std::string column, term;
  std::vector<double> by_told;
  double largest = 0;
};

struct TextView {
  TextRule rule;
  std::vector<Label> classes;
  std::vector<Correction> corrections;  // the largest first
};

TextView text_view_of(const Counts& counts, std::span<const RuleWeight> rows) {
  TextView view;
  view.classes = counts.class_labels();
  const TextShape shape = text_shape(counts);
  view.rule = text_rule(shape, view.classes, rows);
  if (!is_of_classes(rows, shape, view.classes)) return view;
  for (const RuleWeight& row : rows) {
    const std::optional<CorrectedTerm> name = parse_correction(row.part);
    if (!name || name->zone >= shape.zones.size() || row.corrections.size() != shape.told()) {
      continue;
    }
    Correction& one = view.corrections.emplace_back();
    one.column = shape.zones[name->zone].column;
    one.term = name->term;
    for (const std::int32_t thousandths : row.corrections) {
      one.by_told.push_back(thousandths * kCorrectionUnit);
      one.largest = std::max(one.largest, std::abs(one.by_told.back()));
    }
  }
  std::stable_sort(view.corrections.begin(), view.corrections.end(),
                   [](const Correction& a, const Correction& b) { return a.largest > b.largest; });
  return view;
}

// The class that a correction is largest for.
std::size_t strongest(const Correction& correction) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < correction.by_told.size(); ++i) {
    if (std::abs(correction.by_told[i]) > std::abs(correction.by_told[best])) best = i;
  }
  return best;
}

std::string told_name(const TextView& view, std::size_t told) {
  return view.classes[view.rule.shape.told_class(told)].to_string();
}

}  // namespace

std::string text_weights_text(const Counts& counts, std::span<const RuleWeight> rule) {
  const TextView view = text_view_of(counts, rule);
  const TextShape& shape = view.rule.shape;
  std::vector<std::vector<std::string>> rows{{"part"}};
  for (const TextZone& zone : shape.zones) rows[0].push_back(zone.column);
  for (std::size_t part = 0; part < TextShape::kOfZone; ++part) {
    const std::string name = shape.name(part);
    rows.push_back({name.substr(0, name.find(':'))});
    for (std::size_t z = 0; z < shape.zones.size(); ++z) {
      rows.back().push_back(six_digits(view.rule.shared[z * TextShape::kOfZone + part]));
    }
  }
  for (std::string& cell : rows[0]) cell = shown(cell);
  std::string out = fmt::format(
      "\nTexts: leanings are trusted by {}, corrections by {}{}\n",
      six_digits(view.rule.trust_leanings), six_digits(view.rule.trust_corrections),
      view.rule.weight == 1 ? "" : ", and all of it by " + six_digits(view.rule.weight));
  out += text_table(rows);
  rows = {{counts.schema().target().name, "bias", "length", "unseen"}};
  for (std::size_t i = 0; i < shape.told(); ++i) {
    rows.push_back({shown(told_name(view, i))});
    for (std::size_t j = 0; j < TextShape::kOfClass; ++j) {
      rows.back().push_back(six_digits(view.rule.of_class[i * TextShape::kOfClass + j]));
    }
  }
  out += "\nOf a class by itself\n" + text_table(rows);
  if (view.corrections.empty()) return out;
  rows = {{"term", "correction", "of"}};
  for (std::size_t i = 0; i < std::min(kShownTerms, view.corrections.size()); ++i) {
    const Correction& one = view.corrections[i];
    const std::size_t told = strongest(one);
    rows.push_back({shown(one.column + ": " + one.term), six_digits(one.by_told[told]),
                    shown(told_name(view, told))});
  }
  return out + fmt::format("\nThe largest corrections, of {} terms\n", view.corrections.size()) +
         text_table(rows);
}

Json text_weights_json(const Counts& counts, std::span<const RuleWeight> rule) {
  const TextView view = text_view_of(counts, rule);
  const TextShape& shape = view.rule.shape;
  Json json{
      {"weight", view.rule.weight},
      {"trust",
       {{"leanings", view.rule.trust_leanings}, {"corrections", view.rule.trust_corrections}}}};
  for (std::size_t part = 0; part < shape.parts(); ++part) {
    const std::string name = shape.name(part);
    json["parts"][shape.zones[part / TextShape::kOfZone].column][name.substr(0, name.find(':'))] =
        view.rule.shared[part];
  }
  for (std::size_t i = 0; i < shape.told(); ++i) {
    const double* const own = view.rule.of_class.data() + i * TextShape::kOfClass;
    json["classes"][told_name(view, i)] = {
        {"bias", own[0]}, {"length", own[1]}, {"unseen", own[2]}};
  }
  json["corrections"] = Json::array();
  for (const Correction& one : view.corrections) {
    Json by_class = Json::object();
    for (std::size_t i = 0; i < shape.told(); ++i) by_class[told_name(view, i)] = one.by_told[i];
    json["corrections"].push_back(
        {{"column", one.column}, {"term", one.term}, {"correction", std::move(by_class)}});
  }
  return json;
}

}  // namespace tally
