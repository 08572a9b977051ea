// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/rule_view.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"
#include "tally/explain/weights_view.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

struct RuleView {
  std::vector<Label> classes;
  LearnedRule rule;
};

RuleView rule_view_of(const Counts& counts, std::span<const RuleWeight> weights) {
  RuleView view;
  std::vector<TallySpec> specs;
  for (const Tally& tally : counts.tallies()) specs.push_back(tally.spec());
  view.classes = counts.class_labels();
  view.rule = learned_rule(specs, view.classes, weights);
  return view;
}

std::optional<double> state_of(std::span<const RuleWeight> weights, const std::string& name) {
  for (const RuleWeight& weight : weights) {
    if (weight.klass.empty() && weight.part == name) return weight.value;
  }
  return std::nullopt;
}

std::string state_text(std::span<const RuleWeight> weights, double lambda) {
  const std::optional<double> messages = state_of(weights, "messages");
  if (!messages) return "The rule has not been learned yet; these are the prior weights.\n";
  return fmt::format("Learned when {} rows were counted, from a sample of {}; λ = {}.\n",
                     plain_count(*messages), plain_count(state_of(weights, "sampled").value_or(0)),
                     six_digits(lambda));
}

}  // namespace

std::string rule_view_text(const Counts& counts, std::span<const RuleWeight> weights) {
  if (!counts.schema().row_traits().have_rule) return weights_view_text(counts, weights);
  const RuleView view = rule_view_of(counts, weights);
  const RuleParts& parts = view.rule.parts;
  const std::vector<double> usual = prior_weights(parts);
  std::string out = state_text(weights, view.rule.lambda);
  for (std::size_t told = 0; told < told_classes(view.classes.size()); ++told) {
    const Label& klass = view.classes[told_class(told, view.classes.size())];
    std::vector<std::vector<std::string>> rows{{"part", "weight", "prior weight"}};
    std::vector<std::string> notes(1);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      rows.push_back({parts.names[part], six_digits(view.rule.weights[told * parts.size() + part]),
                      six_digits(usual[part])});
      notes.push_back(meaning_of(parts, part));
    }
    out += fmt::format("\n{} = {} against the rest\n", shown(counts.schema().target().name),
                       shown(klass.to_string())) +
           text_table(rows, notes);
  }
  return out;
}

std::string rule_view_json(const Counts& counts, std::span<const RuleWeight> weights) {
  if (!counts.schema().row_traits().have_rule) return weights_view_json(counts, weights);
  const RuleView view = rule_view_of(counts, weights);
  const RuleParts& parts = view.rule.parts;
  const std::vector<double> usual = prior_weights(parts);
  Json json;
  for (const char* name : {"messages", "sampled"}) {
    const std::optional<double> state = state_of(weights, name);
    json[name] = state ? Json(static_cast<std::int64_t>(*state)) : Json();
  }
  json["lambda"] = view.rule.lambda;
  json["rules"] = Json::array();
  for (std::size_t told = 0; told < told_classes(view.classes.size()); ++told) {
    Json rule{{"class", view.classes[told_class(told, view.classes.size())].to_string()}};
    rule["parts"] = Json::array();
    for (std::size_t part = 0; part < parts.size(); ++part) {
      rule["parts"].push_back({{"part", parts.names[part]},
                               {"weight", view.rule.weights[told * parts.size() + part]},
                               {"prior_weight", usual[part]},
                               {"meaning", meaning_of(parts, part)}});
    }
    json["rules"].push_back(std::move(rule));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
