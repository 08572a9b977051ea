// SPDX-License-Identifier: Apache-2.0
#include "rules.h"

#include <algorithm>

#include "tally/inside/explain.h"

namespace tally::bind {

bool is_counted_for_weights(const Model& model) {
  const Schema& schema = model.counts.schema();
  if (!can_be_weighted(schema)) return false;
  return has_weights(model.rule) || has_rule(model) ||
         std::any_of(schema.columns.begin(), schema.columns.end(),
                     [](const ColumnSchema& column) { return column.histogram; });
}

Counting counting_of(const Model& model) {
  if (!is_counted_for_weights(model)) return Counting::kNaive;
  return model.counts.schema().joint.empty() ? Counting::kWeighted : Counting::kFull;
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

std::string weights_json(const Model& model) {
  if (!can_be_weighted(model.counts.schema()) || !has_weights(model.rule)) return "{}";
  return rule_view_json(model.counts, model.rule);
}

std::vector<std::tuple<std::string, double, double>> scores_of_rules(const Model& model) {
  std::vector<std::tuple<std::string, double, double>> out;
  for (const RuleScore& score : rule_scores(model.rule)) {
    out.emplace_back(to_string(score.rule), score.accuracy, score.log_loss);
  }
  return out;
}

}  // namespace tally::bind
