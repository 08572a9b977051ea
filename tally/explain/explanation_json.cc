#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/explain/explanation.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

// {"class": number, …}; what is infinite is dumped as null.
template <class Number>
Json by_label(const std::vector<Label>& labels, Number&& number) {
  Json out = Json::object();
  for (std::size_t i = 0; i < labels.size(); ++i) out[labels[i].to_string()] = number(i);
  return out;
}

Json to_object(const WorkedFactor& factor) {
  return {
      {"formula", factor.formula}, {"p", std::exp(factor.log_value)}, {"log_p", factor.log_value}};
}

Json to_object(const WorkedFeature& feature, const std::vector<Label>& classes) {
  Json out{{"name", feature.name}, {"family", to_string(feature.family)}};
  if (!feature.left_out.empty()) {
    out["left_out"] = feature.left_out;
  } else if (feature.missing) {
    out["missing"] = true;
  } else {
    out["value"] = feature.value;
    out["event"] = feature.event;
    out["likelihood"] =
        by_label(classes, [&](std::size_t k) { return to_object(feature.factors[k]); });
    out["contribution"] =
        by_label(classes, [&](std::size_t k) { return feature.contributions[k]; });
  }
  return out;
}

}  // namespace

std::string to_json(const Explanation& why) {
  const std::size_t told = why.told_class();
  const bool possible = why.decision >= 0;
  Json json;
  json["question"] = why.question;
  json["target"] = why.target;
  json["prior"] = by_label(why.classes, [&](std::size_t k) { return to_object(why.prior[k]); });
  json["features"] = Json::array();
  for (const WorkedFeature& feature : why.features) {
    json["features"].push_back(to_object(feature, why.classes));
  }
  json["joint"] = by_label(why.classes, [&](std::size_t k) { return std::exp(why.log_joint[k]); });
  json["log_joint"] = by_label(why.classes, [&](std::size_t k) { return why.log_joint[k]; });
  json["evidence"] = std::exp(why.log_evidence);
  json["log_evidence"] = why.log_evidence;
  json["posterior"] = by_label(
      why.classes, [&](std::size_t k) { return possible ? Json(why.posterior[k]) : Json(); });
  json["risk"] =
      by_label(why.decisions, [&](std::size_t i) { return possible ? Json(why.risk[i]) : Json(); });
  json["decision"] =
      possible ? Json(why.decisions[static_cast<std::size_t>(why.decision)].to_string()) : Json();
  json["impossible"] = !possible;
  json["contributions_to"] = why.classes[told].to_string();
  json["contributions"] = Json::array();
  for (const std::size_t place : why.most_telling()) {
    const WorkedFeature& feature = why.features[place];
    if (feature.factors.empty()) continue;
    json["contributions"].push_back({{"feature", feature.name},
                                     {"value", feature.value},
                                     {"log_odds", feature.contributions[told]}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
