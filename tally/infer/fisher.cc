// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/fisher.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/batch/term_map.h"
#include "tally/estimate/text.h"
#include "tally/family/densities.h"
#include "tally/infer/term_scorer.h"

namespace tally {

namespace {

constexpr double kNegligible = 1e-17;

// log of 1 − exp(log_p).
double log_of_rest(double log_p) { return log_p >= 0 ? kLogZero : std::log1p(-std::exp(log_p)); }

class TextWitnesses : public WitnessScorer {
 public:
  TextWitnesses(const FeatureEstimate& feature, const WitnessTable& table, std::size_t classes)
      : feature_(feature), table_(table), classes_(classes) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<Witnesses> heard) override {
    const Terms& terms = as_terms(batch, *columns[0], feature_.columns[0]);
    const std::vector<std::int32_t>& numbers = map_.codes_in(*table_.terms, terms);
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      if (!terms.validity.at(row)) continue;
      Witnesses* const out = &heard[static_cast<std::size_t>(row) * classes_];
      terms.for_each(row, [&](std::int32_t code, std::int32_t) {
        const std::int32_t number = numbers[static_cast<std::size_t>(code)];
        if (number < 0) return;
        const std::size_t first = static_cast<std::size_t>(number) * classes_;
        for (std::size_t k = 0; k < classes_; ++k) {
          if (table_.log_f[first + k] == WitnessTable::kNotTelling) continue;
          ++out[k].n;
          out[k].log_f += table_.log_f[first + k];
          out[k].log_rest += table_.log_rest[first + k];
        }
      });
    }
  }

 private:
  const FeatureEstimate& feature_;
  const WitnessTable& table_;
  std::size_t classes_;
  TermMap map_;
};

// A feature that is no text: its likelihoods are the witness.
class LikelihoodWitness : public WitnessScorer {
 public:
  LikelihoodWitness(const FeatureEstimate& feature, const Estimates& estimates)
      : estimates_(estimates),
        classes_(estimates.classes.size()),
        scorer_(make_feature_scorer(feature, classes_)) {
    for (const double rows : estimates.class_rows) all_rows_ += rows;
  }

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<Witnesses> heard) override {
    log_p_.assign(heard.size(), 0);
    scorer_->add(batch, columns, log_p_);
    for (std::size_t first = 0; first < heard.size(); first += classes_) {
      hear(std::span(log_p_).subspan(first, classes_), heard.subspan(first, classes_));
    }
  }

 private:
  void hear(std::span<double> log_p, std::span<Witnesses> heard) const {
    const double most = *std::max_element(log_p.begin(), log_p.end());
    if (*std::min_element(log_p.begin(), log_p.end()) == most) return;
    for (double& p : log_p) p = std::exp(p - most);
    for (std::size_t k = 0; k < classes_; ++k) {
      double rest = 0, rest_rows = 0;
      for (std::size_t j = 0; j < classes_; ++j) {
        if (j == k) continue;
        rest += estimates_.class_rows[j] * log_p[j];
        rest_rows += estimates_.class_rows[j];
      }
      const double here =
          estimates_.class_rows[k] > 0 ? log_p[k] : std::numeric_limits<double>::quiet_NaN();
      const Witness found = witness(here, rest / rest_rows, all_rows_, estimates_.fisher);
      if (!is_telling(found, estimates_.fisher)) continue;
      ++heard[k].n;
      heard[k].log_f += std::log(found.f);
      heard[k].log_rest += std::log(found.rest);
    }
  }

  const Estimates& estimates_;
  std::size_t classes_;
  std::unique_ptr<FeatureScorer> scorer_;
  double all_rows_ = 0;
  std::vector<double> log_p_;  // [row · K + class]
};

}  // namespace

ChiSquareTails chi_square_tails(std::int64_t n, double m) {
  const auto N = static_cast<double>(n);
  // Poisson masses: Q is the chance of fewer than n events of the mean m. The tail that is not the
  // larger one is summed from its greatest mass on.
  double sum = 1, mass = 1;
  if (m < N) {
    for (double i = N + 1; mass > kNegligible * sum; ++i) sum += mass *= m / i;
    const double log_lower = std::min(0.0, PoissonMass(m)(N, 1) + std::log(sum));
    return {log_lower, log_of_rest(log_lower)};
  }
  for (double i = N - 1; i >= 1 && mass > kNegligible * sum; --i) sum += mass *= i / m;
  const double log_upper = std::min(0.0, PoissonMass(m)(N - 1, 1) + std::log(sum));
  return {log_of_rest(log_upper), log_upper};
}

double Witnesses::log_verdict() const {
  const double log_half = -std::log(2.0);
  if (n == 0) return log_half;
  const std::array<double, 2> for_it = {chi_square_tails(n, -log_f).log_upper,
                                        chi_square_tails(n, -log_rest).log_lower};
  return log_half + log_sum_exp(for_it);
}

std::unique_ptr<WitnessScorer> make_witness_scorer(const FeatureEstimate& feature,
                                                   const Estimates& estimates) {
  if (const auto* table = std::get_if<WitnessTable>(&feature.table)) {
    return std::make_unique<TextWitnesses>(feature, *table, estimates.classes.size());
  }
  return std::make_unique<LikelihoodWitness>(feature, estimates);
}

}  // namespace tally
