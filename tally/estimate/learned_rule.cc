// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/learned_rule.h"

#include <algorithm>
#include <cmath>

namespace tally {

namespace {

RuleParts::Zone zone_of(const TallySpec& spec) {
  RuleParts::Zone zone{spec.columns.front()};
  zone.in_words = !spec.is_pairs;
  zone.in_text = spec.text.given.is_running_text;
  return zone;
}

double lambda_among(std::span<const RuleWeight> weights) {
  for (const RuleWeight& weight : weights) {
    const bool is_it = weight.klass.empty() && weight.part == LearnedRule::kLambdaName;
    if (is_it && weight.value > 0) return weight.value;
  }
  return LearnedRuleConstants::kLambda;
}

}  // namespace

Leaning::Leaning(double class_rows, double rest_rows, double lambda)
    : lambda_(lambda),
      shift_(std::log(class_rows + 2 * lambda) - std::log(rest_rows + 2 * lambda)) {}

double Leaning::of(double in_class, double in_rest) const {
  constexpr double kSteps = 1 << 30;
  const double d = (std::log(in_class + lambda_) - std::log(in_rest + lambda_)) - shift_;
  return std::isfinite(d) ? std::nearbyint(d * kSteps) / kSteps : 0;
}

RuleParts rule_parts(const std::vector<TallySpec>& tallies) {
  RuleParts parts;
  parts.names = {"bias", "text", "text strong", "text top"};
  for (const TallySpec& spec : tallies) {
    if (spec.family != Family::kText) continue;
    parts.zones.push_back(zone_of(spec));
    const bool is_given = spec.text.tokens == TokenKind::kGiven;
    parts.names.push_back(is_given ? spec.name : "column " + spec.name);
  }
  parts.names.insert(parts.names.end(), {"length", "unseen"});
  return parts;
}

std::string meaning_of(const RuleParts& parts, std::size_t part) {
  if (part == RuleParts::kBias) return "what is added for every row";
  if (part == RuleParts::kText) return "the mean leaning of the text's terms";
  if (part == RuleParts::kTextStrong) return "the mean leaning of the text's strong terms";
  if (part == RuleParts::kTextTop) return "the 15 terms of the text that lean most";
  if (part == parts.length()) return "how many known terms there are";
  if (part == parts.unseen()) return "the share of terms that are not known";
  return "the mean leaning of the strong terms in " + parts.zones[part - RuleParts::kZones].column;
}

std::vector<double> prior_weights(const RuleParts& parts) {
  std::vector<double> out(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) out[part] = parts.leans(part) ? 1 : 0;
  return out;
}

LearnedRule learned_rule(const std::vector<TallySpec>& tallies, const std::vector<Label>& classes,
                         std::span<const RuleWeight> weights) {
  LearnedRule rule;
  rule.parts = rule_parts(tallies);
  rule.lambda = lambda_among(weights);
  const std::vector<double> usual = prior_weights(rule.parts);
  for (std::size_t told = 0; told < told_classes(classes.size()); ++told) {
    const std::string klass = classes[told_class(told, classes.size())].to_string();
    std::vector<double> own = usual;
    for (const RuleWeight& weight : weights) {
      if (weight.klass != klass) continue;
      const auto at = std::find(rule.parts.names.begin(), rule.parts.names.end(), weight.part);
      if (at == rule.parts.names.end()) continue;
      own[static_cast<std::size_t>(at - rule.parts.names.begin())] = weight.value;
    }
    rule.weights.insert(rule.weights.end(), own.begin(), own.end());
  }
  return rule;
}

}  // namespace tally
