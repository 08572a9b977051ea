// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/model_view.h"

#include <cmath>

#include "tally/estimate/number_column.h"
#include "tally/explain/formula.h"
#include "tally/explain/top_terms.h"

namespace tally {

namespace {

class FeatureViewer {
 public:
  FeatureViewer(const Counts& counts, const Question& question, const Tally& tally)
      : counts_(counts), question_(question), tally_(tally), classes_(counts.classes()) {
    view_.name = tally.name();
    view_.family = tally.family();
    view_.type = tally.spec().type;
    view_.columns = tally.spec().columns;
  }

  /// `estimate` is null for a feature that is left out.
  FeatureView look(const FeatureEstimate* estimate) {
    view_.left_out = estimate == nullptr;
    add_sums();
    if (estimate != nullptr) {
      std::visit(*this, estimate->table);
      if (question_.method == Method::kBayes) {
        add_posterior();
        view_.log_evidence = tally::log_evidence(counts_, tally_, question_);
      }
    }
    add("missing", [&](std::size_t k) { return sum(k, Part::kMissing); });
    return std::move(view_);
  }

  void operator()(const CategoricalTable& table) { add_values(table.log_p); }
  void operator()(const BinTable&) {}  // of no estimate that is shown
  void operator()(const MultinomialTable& table) { add_values(table.log_p); }
  void operator()(const PolyaTable&) { add_values({}); }
  void operator()(const TermTable&) { add_top_terms(); }
  void operator()(const TermPolyaTable&) { add_top_terms(); }
  void operator()(const WitnessTable&) { add_top_terms(); }
  void operator()(const LeaningTable&) { add_top_terms(); }
  template <IsNumberLaw Law>
  void operator()(const Law& law) {
    for (ClassNumbers& one : law.parameters()) view_.quantities.push_back(std::move(one));
  }

 private:
  double sum(std::size_t k, Part part) const {
    return tally_.at(classes_[k].code, part).to_double();
  }

  template <class F>
  ClassNumbers numbers(const char* name, F&& f) const {
    ClassNumbers out{name, {}};
    for (std::size_t k = 0; k < classes_.size(); ++k) out.numbers.push_back(f(k));
    return out;
  }
  template <class F>
  void add(const char* name, F&& f) {
    view_.quantities.push_back(numbers(name, f));
  }
  void add(const char* name, const std::vector<double>& by_class) {
    view_.quantities.push_back({name, by_class});
  }

  void add_sums() {
    switch (facts_of(tally_.family()).cells) {
      case CellKind::kNumber:
        for (const Part part : numbers_of(tally_.family())->shown_parts()) {
          if (part == Part::kExposure && tally_.spec().exposure.empty()) continue;
          const std::string name = part == Part::kWeight ? "n" : std::string(to_string(part));
          add(name.c_str(), [&](std::size_t k) { return sum(k, part); });
        }
        break;
      case CellKind::kTerms:
        view_.terms = text_of(tally_).possible_values();
        add("rows",
            [&](std::size_t k) { return classes_[k].weight.to_double() - sum(k, Part::kMissing); });
        add("tokens", [&](std::size_t k) {
          return text_of(tally_).total_tokens(classes_[k].code).to_double();
        });
        break;
      case CellKind::kLabel:
      case CellKind::kTruth:
      case CellKind::kBin:
      case CellKind::kGroup:
        add("n",
            [&](std::size_t k) { return values_of(tally_).total(classes_[k].code).to_double(); });
        break;
    }
  }

  // Counts and probabilities; a table of Pólya has no probability of a term by itself, but that of
  // the first token: a_t / A.
  void add_values(const std::vector<double>& log_p) {
    const std::vector<ValueTally::Value> values = values_of(tally_).values();
    for (std::size_t v = 0; v < values.size(); ++v) {
      ValueView shown{value_in_words(values_of(tally_), values[v].slot), {}};
      const auto n = [&](std::size_t k) {
        return tally_.at(classes_[k].code, values[v].slot).to_double();
      };
      shown.numbers.push_back(numbers("n", n));
      if (!log_p.empty()) {
        shown.numbers.push_back(
            numbers("p", [&](std::size_t k) { return std::exp(log_p[v * classes_.size() + k]); }));
      } else {
        const double all = static_cast<double>(values.size()) * question_.lambda;
        shown.numbers.push_back(numbers("p", [&](std::size_t k) {
          return (n(k) + question_.lambda) /
                 (values_of(tally_).total(classes_[k].code).to_double() + all);
        }));
      }
      if (question_.method == Method::kBayes) {
        shown.numbers.push_back(
            numbers("a", [&](std::size_t k) { return n(k) + question_.lambda; }));
      }
      view_.values.push_back(std::move(shown));
    }
  }

  void add_top_terms() {
    const TextTally& text = text_of(tally_);
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      TopTerms& top = view_.top_terms.emplace_back();
      for (const TellingTerm& term : top_terms(text, classes_, k)) {
        ValueView shown{std::string(text.term_of(term.slot)), {}};
        shown.numbers.push_back(numbers("n", [&](std::size_t c) {
          return tally_.at(classes_[c].code, term.slot).to_double();
        }));
        top.push_back(std::move(shown));
      }
    }
  }

  // Of numbers; values have theirs beside each of them.
  void add_posterior() {
    const NumberFamily* const numbers = numbers_of(tally_.family());
    if (numbers == nullptr) return;
    std::vector<std::int32_t> codes;
    for (const Counts::Class& klass : classes_) codes.push_back(klass.code);
    for (ClassNumbers& one :
         numbers->posterior(TallySums(tally_, codes), column_moments(tally_, codes, 0),
                            number_question(question_))) {
      view_.quantities.push_back(std::move(one));
    }
  }

  const Counts& counts_;
  const Question& question_;
  const Tally& tally_;
  std::vector<Counts::Class> classes_;
  FeatureView view_;
};

}  // namespace

ModelView view(const Counts& counts, const Question& question) {
  const Estimates estimates = estimate(counts, question);
  ModelView out;
  out.target = counts.schema().target().name;
  out.question = question_text(question);
  out.rows = counts.total_weight().to_double();
  out.classes = estimates.classes;
  out.log_prior = estimates.log_prior;
  for (const Counts::Class& klass : counts.classes())
    out.class_counts.push_back(klass.weight.to_double());

  // Both lists are sorted by name.
  auto next = estimates.features.begin();
  bool closed_form = question.method == Method::kBayes;
  double log_evidence = 0;
  for (const Tally& tally : counts.tallies()) {
    const bool used = next != estimates.features.end() && next->name == tally.name();
    out.features.push_back(FeatureViewer(counts, question, tally).look(used ? &*next++ : nullptr));
    if (!used) continue;
    closed_form = closed_form && out.features.back().log_evidence.has_value();
    log_evidence += out.features.back().log_evidence.value_or(0);
  }
  if (closed_form) out.log_evidence = log_evidence;
  return out;
}

}  // namespace tally
