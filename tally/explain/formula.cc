// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/explain/number_text.h"

namespace tally {

namespace {

struct Cells {
  const FeatureEstimate& feature;
  const Tally& tally;
  const Question& question;
  ClassPlace klass;
  const RowCells& row;

  std::string operator()(const CategoricalTable& table) const {
    const Label label = row.value(tally.spec());
    const bool possible = std::binary_search(table.values.begin(), table.values.end(), label);
    if (!possible && pseudo_count(question) == 0) return "0";
    const ValueTally& values = values_of(tally);
    return fraction(values.at(klass.code, values.find_slot(label)), values.total(klass.code),
                    pseudo_count(question), static_cast<std::size_t>(table.possible_values));
  }

  std::string operator()(const BinTable&) const { return ""; }  // see worked_voices.h

  std::string operator()(const MultinomialTable&) const {
    const ValueTally& values = values_of(tally);
    const ExactSum tokens = values.total(klass.code);
    std::string out;
    for_each_term([&](const std::string& term, std::size_t, double x) {
      const std::string p = fraction(values.at(klass.code, values.find_slot(Label::of(term))),
                                     tokens, pseudo_count(question), feature.columns.size());
      out += out.empty() ? "" : " · ";
      out += x == 1 ? p : fmt::format("({})^{}", p, plain_count(x));
    });
    return out.empty() ? "1" : out;
  }

  std::string operator()(const PolyaTable& table) const {
    const std::size_t classes = table.a_sum.size();
    std::string out = "Pólya(";
    double tokens = 0;
    for_each_term([&](const std::string& term, std::size_t place, double x) {
      const double a = table.a[place * classes + klass.index];
      out += fmt::format("{}: x = {}, a = {}; ", term, plain_count(x), plain_count(a));
      tokens += x;
    });
    return out + fmt::format("L = {}, A = {})", plain_count(tokens),
                             plain_count(table.a_sum[klass.index]));
  }

  template <IsNumberLaw Law>
  std::string operator()(const Law& law) const {
    static constexpr NumberWords kWords{six_digits, plain_count, measure_text, span_text};
    const bool exposed = !feature.exposure.empty();
    return law.formula(klass.index,
                       {row.number(feature.columns.front()),
                        exposed ? std::optional(row.number(feature.exposure)) : std::nullopt,
                        feature.type, kWords});
  }

  // A text is told term by term (see worked_terms.h); only a short one is also written out.
  std::string operator()(const TermTable& table) const {
    constexpr std::int64_t kMostTerms = 20;
    const Terms& terms = row.terms(feature.columns.front());
    const TextModel model = text_model_of(question, tally.spec().text);
    if ((model != TextModel::kMultinomial && model != TextModel::kBoolean) ||
        skips_terms(question) || terms.starts[1] - terms.starts[0] > kMostTerms) {
      return "";
    }
    const TextTally& text = text_of(tally);
    const ExactSum all = table.once ? text.total(klass.code) : text.total_tokens(klass.code);
    const auto V = static_cast<std::size_t>(text.possible_values());
    std::string out;
    terms.for_each(0, [&](std::int32_t code, std::int32_t times) {
      const std::int32_t slot = text.find_term(terms.dictionary->term(code));
      if (table.terms->find(terms.dictionary->term(code)) < 0) return;
      const ExactSum n = table.once ? text.at(klass.code, slot) : text.tokens(klass.code, slot);
      const std::string p = fraction(n, all, pseudo_count(question), V);
      out += out.empty() ? "" : " · ";
      out += table.once || times == 1 ? p : fmt::format("({})^{}", p, times);
    });
    return out.empty() ? "1" : out;
  }
  std::string operator()(const TermPolyaTable&) const { return ""; }
  std::string operator()(const WitnessTable&) const { return ""; }
  std::string operator()(const LeaningTable&) const { return ""; }

  template <class F>
  void for_each_term(F&& f) const {
    for (std::size_t i = 0; i < feature.columns.size(); ++i) {
      const double x = row.number(feature.columns[i]);
      if (!std::isnan(x) && x != 0) f(feature.columns[i], i, x);
    }
  }
};

}  // namespace

double pseudo_count(const Question& question) {
  return question.method == Method::kMl ? 0 : question.lambda;
}

std::string fraction(const ExactSum& count, const ExactSum& total, double lambda,
                     std::size_t values) {
  if (lambda == 0 && total.is_zero()) return fmt::format("1/{}", values);
  if (lambda == 0) return plain_count(count) + "/" + plain_count(total);
  // 15 digits: three times 0.1 is 0.3 to a reader.
  return fmt::format("({}+{})/({}+{:.15g})", plain_count(count), shortest(lambda),
                     plain_count(total), lambda * static_cast<double>(values));
}

std::string prior_formula(const Counts& counts, const Question& question,
                          const Counts::Class& klass) {
  const std::size_t classes = counts.classes().size();
  switch (question.prior) {
    case PriorKind::kUniform:
      return fmt::format("1/{}", classes);
    case PriorKind::kGiven: {
      const std::string name = klass.label.to_string();
      const auto given = std::find_if(question.given_prior.begin(), question.given_prior.end(),
                                      [&](const auto& entry) { return entry.first == name; });
      return given == question.given_prior.end() ? "given" : shortest(given->second) + " (given)";
    }
    case PriorKind::kEmpirical:
      return fraction(klass.weight, counts.total_weight(), 0, classes);
    case PriorKind::kSmoothed:
      break;
  }
  return fraction(klass.weight, counts.total_weight(), pseudo_count(question), classes);
}

std::string likelihood_formula(const FeatureEstimate& feature, const Tally& tally,
                               const Question& question, ClassPlace klass, const RowCells& row) {
  return std::visit(Cells{feature, tally, question, klass, row}, feature.table);
}

std::string question_text(const Question& question) {
  std::string out;
  switch (question.method) {
    case Method::kSmooth:
      out = question.lambda == 0 ? "maximum likelihood (λ = 0)"
                                 : "smoothed with λ = " + shortest(question.lambda);
      break;
    case Method::kMl:
      out = "maximum likelihood";
      break;
    case Method::kMap:
      out = "maximum a posteriori with λ = " + shortest(question.lambda);
      break;
    case Method::kBayes:
      out = "Bayesian predictive with λ = " + shortest(question.lambda);
      break;
  }
  out += ", prior " + std::string(to_string(question.prior));
  if (question.text_model) out += ", texts " + std::string(to_string(*question.text_model));
  if (question.combine) out += ", combined by " + std::string(to_string(*question.combine));
  if (question.min_documents > 0) {
    out += ", terms in at least " + plain_count(question.min_documents) + " rows";
  }
  if (!question.stop_words.empty()) {
    out += ", without " + counted(question.stop_words.size(), "stop word", "stop words");
  }
  if (question.lost_degrees == 1) out += ", variance over n − 1";
  if (question.var_smoothing) out += ", variance smoothing " + shortest(*question.var_smoothing);
  return out;
}

}  // namespace tally
