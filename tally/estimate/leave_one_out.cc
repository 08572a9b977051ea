// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/leave_one_out.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tally/estimate/polya_counts.h"
#include "tally/estimate/prior.h"
#include "tally/family/bins.h"
#include "tally/family/family.h"

namespace tally {

namespace {

// The target, then the columns of every tally.
std::vector<ColumnToRead> columns_looked_at(const Counts& counts) {
  const Schema& schema = counts.schema();
  std::vector<ColumnToRead> columns{{schema.target().name, schema.target().type}};
  for (const Tally& tally : counts.tallies()) {
    for (const std::string& name : tally.spec().columns) {
      columns.push_back({name, schema.type_of(name)});
    }
  }
  return columns;
}

bool vanished(const Tally& tally, std::int32_t slot, const std::vector<Counts::Class>& classes) {
  return std::all_of(classes.begin(), classes.end(), [&](const Counts::Class& klass) {
    return tally.at(klass.code, slot).is_zero();
  });
}

}  // namespace

LeaveOneOut::LeaveOneOut(Counts counts, std::vector<Question> questions,
                         std::vector<RuleWeight> rule)
    : counts_(std::move(counts)),
      questions_(std::move(questions)),
      rule_(std::move(rule)),
      asked_{},
      binding_(columns_looked_at(counts_)) {
  const std::vector<Counts::Class> classes = counts_.classes();
  for (Question& question : questions_) {
    validate(question);
    question = with_lambdas(std::move(question), counts_);
    log_prior(classes, question);  // refuses a prior that is given for other classes
    asked_[static_cast<std::size_t>(lost_degrees(question))] = true;
    combines_.push_back(combine_of(question, counts_.schema()));
    const TermFilter filter(question);
    const auto known = std::find(filters_.begin(), filters_.end(), filter);
    filter_of_.push_back(static_cast<std::size_t>(known - filters_.begin()));
    if (known == filters_.end()) filters_.push_back(filter);
  }
  for (const Counts::Class& klass : classes) code_of_.emplace(klass.label, klass.code);
  codes_ = class_codes_in(classes);
  for (const Tally& tally : counts_.tallies()) kept_.push_back(kept_of(tally));
  touched_.resize(kept_.size());
  keep_texts();
}

// What any question needs of each text, filter by filter.
void LeaveOneOut::keep_texts() {
  for (std::size_t t = 0; t < kept_.size(); ++t) {
    const TextTally* const text = as_text(counts_.tallies()[t]);
    if (text == nullptr) continue;
    std::vector<TextNeeds> needs(filters_.size());
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      const TextNeeds own = needs_of(text_model_of(questions_[q], text->spec().text), combines_[q]);
      TextNeeds& all = needs[filter_of_[q]];
      all = {all.totals || own.totals, all.histograms || own.histograms};
    }
    for (std::size_t f = 0; f < filters_.size(); ++f) {
      kept_[t].text.emplace_back(*text, codes_, filters_[f], needs[f]);
    }
  }
}

LeaveOneOut::Kept LeaveOneOut::kept_of(const Tally& tally) const {
  Kept kept;
  if (as_text(tally) != nullptr) return kept;
  const ValueTally* const with_values = as_values(tally);
  if (with_values != nullptr) kept.possible_values = with_values->possible_values();
  for (std::int32_t code = 0; code < codes_; ++code) {
    kept.totals.push_back(with_values != nullptr ? with_values->total(code) : ExactSum());
    if (!has_moments(tally)) continue;
    for (const int degrees : {0, 1}) {
      if (!asked_[static_cast<std::size_t>(degrees)]) continue;
      kept.by_class[static_cast<std::size_t>(degrees)].push_back(
          class_moments(tally, code, degrees));
    }
    kept.n += tally.at(code, Part::kWeight);
    kept.s += tally.at(code, Part::kSum);
    kept.q += tally.at(code, Part::kSquare);
  }
  return kept;
}

LeaveOneOut::Touched LeaveOneOut::touched_by(const Tally& tally,
                                             std::span<const Column* const> cells) {
  const TallySpec& spec = tally.spec();
  Touched touched;
  const auto touch = [&](const Label& value) {
    touched.values.push_back({value, values_of(tally).find_slot(value)});
  };
  switch (tally::facts_of(spec.family).cells) {
    case CellKind::kNumber:  // its moments are kept as a whole
      break;
    case CellKind::kLabel:
      if (const std::optional<Label> value = cell_label(*cells[0], 0)) touch(*value);
      break;
    case CellKind::kTruth:
      touched.values = values_of(tally).values();
      break;
    case CellKind::kBin: {
      const double x = std::get<Numbers>(*cells[0]).at(0);
      if (!std::isnan(x)) touch(label_of_bin(bin_of(spec.cuts, x)));
      break;
    }
    case CellKind::kGroup:
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (std::get<Numbers>(*cells[i]).at(0) > 0) touch(Label::of(spec.columns[i]));
      }
      break;
    case CellKind::kTerms: {
      const Terms& terms = std::get<Terms>(*cells[0]);
      if (!terms.validity.at(0)) break;
      terms.for_each(0, [&](std::int32_t code, std::int32_t) {
        touched.terms.push_back(text_of(tally).find_term(terms.dictionary->term(code)));
      });
      break;
    }
  }
  return touched;
}

// The row's terms that pass a filter, as the counts are now.
std::vector<std::int32_t> LeaveOneOut::passing(std::size_t t, std::size_t filter) const {
  std::vector<std::int32_t> out;
  for (const std::int32_t slot : touched_[t].terms) {
    if (filters_[filter].passes(text_of(counts_.tallies()[t]), slot, codes_)) out.push_back(slot);
  }
  return out;
}

// Takes the cells of a class that are about to change out of what is kept of all cells.
void LeaveOneOut::detach(std::int32_t klass) { move(klass, &ExactSum::operator-=); }
void LeaveOneOut::attach(std::int32_t klass) { move(klass, &ExactSum::operator+=); }

void LeaveOneOut::move(std::int32_t klass, ExactSum& (ExactSum::*operation)(const ExactSum&)) {
  // Who asks each term alone needs nothing of what they add up to.
  const auto asks_for_totals = [&](const TextTally& text, std::size_t filter) {
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      if (filter_of_[q] != filter) continue;
      if (needs_of(text_model_of(questions_[q], text.spec().text), combines_[q]).totals)
        return true;
    }
    return false;
  };
  for (std::size_t t = 0; t < kept_.size(); ++t) {
    const Tally& tally = counts_.tallies()[t];
    Kept& kept = kept_[t];
    for (std::size_t f = 0; f < kept.text.size(); ++f) {
      if (!asks_for_totals(text_of(tally), f)) continue;
      const bool adds = operation == &ExactSum::operator+=;
      for (const std::int32_t slot : passing(t, f)) {
        adds ? kept.text[f].add(text_of(tally), slot)
             : kept.text[f].take_away(text_of(tally), slot);
      }
    }
    for (const ValueTally::Value& value : touched_[t].values) {
      (kept.totals[static_cast<std::size_t>(klass)].*operation)(tally.at(klass, value.slot));
    }
    if (!has_moments(tally)) continue;
    (kept.n.*operation)(tally.at(klass, Part::kWeight));
    (kept.s.*operation)(tally.at(klass, Part::kSum));
    (kept.q.*operation)(tally.at(klass, Part::kSquare));
  }
}

TallyFacts LeaveOneOut::facts_of(std::size_t t, const std::vector<Counts::Class>& classes,
                                 std::int32_t changed, int degrees) const {
  const Tally& tally = counts_.tallies()[t];
  const Kept& kept = kept_[t];
  TallyFacts facts{&tally, touched_[t].values, {{}, kept.possible_values}, {}, {}, {}};
  if (tally.spec().values.empty() && !facts.values.empty() &&
      vanished(tally, facts.values[0].slot, classes)) {
    facts.values.clear();
    --facts.totals.possible_values;
  }
  for (const Counts::Class& klass : classes) {
    const auto k = static_cast<std::size_t>(klass.code);
    if (as_text(tally) != nullptr) continue;
    if (as_values(tally) != nullptr) {
      facts.totals.by_class.push_back(kept.totals[k]);
    } else if (has_moments(tally)) {
      facts.moments.by_class.push_back(klass.code == changed
                                           ? class_moments(tally, klass.code, degrees)
                                           : kept.by_class[static_cast<std::size_t>(degrees)][k]);
    }
  }
  if (kept.n.sign() > 0) facts.moments.overall = moments(kept.n, kept.s, kept.q, 0);
  return facts;
}

void LeaveOneOut::add_text_facts(std::vector<TallyFacts>& facts, std::size_t question) const {
  for (std::size_t t = 0; t < facts.size(); ++t) {
    if (as_text(*facts[t].tally) == nullptr) continue;
    facts[t].terms = passing(t, filter_of_[question]);
    facts[t].text = {std::shared_ptr<void>(), &kept_[t].text[filter_of_[question]]};  // borrowed
  }
}

std::vector<Estimates> LeaveOneOut::without(const Batch& row) {
  std::span<const Column* const> cells = binding_.bind(row);
  const std::int32_t changed = code_of_.at(cell_label(*cells[0], 0).value());
  cells = cells.subspan(1);
  for (std::size_t t = 0; t < touched_.size(); ++t) {
    const Tally& tally = counts_.tallies()[t];
    touched_[t] = touched_by(tally, cells.first(tally.spec().columns.size()));
    cells = cells.subspan(tally.spec().columns.size());
  }
  detach(changed);
  counts_.take_away(row);
  attach(changed);

  const std::vector<Counts::Class> classes = counts_.classes();
  std::array<std::vector<TallyFacts>, 2> facts;  // by lost degrees
  for (const int degrees : {0, 1}) {
    if (!asked_[static_cast<std::size_t>(degrees)]) continue;
    for (std::size_t t = 0; t < kept_.size(); ++t) {
      facts[static_cast<std::size_t>(degrees)].push_back(facts_of(t, classes, changed, degrees));
    }
  }
  std::vector<Estimates> out;
  for (std::size_t q = 0; q < questions_.size(); ++q) {
    std::vector<TallyFacts>& own = facts[static_cast<std::size_t>(lost_degrees(questions_[q]))];
    add_text_facts(own, q);
    out.push_back(
        assemble(classes, own, among_classes(questions_[q], classes), combines_[q], rule_));
  }

  detach(changed);
  counts_.add(row);
  attach(changed);
  return out;
}

}  // namespace tally
