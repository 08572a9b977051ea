// SPDX-License-Identifier: Apache-2.0
#include "rules.h"

#include <algorithm>

namespace tally::bind {

bool is_counted_for_weights(const Model& model) {
  const Schema& schema = model.counts.schema();
  if (!can_be_weighted(schema)) return false;
  return has_weights(model.rule) || !model.sample.is_off() ||
         std::any_of(schema.columns.begin(), schema.columns.end(),
                     [](const ColumnSchema& column) { return column.histogram; });
}

std::string stored_question(const Model& model, Question question) {
  const bool has_choice = is_counted_for_weights(model);
  if (!has_choice && question.rule == Rule::kAuto) question.rule = Rule::kNaive;
  Question standard;
  standard.rule = has_choice ? Rule::kAuto : Rule::kNaive;
  return question == standard ? "" : to_json(question);
}

Question put_to(bool counts_for_weights, Question question) {
  if (!counts_for_weights) question.rule = rule_of(question, {});
  return question;
}

std::vector<std::tuple<std::string, std::string, double>> weights_of(const Model& model) {
  std::vector<std::tuple<std::string, std::string, double>> out;
  if (!has_weights(model.rule)) return out;
  for (const RuleWeight& row : model.rule) {
    if (!row.klass.empty()) continue;
    if (const std::optional<VoiceName> name = parse_voice_name(row.part)) {
      out.emplace_back(name->tally, to_string(name->voice), row.value);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::tuple<std::string, double, double>> scores_of_rules(const Model& model) {
  std::vector<std::tuple<std::string, double, double>> out;
  for (const RuleScore& score : rule_scores(model.rule)) {
    out.emplace_back(to_string(score.rule), score.accuracy, score.log_loss);
  }
  return out;
}

}  // namespace tally::bind
