// SPDX-License-Identifier: Apache-2.0
// Fisher's method: many small witnesses, one verdict.
//
// Each informative term w is evidence f(w) that a text belongs to a class, and 1 − f(w) that it
// belongs to the rest. If the f of n terms were chance (uniform and independent), −2 Σ log f would
// be χ² with 2n degrees of freedom. Q(m) = P(χ²_2n > 2m) = e^{−m} Σ_{i<n} m^i / i! is then near 0
// if the f are too small for chance, and near 1 if they are large:
//
//   S = (1 + Q(−Σ log f) − Q(−Σ log(1 − f))) / 2          (Robinson 2003)
//
// near 1: of the class; near 0: of the rest; ½: no evidence, or as much for both. Written with the
// lower tail P = 1 − Q as (Q(−Σ log f) + P(−Σ log(1 − f))) / 2, S keeps all its digits where it is
// small. For two classes S_1 = 1 − S_0; for more, the S are scaled to sum to one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tally/infer/feature_scorer.h"

namespace tally {

/// The logarithms of both tails of χ² with 2n degrees of freedom at 2m. REQUIRES: n >= 1, m >= 0.
struct ChiSquareTails {
  double log_lower, log_upper;
};
ChiSquareTails chi_square_tails(std::int64_t n, double m);

/// What the witnesses so far say about one class.
struct Witnesses {
  std::int64_t n = 0;
  double log_f = 0;     ///< Σ log f
  double log_rest = 0;  ///< Σ log(1 − f)

  double log_verdict() const;  ///< log S; log ½ if there is no witness
};

/// Adds the witnesses of one feature, a batch at a time. Not to be shared between threads.
class WitnessScorer {
 public:
  virtual ~WitnessScorer() = default;
  /// Adds to heard[row · K + class]. Throws as FeatureScorer::add.
  virtual void add(const Batch& batch, std::span<const Column* const> columns,
                   std::span<Witnesses> heard) = 0;
};

/// Each term of a text is a witness. Any other feature is one witness, with the frequencies p(x |
/// k) and p(x | rest) = Σ_{j≠k} N_j p(x | j) / Σ_{j≠k} N_j, and with the n of all rows; where it is
/// missing, or says the same about every class, it is skipped. Keeps references to both.
std::unique_ptr<WitnessScorer> make_witness_scorer(const FeatureEstimate& feature,
                                                   const Estimates& estimates);

}  // namespace tally
