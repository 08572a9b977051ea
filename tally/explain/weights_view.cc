// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/weights_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

struct FeatureWeight {
  std::string feature, voice;
  double weight;
};

struct WeightsView {
  double rows = 0, sampled = 0;
  Rule answers = Rule::kNaive;
  std::vector<RuleScore> scores;
  std::vector<FeatureWeight> weights;  // the heaviest first
  std::vector<std::pair<std::string, double>> biases;
};

WeightsView view_of(std::span<const RuleWeight> rule) {
  if (!has_weights(rule)) {
    throw Error(ErrorKind::kUsage,
                "the model has no weights: it was counted without a sample of rows to learn them "
                "from");
  }
  WeightsView view;
  view.answers = chosen_rule(rule);
  view.scores = rule_scores(rule);
  for (const RuleWeight& row : rule) {
    if (!row.klass.empty()) {
      view.biases.emplace_back(row.klass, row.value);
    } else if (row.part == kRowsThen) {
      view.rows = row.value;
    } else if (row.part == kRowsSampled) {
      view.sampled = row.value;
    } else if (const std::optional<VoiceName> name = parse_voice_name(row.part)) {
      view.weights.push_back({name->tally, std::string(to_string(name->voice)), row.value});
    }
  }
  std::stable_sort(
      view.weights.begin(), view.weights.end(),
      [](const FeatureWeight& a, const FeatureWeight& b) { return a.weight > b.weight; });
  return view;
}

}  // namespace

std::string weights_view_text(const Counts& counts, std::span<const RuleWeight> weights) {
  const WeightsView view = view_of(weights);
  std::string out = fmt::format("Worked out when {} rows were counted, from a sample of {}.\n",
                                plain_count(view.rows), plain_count(view.sampled));
  std::vector<std::vector<std::string>> rows{{"rule", "accuracy", "log loss", ""}};
  for (const RuleScore& score : view.scores) {
    rows.push_back({std::string(to_string(score.rule)), six_digits(score.accuracy),
                    six_digits(score.log_loss), score.rule == view.answers ? "answers" : ""});
  }
  out += "\nOn rows left out\n" + text_table(rows);
  rows = {{"feature", "heard as", "weight"}};
  for (const FeatureWeight& one : view.weights) {
    rows.push_back({shown(one.feature), one.voice, six_digits(one.weight)});
  }
  out += "\nWeights\n" + text_table(rows);
  rows = {{counts.schema().target().name, "bias"}};
  for (const auto& [klass, bias] : view.biases) rows.push_back({shown(klass), six_digits(bias)});
  return out + "\nBiases\n" + text_table(rows);
}

std::string weights_view_json(const Counts&, std::span<const RuleWeight> weights) {
  const WeightsView view = view_of(weights);
  Json json{{"messages", static_cast<std::int64_t>(view.rows)},
            {"sampled", static_cast<std::int64_t>(view.sampled)},
            {"answers", to_string(view.answers)}};
  for (const RuleScore& score : view.scores) {
    json["rules"][std::string(to_string(score.rule))] = {{"accuracy", score.accuracy},
                                                         {"log_loss", score.log_loss}};
  }
  json["weights"] = Json::array();
  for (const FeatureWeight& one : view.weights) {
    json["weights"].push_back(
        {{"feature", one.feature}, {"heard_as", one.voice}, {"weight", one.weight}});
  }
  json["biases"] = Json::object();
  for (const auto& [klass, bias] : view.biases) json["biases"][klass] = bias;
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
