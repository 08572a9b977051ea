// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/explain.h"
#include "tally/explain/model_view.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;
  if (value == std::floor(value) && std::abs(value) < kExactIntegers) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Json by_class(const ModelView& model, const std::vector<double>& numbers) {
  Json out = Json::object();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    out[model.classes[k].to_string()] = number(numbers[k]);
  }
  return out;
}

Json evidence(double log_evidence) {
  return {{"log_p", log_evidence}, {"p", std::exp(log_evidence)}};
}

Json to_object(const ModelView& model, const FeatureView& feature) {
  Json out{
      {"name", feature.name}, {"family", to_string(feature.family)}, {"columns", feature.columns}};
  if (feature.left_out) out["left_out"] = true;
  for (const ClassNumbers& numbers : feature.quantities)
    out[numbers.name] = by_class(model, numbers.numbers);
  if (facts_of(feature.family).cells == CellKind::kTerms) {
    out["terms"] = feature.terms;
    for (std::size_t k = 0; k < feature.top_terms.size(); ++k) {
      Json& top = out["top_terms"][model.classes[k].to_string()] = Json::array();
      for (const ValueView& term : feature.top_terms[k]) {
        top.push_back({{"term", term.value}, {"rows", by_class(model, term.numbers[0].numbers)}});
      }
    }
  }
  if (!feature.values.empty()) out["values"] = Json::array();
  for (const ValueView& value : feature.values) {
    Json shown{{"value", value.value}};
    for (const ClassNumbers& numbers : value.numbers)
      shown[numbers.name] = by_class(model, numbers.numbers);
    out["values"].push_back(std::move(shown));
  }
  if (feature.lambda) out["lambda"] = *feature.lambda;
  if (feature.log_evidence) out["evidence"] = evidence(*feature.log_evidence);
  return out;
}

}  // namespace

std::string show_json(const Counts& counts, const Question& question) {
  const ModelView model = view(counts, question);
  Json json;
  json["target"] = model.target;
  json["question"] = Json::parse(to_json(question));
  json["rows"] = number(model.rows);
  json["classes"] = Json::array();
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    json["classes"].push_back({{"class", model.classes[k].to_string()},
                               {"n", number(model.class_counts[k])},
                               {"prior", std::exp(model.log_prior[k])},
                               {"log_prior", model.log_prior[k]}});
  }
  json["features"] = Json::array();
  for (const FeatureView& feature : model.features)
    json["features"].push_back(to_object(model, feature));
  if (model.log_evidence) json["evidence"] = evidence(*model.log_evidence);
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
