// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "tally/assess.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

// Rows are counted in integers, unless they have weights.
Json count(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;
  if (value == std::floor(value) && std::abs(value) <= kExactIntegers) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

// An infinite number is dumped as null, too.
Json defined(const std::optional<double>& figure) { return figure ? Json(*figure) : Json(nullptr); }

Json classes_json(const ScoreSummary& summary) {
  Json out = Json::object();
  for (std::size_t i = 0; i < summary.truths.size(); ++i) {
    const ClassSummary& one = summary.classes[i];
    out[summary.truths[i].to_string()] = {{"rows", count(one.rows)},
                                          {"precision", one.precision},
                                          {"recall", one.recall},
                                          {"f1", one.f1},
                                          {"auc", defined(one.auc)}};
  }
  return out;
}

Json confusion_json(const ScoreSummary& summary) {
  Json out = Json::object();
  auto cell = summary.confusion.begin();
  for (const Label& truth : summary.truths) {
    Json& decided = out[truth.to_string()] = Json::object();
    for (const Label& decision : summary.decisions) decided[decision.to_string()] = count(*cell++);
  }
  return out;
}

Json reliability_json(const std::vector<ReliabilityBin>& bins) {
  Json out = Json::array();
  for (const ReliabilityBin& bin : bins) {
    out.push_back({{"from", bin.from},
                   {"to", bin.to},
                   {"rows", count(bin.rows)},
                   {"confidence", bin.confidence},
                   {"accuracy", bin.accuracy}});
  }
  return out;
}

}  // namespace

std::string to_json(const ScoreSummary& summary) {
  Json json;
  json["rows"] = count(summary.rows);
  if (summary.rules.size() == 1) json["rule"] = to_string(summary.rules.begin()->first);
  if (summary.rules.size() > 1) {
    json["rule"] = to_string(Rule::kAuto);
    for (const auto& [rule, rows] : summary.rules) {
      json["rows_by_rule"][std::string(to_string(rule))] = rows;
    }
  }
  json["accuracy"] = summary.accuracy;
  json["largest_class"] = nullptr;
  if (summary.largest) {
    json["largest_class"] = {{"class", summary.largest->to_string()},
                             {"accuracy", summary.largest_share}};
  }
  if (summary.left_out) {
    json["left_out"] = {{"accuracy", summary.left_out->accuracy},
                        {"log_loss", summary.left_out->log_loss}};
  }
  json["balanced_accuracy"] = summary.balanced_accuracy;
  json["log_loss"] = summary.log_loss;
  json["brier"] = summary.brier;
  json["auc"] = defined(summary.auc);
  json["ece"] = summary.ece;
  json["log_likelihood"] = summary.joint_is_defined ? Json(summary.log_likelihood) : Json();
  json["realised_risk"] = summary.realised_risk;
  json["expected_risk"] = summary.expected_risk;
  json["impossible"] = count(summary.impossible);
  if (summary.top > 0) json["top"] = {{"k", summary.top}, {"accuracy", summary.top_accuracy}};
  json["accuracy_bound"] = defined(summary.accuracy_bound);
  json["classes"] = classes_json(summary);
  json["confusion"] = confusion_json(summary);
  json["reliability"] = reliability_json(summary.reliability);
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
