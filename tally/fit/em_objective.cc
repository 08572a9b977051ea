// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/em_objective.h"

#include <cmath>

#include "tally/base/log_math.h"
#include "tally/estimate/assemble.h"
#include "tally/family/log_gamma.h"

namespace tally {

namespace {

struct LogPosterior {
  const Tally& tally;
  const FeatureEstimate& feature;
  const std::vector<std::int32_t>& codes;  // of the classes
  double lambda;

  double of_value(const Label& value, std::size_t v, const std::vector<double>& log_p) const {
    const std::int32_t slot = values_of(tally).find_slot(value);
    double sum = 0;
    for (std::size_t k = 0; k < codes.size(); ++k) {
      const double n = slot < 0 ? 0 : tally.at(codes[k], slot).to_double();
      sum += times_log(n + lambda, log_p[v * codes.size() + k]);
    }
    return sum;
  }

  double operator()(const CategoricalTable& table) const {
    double sum = 0;
    for (std::size_t v = 0; v < table.values.size(); ++v) {
      sum += of_value(table.values[v], v, table.log_p);
    }
    return sum;
  }

  double operator()(const MultinomialTable& table) const {
    double sum = 0;
    for (std::size_t t = 0; t < feature.columns.size(); ++t) {
      sum += of_value(Label::of(feature.columns[t]), t, table.log_p);
    }
    return sum;
  }

  double operator()(const TermTable& table) const {
    const TextTally& text = text_of(tally);
    const std::span<const std::string_view> terms = table.terms->terms();
    double sum = 0;
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const std::int32_t slot = text.find_term(terms[t]);
      for (std::size_t k = 0; k < codes.size(); ++k) {
        const double n = slot < 0 ? 0 : text.tokens(codes[k], slot).to_double();
        sum += times_log(n + lambda, table.weights[t * codes.size() + k]);
      }
    }
    return sum;
  }

  // Σ w (x − μ)² = n (variance + (mean − μ)²)
  double operator()(const GaussianTable& table) const {
    double sum = 0;
    for (std::size_t k = 0; k < codes.size(); ++k) {
      const ExactSum n = tally.at(codes[k], Part::kWeight);
      if (n.sign() <= 0) continue;
      const Moments own =
          moments(n, tally.at(codes[k], Part::kSum), tally.at(codes[k], Part::kSquare), 0);
      const double spread = own.deviation / table.deviation[k];
      const double away = (own.mean - table.mean[k]) / table.deviation[k];
      sum -= n.to_double() *
             (std::log(table.deviation[k]) + kHalfLogTwoPi + (spread * spread + away * away) / 2);
    }
    return sum;
  }

  double operator()(const PoissonTable& table) const {
    double sum = 0;
    for (std::size_t k = 0; k < codes.size(); ++k) {
      sum += times_log(tally.at(codes[k], Part::kSum).to_double(), safe_log(table.rate[k])) -
             table.rate[k] * tally.at(codes[k], Part::kExposure).to_double();
    }
    return sum;
  }

  template <class Other>
  double operator()(const Other&) const {
    throw Error(ErrorKind::kDefect, "a table without an objective");
  }
};

}  // namespace

bool has_objective(const FeatureEstimate& feature) {
  const ProbabilityTable& table = feature.table;
  return std::holds_alternative<CategoricalTable>(table) ||
         std::holds_alternative<MultinomialTable>(table) ||
         std::holds_alternative<TermTable>(table) || std::holds_alternative<GaussianTable>(table) ||
         std::holds_alternative<PoissonTable>(table);
}

double log_posterior(const Counts& labelled, const Estimates& tables, double lambda) {
  const std::vector<Counts::Class> classes = labelled.classes();
  const std::vector<std::int32_t> codes = codes_of(classes);
  double sum = 0;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    sum += times_log(classes[k].weight.to_double() + lambda, tables.log_prior[k]);
  }
  for (const FeatureEstimate& feature : tables.features) {
    sum += std::visit(LogPosterior{*labelled.find(feature.name), feature, codes, lambda},
                      feature.table);
  }
  return sum;
}

}  // namespace tally
