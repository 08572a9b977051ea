// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"
#include "tally/infer/text_rule/text_verdict.h"

namespace tally {

namespace {

WorkedVoice voice_of(const std::string& feature, const char* voice, std::size_t classes,
                     double weight) {
  WorkedVoice out;
  out.feature = feature;
  out.voice = voice;
  out.log_p.assign(classes, 0);
  out.weight = weight;
  return out;
}

void add_to(std::vector<double>& sums, const std::vector<double>& more) {
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += more[k];
}

}  // namespace

void add_texts(Explanation& why, const TextRuleTables& tables, const RowCells& row) {
  const std::size_t K = why.classes.size(), told = why.told_class(), other = why.runner_up();
  const double weight = tables.rule.weight;
  TextVerdict verdict = text_verdict(tables, row.batch(), 0);
  std::vector<WorkedVoice> leanings, corrections;
  for (const auto& zone : tables.zones) {
    const std::string& column = zone.column;
    const Terms& terms = row.terms(column);
    leanings.push_back(voice_of(column, "leanings", K, weight));
    corrections.push_back(voice_of(column, "corrections", K, weight));
    WorkedFeature& worked = why.features.emplace_back();
    worked.name = column;
    worked.family = Family::kText;
    worked.missing = !terms.validity.at(0);
    worked.contributions.assign(K, 0);
    if (!worked.missing) {
      worked.value =
          counted(static_cast<std::size_t>(terms.starts[1] - terms.starts[0]), "term", "terms");
    }
  }
  for (TextTermVerdict& term : verdict.terms) {
    add_to(leanings[term.zone].log_p, term.leaning);
    add_to(corrections[term.zone].log_p, term.correction);
    WorkedTerm& worked = why.terms.emplace_back();
    worked.feature = tables.zones[term.zone].column;
    worked.term = std::move(term.term);
    worked.times = term.times;
    worked.rows = std::move(term.rows);
    worked.contribution = weight * (term.leaning[told] + term.correction[told] -
                                    term.leaning[other] - term.correction[other]);
    worked.says = std::move(term.leaning);
    worked.corrections = std::move(term.correction);
  }
  for (std::size_t z = 0; z < tables.zones.size(); ++z) {
    why.voices.push_back(std::move(leanings[z]));
    why.voices.push_back(std::move(corrections[z]));
  }
  why.voices.push_back(voice_of("texts", "length", K, weight));
  why.voices.back().log_p = std::move(verdict.length);
  std::stable_sort(why.terms.begin(), why.terms.end(),
                   [](const WorkedTerm& a, const WorkedTerm& b) {
                     return std::abs(a.contribution) > std::abs(b.contribution);
                   });
  std::stable_sort(why.features.begin(), why.features.end(),
                   [](const WorkedFeature& a, const WorkedFeature& b) { return a.name < b.name; });
}

std::string text_terms_text(const Explanation& why) {
  if (why.terms.empty()) return "";
  const std::size_t told = why.told_class(), other = why.runner_up();
  const auto name = [&](std::size_t k) { return why.classes[k].to_string(); };
  std::vector<std::vector<std::string>> rows{
      {"term", "rows " + name(told) + " : " + name(other), "leaning", "correction", "adds"}};
  const auto between = [&](const std::vector<double>& says) {
    return with_sign(says[told] - says[other]);
  };
  const std::size_t listed = std::min(why.terms.size(), kShownTerms);
  for (std::size_t i = 0; i < listed; ++i) {
    const WorkedTerm& term = why.terms[i];
    rows.push_back({term.feature + ": " + term.term,
                    plain_count(term.rows[told]) + " : " + plain_count(term.rows[other]),
                    between(term.says), between(term.corrections), with_sign(term.contribution)});
  }
  double hidden = 0;
  for (std::size_t i = listed; i < why.terms.size(); ++i) hidden += why.terms[i].contribution;
  if (why.terms.size() > listed) {
    rows.push_back(
        {fmt::format("{} more", why.terms.size() - listed), "", "", "", with_sign(hidden)});
  }
  for (std::vector<std::string>& row : rows) {
    for (std::string& cell : row) cell = shown(cell);
  }
  return fmt::format("\nWhat the terms add to the log-odds of {} against {} (nats)\n",
                     shown(why.target + " = " + name(told)), shown(name(other))) +
         text_table(rows);
}

}  // namespace tally
