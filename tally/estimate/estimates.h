// Tables of log-probabilities, ready to be looked up.
//
// All tables are indexed by class in label order (0 … K − 1). They are immutable values: share them
// between threads as you like.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "tally/count.h"
#include "tally/estimate/question.h"

namespace tally {

/// P(value | class): categorical, and bernoulli as the values false and true.
struct CategoricalTable {
  std::vector<Label> values;         ///< the possible values, sorted (of a model in place: some)
  std::vector<double> log_p;         ///< [value · K + class]
  std::vector<double> log_p_unseen;  ///< [class]: a value that was never seen, λ / (n_k + S λ)
  std::optional<double> binarize;    ///< bernoulli over numbers
  std::int64_t possible_values = 0;  ///< S
};

/// Multinomial with fixed probabilities: Σ_t x_t log p_t.
struct MultinomialTable {
  std::vector<double> log_p;  ///< [term · K + class]; the terms are the feature's columns
};

/// Multinomial with its probabilities integrated out (Pólya, Dirichlet-multinomial):
///   logΓ(A) − logΓ(A + L) + Σ_t [logΓ(a_t + x_t) − logΓ(a_t)],  a_t = n_t + λ, A = Σ a_t, L = Σ
///   x_t
struct PolyaTable {
  std::vector<double> a;      ///< [term · K + class]
  std::vector<double> a_sum;  ///< [class]
};

/// log p(x) = −log σ − ½ log 2π − ½ ((x − μ) / σ)²
struct GaussianTable {
  std::vector<double> mean, deviation;  ///< [class]
};

/// Student's t: the predictive of a gaussian under a normal–inverse-gamma prior.
struct StudentTable {
  std::vector<double> degrees, location, scale;  ///< [class]
};

/// log p(x) = x log(r e) − r e − logΓ(x + 1), with the exposure e
struct PoissonTable {
  std::vector<double> rate;  ///< [class]
};

/// The predictive of a poisson count under a gamma prior, with the exposure e:
///   logΓ(a + x) − logΓ(a) − logΓ(x + 1) + a log(b / (b + e)) + x log(e / (b + e))
struct NegativeBinomialTable {
  std::vector<double> a, b;  ///< [class]
};

using ProbabilityTable = std::variant<CategoricalTable, MultinomialTable, PolyaTable, GaussianTable,
                                      StudentTable, PoissonTable, NegativeBinomialTable>;

struct FeatureEstimate {
  std::string name;  ///< the tally's
  Family family;
  std::vector<std::string> columns;  ///< what the table reads, in its order
  std::string exposure;              ///< poisson: the column, or empty
  ProbabilityTable table;
};

struct Estimates {
  std::vector<Label> classes;             ///< sorted
  std::vector<double> log_prior;          ///< [class]
  std::vector<FeatureEstimate> features;  ///< sorted by name
  /// Features that say nothing and are left out: constant gaussian columns, columns never seen.
  std::vector<std::string> left_out;
};

/// Throws Error (kUsage) for a question without an answer (see `validate`; a given prior that does
/// not name exactly the classes or does not sum to 1), Error (kData) for a model without any class.
///
/// What has no data has a definite answer: a class without a value of a column gets 1/S
/// (categorical, bernoulli, multinomial; the limit λ → 0) or the column's overall distribution
/// (gaussian, poisson); with λ = 0 an unseen value has log-probability −inf.
Estimates estimate(const Counts& counts, const Question& question);

}  // namespace tally
