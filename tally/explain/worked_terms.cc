// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"
#include "tally/family/log_gamma.h"

namespace tally {

namespace {

// What a known term says about one class: looks the table up by the term's number there.
struct Says {
  std::size_t cell, klass, classes;
  double times;

  double operator()(const TermTable& table) const {
    return (table.once ? 1 : times) * table.weights[cell];
  }
  double operator()(const TermPolyaTable& table) const {
    return log_rising(table.a[cell], table.once ? 1 : times);
  }
  double operator()(const LeaningTable& table) const {
    if (classes == 2) return (klass == 1 ? 1 : -1) * table.leanings[cell / 2];
    return table.leanings[cell];
  }
  double operator()(const WitnessTable& table) const {
    const double log_f = table.log_f[cell];
    return log_f == WitnessTable::kNotTelling ? 0 : std::exp(log_f);
  }
  template <class Other>
  double operator()(const Other&) const {
    return 0;
  }
};

struct TermsOfTable {
  const TermDictionary* operator()(const TermTable& table) const { return table.terms.get(); }
  const TermDictionary* operator()(const TermPolyaTable& table) const { return table.terms.get(); }
  const TermDictionary* operator()(const WitnessTable& table) const { return table.terms.get(); }
  const TermDictionary* operator()(const LeaningTable& table) const { return table.terms.get(); }
  template <class Other>
  const TermDictionary* operator()(const Other&) const {
    return nullptr;
  }
};

bool is_once(const FeatureEstimate& feature) {
  if (const auto* table = std::get_if<TermTable>(&feature.table)) return table->once;
  if (const auto* table = std::get_if<TermPolyaTable>(&feature.table)) return table->once;
  return true;
}

double log_odds_of_witness(const WitnessTable& table, std::size_t cell) {
  return table.log_f[cell] == WitnessTable::kNotTelling ? 0
                                                        : table.log_f[cell] - table.log_rest[cell];
}

}  // namespace

void add_terms(Explanation& why, const Counts& counts, const Estimates& estimates,
               const RowCells& row) {
  const std::vector<Counts::Class> classes = counts.classes();
  const std::size_t K = classes.size(), told = why.told_class(), other = why.runner_up();
  for (const FeatureEstimate& feature : estimates.features) {
    if (facts_of(feature.family).cells != CellKind::kTerms || is_missing(feature, row)) continue;
    const TermDictionary& known = *std::visit(TermsOfTable{}, feature.table);
    const TextTally& tally = text_of(*counts.find(feature.name));
    const Terms& terms = row.terms(feature.columns.front());
    terms.for_each(0, [&](std::int32_t code, std::int32_t times) {
      const std::int32_t number = known.find(terms.dictionary->term(code));
      if (number < 0) return;
      const std::size_t first = static_cast<std::size_t>(number) * K;
      WorkedTerm worked;
      worked.feature = feature.name;
      worked.term = terms.dictionary->term(code);
      worked.times = times;
      why.known_terms += is_once(feature) ? 1 : times;
      for (std::size_t k = 0; k < K; ++k) {
        worked.rows.push_back(tally.at(classes[k].code, tally.find_term(worked.term)).to_double());
        worked.says.push_back(std::visit(Says{first + k, k, K, worked.times}, feature.table));
      }
      if (const auto* witnesses = std::get_if<WitnessTable>(&feature.table)) {
        worked.contribution = log_odds_of_witness(*witnesses, first + told);
        if (worked.contribution == 0) return;
      } else if (why.combine == Combine::kLearned) {
        worked.contribution = worked.says[told] + 0.0;  // no −0
      } else if (worked.says[told] != worked.says[other]) {
        worked.contribution = worked.says[told] - worked.says[other];
      }
      why.terms.push_back(std::move(worked));
    });
  }
  if (why.combine == Combine::kMean) {
    for (WorkedTerm& term : why.terms) term.contribution /= why.known_terms;
  }
  std::stable_sort(why.terms.begin(), why.terms.end(),
                   [](const WorkedTerm& a, const WorkedTerm& b) {
                     return std::abs(a.contribution) > std::abs(b.contribution);
                   });
}

std::string terms_text(const Explanation& why) {
  if (why.terms.empty()) return "";
  const bool fisher = why.combine == Combine::kFisher;
  const bool learned = why.combine == Combine::kLearned && !why.rule.empty();
  const std::size_t told = learned ? why.told_rule().klass : why.told_class();
  const std::string klass = shown(why.target + " = " + why.classes[told].to_string());
  std::vector<std::vector<std::string>> rows{{"term", "times",
                                              fisher    ? "f"
                                              : learned ? "leans"
                                                        : "nats"}};
  const std::size_t shown_classes = std::min(why.classes.size(), kShownClasses);
  for (std::size_t k = 0; k < shown_classes; ++k) {
    rows[0].push_back("rows(" + why.classes[k].to_string() + ")");
  }
  bool several = false;
  for (const WorkedTerm& term : why.terms)
    several = several || term.feature != why.terms[0].feature;
  const std::size_t listed = std::min(why.terms.size(), kShownTerms);
  for (std::size_t i = 0; i < listed; ++i) {
    const WorkedTerm& term = why.terms[i];
    const double speaks = learned ? term.says[told] : term.contribution;
    const std::string told_by =
        fisher ? six_digits(term.says[told]) : (speaks >= 0 ? "+" : "") + six_digits(speaks + 0.0);
    rows.push_back(
        {(several ? term.feature + ": " : "") + term.term, plain_count(term.times), told_by});
    for (std::size_t k = 0; k < shown_classes; ++k) rows.back().push_back(count_text(term.rows[k]));
  }
  std::string out =
      fisher ? fmt::format("\nThe informative terms about {}: f(w) near 1 speaks for it\n", klass)
      : learned ? fmt::format("\nThe terms that lean most: above 0 towards {}\n", klass)
                : fmt::format("\nWhat the terms add to the log-odds of {} against {} (nats)\n",
                              klass, shown(why.classes[why.runner_up()].to_string()));
  out += text_table(rows);
  if (why.terms.size() > listed) {
    out += fmt::format("  … and {} more terms that add less (the JSON form has them all)\n",
                       why.terms.size() - listed);
  }
  return out;
}

}  // namespace tally
