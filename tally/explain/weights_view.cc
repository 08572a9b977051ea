// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/weights_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/base/shown.h"
#include "tally/count/joint/joint_key.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"
#include "tally/explain/text_weights_view.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

struct FeatureWeight {
  std::string feature, voice;
  double weight;
};

// What a rule has learned.
struct LearnedWeights {
  std::vector<FeatureWeight> weights;  // the heaviest first
  std::vector<std::pair<std::string, double>> biases;
};

struct WeightsView {
  double rows = 0, sampled = 0, copies = 1;
  Rule answers = Rule::kNaive;
  std::vector<RuleScore> scores;
  LearnedWeights weighted;
  std::optional<LearnedWeights> full;
};

// "full/parent:age" without what is before it; a feature of several columns by their names.
FeatureWeight weight_of_full(const RuleWeight& row) {
  const std::string name = row.part.substr(std::string_view(kFullPrefix).size());
  const std::size_t colon = std::min(name.find(':'), name.size());
  std::string feature = colon < name.size() ? name.substr(colon + 1) : "together";
  if (const auto columns = parted_key(feature); columns && name.starts_with("triple:")) {
    feature.clear();
    for (const std::string& column : *columns) feature += (feature.empty() ? "" : ", ") + column;
  } else if (columns && name.starts_with("parent:")) {
    feature = columns->front();
  }
  return {feature, name.substr(0, colon), row.value};
}

void sort_heaviest_first(LearnedWeights& learned) {
  std::stable_sort(
      learned.weights.begin(), learned.weights.end(),
      [](const FeatureWeight& a, const FeatureWeight& b) { return a.weight > b.weight; });
}

WeightsView view_of(std::span<const RuleWeight> rule) {
  if (!has_weights(rule)) {
    throw Error(ErrorKind::kUsage,
                "the model has no weights: it was counted without a sample of rows to learn them "
                "from");
  }
  WeightsView view;
  view.answers = chosen_rule(rule);
  view.copies = copies_of(rule);
  view.scores = rule_scores(rule);
  if (has_full_weights(rule)) view.full.emplace();
  for (const RuleWeight& row : rule) {
    if (row.part.starts_with(kFullPrefix)) {
      if (row.klass.empty()) view.full->weights.push_back(weight_of_full(row));
      if (!row.klass.empty()) view.full->biases.emplace_back(row.klass, row.value);
    } else if (!row.klass.empty()) {
      if (row.part == RuleRow::kBias) view.weighted.biases.emplace_back(row.klass, row.value);
    } else if (row.part == kRowsThen) {
      view.rows = row.value;
    } else if (row.part == kRowsSampled) {
      view.sampled = row.value;
    } else if (const std::optional<VoiceName> name = parse_voice_name(row.part)) {
      view.weighted.weights.push_back(
          {name->tally, std::string(to_string(name->voice)), row.value});
    }
  }
  sort_heaviest_first(view.weighted);
  if (view.full) sort_heaviest_first(*view.full);
  return view;
}

// Under headings that name the rule, if there is more than one.
std::string learned_text(const LearnedWeights& learned, const std::string& target,
                         const std::string& of_rule) {
  std::vector<std::vector<std::string>> rows{{"feature", "heard as", "weight"}};
  for (const FeatureWeight& one : learned.weights) {
    rows.push_back({shown(one.feature), one.voice, six_digits(one.weight)});
  }
  const std::string out = "\nWeights" + of_rule + "\n" + text_table(rows);
  rows = {{target, "bias"}};
  for (const auto& [klass, bias] : learned.biases) rows.push_back({shown(klass), six_digits(bias)});
  return out + "\nBiases" + of_rule + "\n" + text_table(rows);
}

void add_learned(Json& json, const LearnedWeights& learned) {
  json["weights"] = Json::array();
  for (const FeatureWeight& one : learned.weights) {
    json["weights"].push_back(
        {{"feature", one.feature}, {"heard_as", one.voice}, {"weight", one.weight}});
  }
  json["biases"] = Json::object();
  for (const auto& [klass, bias] : learned.biases) json["biases"][klass] = bias;
}

}  // namespace

std::string weights_view_text(const Counts& counts, std::span<const RuleWeight> weights) {
  const WeightsView view = view_of(weights);
  std::string out = fmt::format("Learned when {} rows were counted, from a sample of {}.\n",
                                plain_count(view.rows), plain_count(view.sampled));
  if (view.copies > 1) {
    out += fmt::format(
        "A row was there {:.4g} times on average: each was left out with all its copies.\n",
        view.copies);
  }
  std::vector<std::vector<std::string>> rows{{"rule", "accuracy", "log loss", ""}};
  for (const RuleScore& score : view.scores) {
    rows.push_back({std::string(to_string(score.rule)), six_digits(score.accuracy),
                    six_digits(score.log_loss), score.rule == view.answers ? "answers" : ""});
  }
  out += "\nOn rows left out\n" + text_table(rows);
  const std::string& target = counts.schema().target().name;
  if (counts.schema().has_text()) {
    if (!view.weighted.weights.empty()) out += learned_text(view.weighted, target, "");
    return out + text_weights_text(counts, weights);
  }
  if (!view.full) return out + learned_text(view.weighted, target, "");
  return out + learned_text(*view.full, target, " of full") +
         learned_text(view.weighted, target, " of weighted");
}

std::string weights_view_json(const Counts& counts, std::span<const RuleWeight> weights) {
  const WeightsView view = view_of(weights);
  Json json{{"messages", static_cast<std::int64_t>(view.rows)},
            {"sampled", static_cast<std::int64_t>(view.sampled)},
            {"answers", to_string(view.answers)}};
  if (view.copies > 1) json["copies"] = view.copies;
  for (const RuleScore& score : view.scores) {
    json["rules"][std::string(to_string(score.rule))] = {{"accuracy", score.accuracy},
                                                         {"log_loss", score.log_loss}};
  }
  add_learned(json, view.weighted);
  if (counts.schema().has_text()) json["texts"] = text_weights_json(counts, weights);
  if (view.full) add_learned(json["full"] = Json::object(), *view.full);
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
