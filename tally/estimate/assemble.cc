// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/assemble.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/estimate/categorical.h"
#include "tally/estimate/multinomial.h"
#include "tally/estimate/poisson.h"
#include "tally/estimate/prior.h"
#include "tally/estimate/text.h"

namespace tally {

namespace {

double widest_column(const std::vector<TallyFacts>& facts) {
  double widest = 0;
  for (const TallyFacts& column : facts) {
    if (column.moments.overall) widest = std::max(widest, column.moments.overall->deviation);
  }
  return widest;
}

std::optional<ProbabilityTable> table_of(const TallyFacts& facts,
                                         const std::vector<Counts::Class>& classes,
                                         const Question& question, const Estimates& so_far,
                                         double added) {
  const Combine combine = so_far.combine;
  const Tally& tally = *facts.tally;
  const std::vector<std::int32_t> codes = codes_of(classes);
  switch (tally.family()) {
    case Family::kCategorical:
    case Family::kBernoulli:
      return categorical_table(tally, facts.values, facts.totals, codes, question);
    case Family::kMultinomial:
      return multinomial_table(tally, facts.values, facts.totals, codes, question);
    case Family::kPoisson:
      return poisson_table(tally, codes, question);
    case Family::kText:
      // Pairs of words repeat what the words say; only the learned rule weighs the two against
      // each other.
      if (combine != Combine::kLearned && tally.spec().is_pairs) return std::nullopt;
      return text_table({&tally, facts.terms, facts.text.get(),
                         text_model_of(question, tally.spec().text), combine, so_far.rule.lambda},
                        classes, question);
    case Family::kGaussian:
      break;
  }
  return gaussian_table(tally, facts.moments, codes, question, added);
}

std::vector<TallySpec> specs_of(const std::vector<TallyFacts>& facts) {
  std::vector<TallySpec> out;
  for (const TallyFacts& of_one : facts) out.push_back(of_one.tally->spec());
  return out;
}

// What the table reads: of a group, the columns of the terms that are in it.
std::vector<std::string> columns_of(const TallyFacts& facts) {
  const TallySpec& spec = facts.tally->spec();
  if (spec.family != Family::kMultinomial) return spec.columns;
  std::vector<std::string> out;
  for (const Tally::Value& term : facts.values) out.push_back(term.label.to_string());
  return out;
}

// The type of a group is that of its terms, which are names.
ValueType type_of_columns(const TallySpec& spec) {
  return spec.family == Family::kMultinomial ? ValueType::kNumber : spec.type;
}

}  // namespace

std::vector<std::int32_t> codes_of(const std::vector<Counts::Class>& classes) {
  std::vector<std::int32_t> codes;
  for (const Counts::Class& klass : classes) codes.push_back(klass.code);
  return codes;
}

TallyFacts facts_of(const Tally& tally, const std::vector<Counts::Class>& classes,
                    const Question& question, Combine combine) {
  const std::vector<std::int32_t> class_codes = codes_of(classes);
  TallyFacts facts{&tally, {}, {}, {}, {}, {}};
  if (tally.is_text()) {
    const TermFilter filter(question);
    const std::int32_t codes = class_codes_in(classes);
    facts.terms = passing_terms(tally, codes, filter);
    facts.text = std::make_shared<TextTotals>(
        tally, codes, filter, needs_of(text_model_of(question, tally.spec().text), combine));
  } else if (tally.has_values()) {
    facts.values = tally.values();
    facts.totals = value_totals(tally, class_codes);
  } else if (tally.family() == Family::kGaussian) {
    facts.moments = column_moments(tally, class_codes, question);
  }
  return facts;
}

Estimates assemble(const std::vector<Counts::Class>& classes, const std::vector<TallyFacts>& facts,
                   const Question& question, Combine combine, std::span<const RuleWeight> rule) {
  if (classes.empty()) {
    throw Error(ErrorKind::kData,
                "the model has no class yet: fit or learn rows with a target first");
  }
  Estimates out;
  out.combine = combine;
  out.fisher = question.fisher;
  for (const Counts::Class& klass : classes) {
    out.classes.push_back(klass.label);
    out.class_rows.push_back(klass.weight.to_double());
  }
  out.log_prior = log_prior(classes, question);
  if (combine == Combine::kLearned) out.rule = learned_rule(specs_of(facts), out.classes, rule);
  const double added = added_deviation(widest_column(facts), question);
  for (const TallyFacts& of_one : facts) {
    const TallySpec& spec = of_one.tally->spec();
    std::optional<ProbabilityTable> table = table_of(of_one, classes, question, out, added);
    if (table) {
      out.features.push_back({spec.name, spec.family, columns_of(of_one), spec.exposure,
                              *std::move(table), type_of_columns(spec), spec.exposure_type});
    } else {
      out.left_out.push_back(spec.name);
    }
  }
  return out;
}

}  // namespace tally
