// infer: a row and the tables in, the posterior out.
//
//   log joint      log P(x, y) = log P(y) + Σ_j log P(x_j | y)
//   log evidence   log P(x)    = log Σ_y P(x, y)
//   log posterior  log P(y | x) = log P(x, y) − log P(x)
//
//   const Scorer scorer(estimate(counts, question));   // immutable: one for all threads
//   Inference inference(scorer);                       // one per thread
//   const Posteriors& answer = inference.infer(batch);
//
// A matrix of numbers is scored as a whole by a MatrixScorer.
//
// A missing cell leaves its factor out. The multinomial coefficient is the same for every class and
// is left out of joint and evidence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tally/estimate.h"
#include "tally/infer/matrix_scorer.h"  // IWYU pragma: export

namespace tally {

/// Immutable; free to share between threads.
class Scorer {
 public:
  explicit Scorer(Estimates estimates);
  const Estimates& estimates() const { return estimates_; }
  std::size_t classes() const { return estimates_.classes.size(); }

 private:
  Estimates estimates_;
};

/// The answers for a batch, row by row: [row · K + class].
struct Posteriors {
  std::int64_t rows = 0;
  std::size_t classes = 0;
  std::vector<double> log_joint;
  std::vector<double> posterior;
  std::vector<double> log_posterior;
  std::vector<double> log_evidence;  ///< [row]; −inf: the row is impossible in every class

  std::span<const double> joint_of(std::int64_t row) const { return part(log_joint, row); }
  std::span<const double> posterior_of(std::int64_t row) const { return part(posterior, row); }
  std::span<const double> log_posterior_of(std::int64_t row) const {
    return part(log_posterior, row);
  }
  bool impossible(std::int64_t row) const;

 private:
  std::span<const double> part(const std::vector<double>& all, std::int64_t row) const {
    return std::span(all).subspan(static_cast<std::size_t>(row) * classes, classes);
  }
};

/// Scores batches. Remembers where columns and dictionary codes were found in the last batch; not
/// to be shared between threads.
class Inference {
 public:
  explicit Inference(const Scorer& scorer);  ///< keeps a reference
  ~Inference();
  Inference(Inference&&) noexcept;

  /// Throws Error (kData) for a column that the batch does not have or has in another type, an
  /// infinite number, or a negative count. The result is valid until the next call.
  const Posteriors& infer(const Batch& batch);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// log p(x_j | y) of one feature for every class, for one row of a batch: what `explain` shows.
/// All zeros where the cell is missing. Throws as `Inference::infer`.
void feature_log_likelihood(const FeatureEstimate& feature, std::size_t classes, const Batch& batch,
                            std::int64_t row, std::span<double> out);

}  // namespace tally
