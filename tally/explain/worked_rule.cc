// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

constexpr std::size_t kMostZoneTerms = 5;  // of a zone

// Of zero, too, which may be a negative one.
// The logit starts from the prior, and from what the columns say that are no texts.
std::string name_of_start(const Explanation& why) {
  const bool others = std::any_of(why.features.begin(), why.features.end(), [](const auto& one) {
    return facts_of(one.family).cells != CellKind::kTerms && !one.factors.empty();
  });
  return others ? "prior, columns" : "prior";
}

// "free +4.2, lunch -3.1": the terms are sorted already. Of the class that the rule is told for.
std::string telling_terms(const Explanation& why, const std::string& column, std::size_t klass) {
  std::string out;
  std::size_t shown = 0;
  for (const WorkedTerm& term : why.terms) {
    if (term.feature != column) continue;
    if (shown++ == kMostZoneTerms) return out + " …";
    out += fmt::format("{}{} {}{:.1f}", out.empty() ? "" : ", ", term.term,
                       term.says[klass] >= 0 ? "+" : "", term.says[klass]);
  }
  return out;
}

}  // namespace

void add_rule(Explanation& why, const Estimates& estimates, const RowCells& row) {
  const RuleParts& parts = estimates.rule.parts;
  const std::vector<RuleVerdict> verdicts = rule_verdicts(estimates, row.batch(), 0);
  for (std::size_t told = 0; told < verdicts.size(); ++told) {
    WorkedRule& rule = why.rule.emplace_back();
    rule.klass = verdicts[told].klass;
    rule.before = verdicts[told].before;
    rule.logit = verdicts[told].logit;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const bool zone = part >= RuleParts::kZones && part < parts.length();
      rule.parts.push_back({parts.names[part], meaning_of(parts, part),
                            zone ? parts.zones[part - RuleParts::kZones].column : "",
                            verdicts[told].parts[part],
                            estimates.rule.weights[told * parts.size() + part]});
    }
  }
}

std::string rule_text(const Explanation& why) {
  const WorkedRule& rule = why.told_rule();
  const std::string klass = shown(why.target + " = " + why.classes[rule.klass].to_string());
  std::vector<std::vector<std::string>> rows{{"part", "says", "weight", "adds"}};
  std::vector<std::string> notes(2);
  rows.push_back({name_of_start(why), "", "", with_sign(rule.before)});
  for (const WorkedPart& part : rule.parts) {
    rows.push_back(
        {part.name, six_digits(part.value), six_digits(part.weight), with_sign(part.adds())});
    notes.push_back(part.column.empty() ? part.meaning
                                        : telling_terms(why, part.column, rule.klass));
  }
  rows.push_back({"logit", "", "", with_sign(rule.logit)});
  notes.emplace_back();
  return fmt::format("\nThe learned rule: the log-odds of {} against the rest (nats)\n", klass) +
         text_table(rows, notes);
}

}  // namespace tally
