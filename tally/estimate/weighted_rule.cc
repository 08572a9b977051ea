// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/weighted_rule.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tally/base/error.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/full/full_rule.h"
#include "tally/estimate/prior.h"
#include "tally/estimate/text_rule/text_tables.h"

namespace tally {

namespace {

constexpr double kMostAgainst = 700;

ProbabilityTable value_table(const RuleFeature& feature, const std::vector<std::int32_t>& codes) {
  const ValueTally& tally = values_of(*feature.tally);
  const std::size_t classes = codes.size();
  CategoricalTable table;
  table.possible_values = feature.values;
  table.binarize = tally.spec().binarize;
  table.cuts = tally.spec().cuts;
  std::vector<double> said(classes);
  std::vector<ExactSum> in_value(classes);
  const auto values = static_cast<double>(feature.values);
  for (const ValueTally::Value& value : tally.values()) {
    table.values.push_back(value.label);
    for (std::size_t k = 0; k < classes; ++k) in_value[k] = tally.at(codes[k], value.slot);
    say_value(in_value, feature.totals, values, said);
    table.log_p.insert(table.log_p.end(), said.begin(), said.end());
  }
  in_value.assign(classes, {});
  say_value(in_value, feature.totals, values, said);
  table.log_p_unseen = said;
  return table;
}

ProbabilityTable bin_table(const RuleFeature& feature, std::size_t classes) {
  BinTable table{feature.origin, feature.cuts, std::vector<double>(feature.in_bin.size())};
  for (std::size_t at = 0; at < feature.in_bin.size(); at += classes) {
    say_value(std::span(feature.in_bin).subspan(at, classes), feature.totals,
              static_cast<double>(feature.values), std::span(table.log_p).subspan(at, classes));
  }
  return table;
}

// What the rule hears that is as naive Bayes has it: laws by their predictive, groups with λ = 1.
Question naive_question(Voice voice) {
  Question question;
  if (voice == Voice::kLaw) question.method = Method::kBayes;
  return question;
}

// The estimate of a feature, nothing if the column has no law.
std::optional<FeatureEstimate> estimate_of(const RuleFeature& feature,
                                           const std::vector<Counts::Class>& classes) {
  const std::vector<std::int32_t> codes = codes_of(classes);
  if (feature.voice == Voice::kLaw || feature.voice == Voice::kGroup) {
    const Question question = naive_question(feature.voice);
    Estimates one = assemble(classes, {facts_of(*feature.tally, classes, question)}, question);
    if (one.features.empty()) return std::nullopt;
    one.features[0].name = feature.name();
    return std::move(one.features[0]);
  }
  const TallySpec& spec = feature.tally->spec();
  return FeatureEstimate{feature.name(),
                         spec.family,
                         spec.columns,
                         "",
                         feature.voice == Voice::kValue ? value_table(feature, codes)
                                                        : bin_table(feature, classes.size()),
                         spec.type};
}

std::map<std::string, double> weights_by_name(std::span<const RuleWeight> rule,
                                              const std::string& of_class) {
  std::map<std::string, double> out;
  for (const RuleWeight& row : rule) {
    if (row.klass == of_class) out.emplace(row.part, row.value);
  }
  return out;
}

double found(const std::map<std::string, double>& weights, const std::string& name) {
  const auto at = weights.find(name);
  return at == weights.end() ? 0 : at->second;
}

}  // namespace

void say_value(std::span<const ExactSum> in_value, std::span<const ExactSum> totals, double values,
               std::span<double> said) {
  ExactSum n_v, n;
  for (const ExactSum& sum : in_value) n_v += sum;
  for (const ExactSum& sum : totals) n += sum;
  const double p = (n_v.to_double() + 0.5) / (n.to_double() + 0.5 * values);
  for (std::size_t k = 0; k < said.size(); ++k) {
    said[k] = std::log((in_value[k].to_double() + p) / (totals[k].to_double() + 1));
  }
}

std::vector<double> log_shares(std::span<const Counts::Class> classes) {
  ExactSum all;
  for (const Counts::Class& klass : classes) all += klass.weight;
  const double even = 1 / static_cast<double>(classes.size()), rows = all.to_double();
  std::vector<double> out;
  for (const Counts::Class& klass : classes) {
    out.push_back(std::log((klass.weight.to_double() + even) / (rows + 1)));
  }
  return out;
}

void temper(std::span<double> said) {
  const double most = *std::max_element(said.begin(), said.end());
  if (!std::isfinite(most)) return std::fill(said.begin(), said.end(), 0.0);
  for (double& one : said) one = std::max(one, most - kMostAgainst);
}

void keep_off_zero(const FeatureWeights& weighted, std::span<double> p) {
  if (!(weighted.rows > 0)) return;
  const double share = 1 / weighted.rows;
  for (std::size_t k = 0; k < p.size(); ++k) {
    p[k] = (p[k] + weighted.shares[k] * share) / (1 + share);
  }
}

bool has_weights(std::span<const RuleWeight> rule) {
  return std::any_of(rule.begin(), rule.end(),
                     [](const RuleWeight& row) { return row.part.starts_with(RuleRow::kChosen); });
}

std::string rule_row(const char* what, Rule rule) { return what + std::string(to_string(rule)); }

std::vector<RuleScore> rule_scores(std::span<const RuleWeight> rule) {
  std::vector<RuleScore> out;
  const auto found = [&](const std::string& part) -> const RuleWeight* {
    const auto at = std::find_if(rule.begin(), rule.end(), [&](const RuleWeight& row) {
      return row.klass.empty() && row.part == part;
    });
    return at == rule.end() ? nullptr : &*at;
  };
  for (const Rule of : {Rule::kNaive, Rule::kWeighted, Rule::kFull}) {
    const RuleWeight* const accuracy = found(rule_row(RuleRow::kAccuracy, of));
    const RuleWeight* const loss = found(rule_row(RuleRow::kLogLoss, of));
    if (accuracy != nullptr && loss != nullptr) out.push_back({of, accuracy->value, loss->value});
  }
  return out;
}

double copies_of(std::span<const RuleWeight> rule) {
  for (const RuleWeight& row : rule) {
    if (row.klass.empty() && row.part == RuleRow::kCopies && row.value > 1) return row.value;
  }
  return 1;
}

Rule chosen_rule(std::span<const RuleWeight> rule) {
  for (const RuleWeight& row : rule) {
    if (!row.part.starts_with(RuleRow::kChosen)) continue;
    return parse_rule(row.part.substr(std::string_view(RuleRow::kChosen).size()))
        .value_or(Rule::kNaive);
  }
  return Rule::kNaive;
}

Rule rule_of(const Question& question, std::span<const RuleWeight> rule) {
  if (question.rule == Rule::kAuto) {
    return names_estimates(question) ? Rule::kNaive : chosen_rule(rule);
  }
  if (question.rule == Rule::kFull && !has_full_weights(rule)) {
    throw Error(
        ErrorKind::kUsage,
        "the model has no weights for the full rule: it was counted without columns counted "
        "together, or without a sample of rows to learn them from");
  }
  if (question.rule == Rule::kWeighted && !has_weights(rule)) {
    throw Error(
        ErrorKind::kUsage,
        "the model has no weights for the weighted rule: it was counted without a sample of "
        "rows to learn them from");
  }
  return question.rule;
}

Estimates weighted_estimates(const Counts& counts, const Question& question,
                             std::span<const RuleWeight> rule) {
  Estimates out =
      weighted_estimates(rule_features(counts, nullptr, copies_of(rule)), question, rule);
  if (counts.schema().has_text()) {
    out.texts = std::make_shared<const TextRuleTables>(text_tables(counts, rule));
  }
  return out;
}

std::vector<double> log_prior_of(const std::vector<Counts::Class>& classes,
                                 const Question& question) {
  return question.prior == PriorKind::kSmoothed ? log_shares(classes)
                                                : log_prior(classes, question);
}

FeatureWeights feature_weights(const RuleFeatures& features, std::span<const RuleWeight> rule,
                               const std::string& prefix) {
  FeatureWeights out;
  const std::map<std::string, double> weights = weights_by_name(rule, "");
  for (const RuleFeature& feature : features.features) {
    out.weights.push_back(found(weights, prefix + feature.name()));
  }
  for (const Counts::Class& klass : features.classes) {
    out.biases.push_back(
        found(weights_by_name(rule, klass.label.to_string()), prefix + RuleRow::kBias));
  }
  return out;
}

void set_shares(FeatureWeights& weighted, std::span<const Counts::Class> classes,
                std::span<const double> log_prior) {
  weighted.rows = 0;
  weighted.shares.clear();
  for (std::size_t k = 0; k < classes.size(); ++k) {
    weighted.rows += classes[k].weight.to_double();
    weighted.shares.push_back(std::exp(log_prior[k]));
  }
}

Estimates weighted_estimates(const RuleFeatures& features, const Question& question,
                             std::span<const RuleWeight> rule) {
  return voice_estimates(features, question, feature_weights(features, rule));
}

Estimates voice_estimates(const RuleFeatures& features, const Question& question,
                          const FeatureWeights& all) {
  Estimates out;
  for (const Counts::Class& klass : features.classes) {
    out.classes.push_back(klass.label);
    out.class_rows.push_back(klass.weight.to_double());
  }
  out.log_prior = log_prior_of(features.classes, question);
  FeatureWeights& weighted = out.weighted.emplace();
  weighted.biases = all.biases;
  weighted.start = out.log_prior;
  set_shares(weighted, features.classes, out.log_prior);
  for (std::size_t f = 0; f < features.features.size(); ++f) {
    const RuleFeature& feature = features.features[f];
    std::optional<FeatureEstimate> estimate = estimate_of(feature, features.classes);
    if (!estimate) {
      out.left_out.push_back(feature.name());
      continue;
    }
    weighted.weights.push_back(all.weights[f]);
    out.features.push_back(*std::move(estimate));
  }
  return out;
}

}  // namespace tally
