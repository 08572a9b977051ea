// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <nlohmann/json.hpp>

#include "tally/explain.h"
#include "tally/inside/estimate.h"

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
    if (feature.lambda) out["lambda"] = *feature.lambda;
    if (feature.factors.empty()) return out;
    out["likelihood"] =
        by_label(classes, [&](std::size_t k) { return to_object(feature.factors[k]); });
    out["contribution"] =
        by_label(classes, [&](std::size_t k) { return feature.contributions[k]; });
  }
  return out;
}

Json to_object(const FisherVerdict& verdict) {
  return {{"witnesses", verdict.witnesses},
          {"log_tail_for", verdict.log_tail_for},
          {"log_tail_against", verdict.log_tail_against},
          {"log_s", verdict.log_s},
          {"s", std::exp(verdict.log_s)}};
}

Json to_object(const WorkedRule& rule, const Explanation& why) {
  Json out{{"class", why.classes[rule.klass].to_string()}, {"before", rule.before}};
  out["parts"] = Json::array();
  for (const WorkedPart& part : rule.parts) {
    out["parts"].push_back({{"part", part.name},
                            {"value", part.value},
                            {"weight", part.weight},
                            {"adds", part.adds()}});
  }
  out["logit"] = rule.logit;
  return out;
}

Json to_object(const WorkedVoice& voice, const Explanation& why) {
  Json out{{"feature", voice.feature}, {"heard_as", voice.voice}};
  if (!voice.source.empty()) out["source"] = voice.source;
  if (!voice.rows.empty()) {
    out["rows"] = by_label(why.classes, [&](std::size_t k) { return voice.rows[k]; });
  }
  out["says"] = by_label(why.classes, [&](std::size_t k) { return voice.log_p[k]; });
  out["weight"] = voice.weight;
  return out;
}

// Under the rules with weights: what adds up to the score of each class, before it is normalised.
void add_voices(Json& json, const Explanation& why) {
  json["rule"] = to_string(why.answers);
  json["log_prior"] = by_label(why.classes, [&](std::size_t k) { return why.prior[k].log_value; });
  json["bias"] = by_label(why.classes, [&](std::size_t k) { return why.biases[k]; });
  json["voices"] = Json::array();
  for (const WorkedVoice& voice : why.voices) json["voices"].push_back(to_object(voice, why));
}

const char* says_name(Combine combine) {
  if (combine == Combine::kFisher) return "f";
  return combine == Combine::kLearned ? "leaning" : "log_weight";
}

Json to_object(const WorkedTerm& term, const Explanation& why) {
  if (!term.corrections.empty()) {
    return {
        {"feature", term.feature},
        {"term", term.term},
        {"times", term.times},
        {"rows", by_label(why.classes, [&](std::size_t k) { return term.rows[k]; })},
        {"leaning", by_label(why.classes, [&](std::size_t k) { return term.says[k]; })},
        {"correction", by_label(why.classes, [&](std::size_t k) { return term.corrections[k]; })},
        {"log_odds", term.contribution}};
  }
  return {
      {"feature", term.feature},
      {"term", term.term},
      {"times", term.times},
      {"rows", by_label(why.classes, [&](std::size_t k) { return term.rows[k]; })},
      {says_name(why.combine), by_label(why.classes, [&](std::size_t k) { return term.says[k]; })},
      {"log_odds", term.contribution}};
}

}  // namespace

std::string to_json(const Explanation& why) {
  const std::size_t told = why.told_class();
  const bool possible = why.decision >= 0;
  Json json;
  json["question"] = why.question;
  json["target"] = why.target;
  if (has_own_estimates(why.answers)) {
    add_voices(json, why);
  } else {
    // Of texts that are combined otherwise, "rule" is how.
    if (why.combine == Combine::kSum) json["rule"] = to_string(why.answers);
    json["prior"] = by_label(why.classes, [&](std::size_t k) { return to_object(why.prior[k]); });
  }
  json["features"] = Json::array();
  for (const WorkedFeature& feature : why.features) {
    json["features"].push_back(to_object(feature, why.classes));
  }
  if (why.joint_is_defined) {
    json["joint"] =
        by_label(why.classes, [&](std::size_t k) { return std::exp(why.log_joint[k]); });
    json["log_joint"] = by_label(why.classes, [&](std::size_t k) { return why.log_joint[k]; });
    json["evidence"] = std::exp(why.log_evidence);
    json["log_evidence"] = why.log_evidence;
  } else {
    if (why.calibrator) {
      json["calibration"] = {{"slope", why.calibrator->slope},
                             {"bias", by_label(why.classes, [&](std::size_t k) {
                                return why.calibrator->biases[k];
                              })}};
    } else if (why.answers == Rule::kNaive) {
      json["combine"] = to_string(why.combine);
    }
    for (const char* name : {"joint", "log_joint", "evidence", "log_evidence"})
      json[name] = nullptr;
    json["score"] = by_label(why.classes, [&](std::size_t k) { return why.log_joint[k]; });
  }
  if (!why.verdicts.empty()) {
    json["fisher"] =
        by_label(why.classes, [&](std::size_t k) { return to_object(why.verdicts[k]); });
  }
  if (!why.rule.empty()) {
    json["rule"] = Json::array();
    for (const WorkedRule& rule : why.rule) json["rule"].push_back(to_object(rule, why));
  }
  if (!why.terms.empty()) {
    json["terms_against"] = why.classes[why.runner_up()].to_string();
    json["terms"] = Json::array();
    for (const WorkedTerm& term : why.terms) json["terms"].push_back(to_object(term, why));
  }
  json["posterior"] = by_label(
      why.classes, [&](std::size_t k) { return possible ? Json(why.posterior[k]) : Json(); });
  json["risk"] =
      by_label(why.decisions, [&](std::size_t i) { return possible ? Json(why.risk[i]) : Json(); });
  if (why.alarm) {
    json["bound"] = {{"decision", why.decisions[why.alarm->decision].to_string()},
                     {"log_odds_above", why.alarm->log_odds}};
    if (possible) json["bound"]["log_odds"] = alarm_log_odds(why.log_joint, why.alarm->klass);
  }
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
