// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/assemble.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/estimate/categorical.h"
#include "tally/estimate/multinomial.h"
#include "tally/estimate/prior.h"
#include "tally/estimate/text.h"

namespace tally {

namespace {

double widest_column(const std::vector<TallyFacts>& facts) {
  double widest = 0;
  for (const TallyFacts& column : facts) {
    if (!is_density(column.tally->family())) continue;
    if (column.moments.overall) widest = std::max(widest, column.moments.overall->deviation);
  }
  return widest;
}

std::optional<ProbabilityTable> number_table(const TallyFacts& facts,
                                             const std::vector<std::int32_t>& codes,
                                             const Question& question, double added) {
  std::optional<NumberLaw> law =
      numbers_of(facts.tally->family())
          ->law(TallySums(*facts.tally, codes), facts.moments, number_question(question, added));
  if (!law) return std::nullopt;
  return std::visit([](auto& table) { return ProbabilityTable(std::move(table)); }, *law);
}

std::optional<ProbabilityTable> table_of(const TallyFacts& facts,
                                         const std::vector<Counts::Class>& classes,
                                         const Question& question, const Estimates& so_far,
                                         double added) {
  const Combine combine = so_far.combine;
  const Tally& tally = *facts.tally;
  const std::vector<std::int32_t> codes = codes_of(classes);
  switch (facts_of(tally.family()).cells) {
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kBin:
      return categorical_table(values_of(tally), facts.values, facts.totals, codes, question);
    case CellKind::kGroup:
      return multinomial_table(values_of(tally), facts.values, facts.totals, codes, question);
    case CellKind::kNumber:
      return number_table(facts, codes, question, added);
    case CellKind::kTerms:
      break;
  }
  // Pairs of words repeat what the words say; only the learned rule weighs the two against each
  // other.
  if (combine != Combine::kLearned && tally.spec().is_pairs) return std::nullopt;
  return text_table({&text_of(tally), facts.terms, facts.text.get(),
                     text_model_of(question, tally.spec().text), combine, so_far.rule.lambda},
                    classes, question);
}

std::vector<TallySpec> specs_of(const std::vector<TallyFacts>& facts) {
  std::vector<TallySpec> out;
  for (const TallyFacts& of_one : facts) out.push_back(of_one.tally->spec());
  return out;
}

// What the table reads: of a group, the columns of the terms that are in it.
std::vector<std::string> columns_of(const TallyFacts& facts) {
  const TallySpec& spec = facts.tally->spec();
  if (facts_of(spec.family).cells != CellKind::kGroup) return spec.columns;
  std::vector<std::string> out;
  for (const ValueTally::Value& term : facts.values) out.push_back(term.label.to_string());
  return out;
}

// The type of a group is that of its terms, which are names.
ValueType type_of_columns(const TallySpec& spec) {
  return facts_of(spec.family).cells == CellKind::kGroup ? ValueType::kNumber : spec.type;
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
  if (const TextTally* const text = as_text(tally)) {
    const TermFilter filter(question);
    const std::int32_t codes = class_codes_in(classes);
    facts.terms = passing_terms(*text, codes, filter);
    facts.text = std::make_shared<TextTotals>(
        *text, codes, filter, needs_of(text_model_of(question, tally.spec().text), combine));
  } else if (const ValueTally* const with_values = as_values(tally)) {
    facts.values = with_values->values();
    facts.totals = value_totals(*with_values, class_codes);
  } else {
    facts.moments = column_moments(tally, class_codes, lost_degrees(question));
  }
  return facts;
}

namespace {

// A class that had no row when the calibration was learned has no bias.
Calibrator calibrator_of(const Question& question, const std::vector<Label>& classes) {
  if (!question.calibration) {
    throw Error(ErrorKind::kUsage,
                "to calibrate, rows have to be left out of the counts, and here no row is at hand");
  }
  Calibrator out{question.calibration->slope, std::vector<double>(classes.size(), 0)};
  for (std::size_t k = 0; k < classes.size(); ++k) {
    for (const auto& [klass, bias] : question.calibration->biases) {
      if (classes[k].to_string() == klass) out.biases[k] = bias;
    }
  }
  return out;
}

}  // namespace

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
  if (question.calibrate) out.calibrator = calibrator_of(question, out.classes);
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
