// SPDX-License-Identifier: Apache-2.0
// Log joints, posteriors or decisions for the rows of a matrix, from tables of parameters.
//
//   const GaussianScorer scorer(classes, columns, mean, variance, log_prior);
//   scorer.answer(matrix, Answer::kPosterior, out, threads);
//
// Scorers are immutable: one for all threads. A row's answer does not depend on the rows around it
// or on the number of threads. A NaN is missing: its factor is left out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tally/batch/matrix.h"
#include "tally/infer/quick_table.h"

namespace tally {

enum class Answer : std::uint8_t { kJoint, kLogPosterior, kPosterior };

class MatrixScorer {
 public:
  static constexpr std::int64_t kTileRows = 64;  ///< rows scored together

  virtual ~MatrixScorer() = default;

  std::int64_t classes() const { return classes_; }
  std::int64_t columns() const { return columns_; }

  /// Writes rows × classes answers, row by row. Throws Error (kData) for an infinite number or an
  /// index that leads outside of a sparse matrix, kUsage for a negative code. REQUIRES:
  /// matrix.columns == columns(), threads >= 1; of a sparse matrix what check_starts asks, that it
  /// is by rows, and the scorer a LinearScorer.
  void answer(const Matrix& matrix, Answer answer, double* out, int threads) const;
  void answer(const SparseMatrix& matrix, Answer answer, double* out, int threads) const;

  /// Writes labels[k] for each row, k being the class of greatest joint; of equals the first.
  /// Throws as `answer`. REQUIRES: likewise, and a label for each class.
  void decide(const Matrix& matrix, std::span<const std::int64_t> labels, std::int64_t* out,
              int threads) const;
  void decide(const SparseMatrix& matrix, std::span<const std::int64_t> labels, std::int64_t* out,
              int threads) const;

 protected:
  MatrixScorer(std::int64_t classes, std::int64_t columns) : classes_(classes), columns_(columns) {}

  /// Log joints of up to kTileRows rows: joint[k · kTileRows + r]. `room` is scratch.
  virtual void score(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                     std::vector<double>& room, double* joint) const = 0;
  virtual void score(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                     std::vector<double>& room, double* joint) const;

  /// The class of greatest joint of each row, where it is known without computing the joints; else
  /// QuickTable::kUnclear. By default kUnclear for all rows.
  virtual void decide_quickly(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                              std::int64_t* chosen) const;
  virtual void decide_quickly(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                              std::int64_t* chosen) const;

 private:
  template <class AnyMatrix>
  void answer_any(const AnyMatrix& matrix, Answer answer, double* out, int threads) const;
  template <class AnyMatrix>
  void decide_any(const AnyMatrix& matrix, std::span<const std::int64_t> labels, std::int64_t* out,
                  int threads) const;
  template <class AnyMatrix>
  void decide_unclear(const AnyMatrix& matrix, std::int64_t first, std::int64_t rows,
                      std::vector<double>& room, double* joint, std::int64_t* chosen) const;

  std::int64_t classes_, columns_;
};

/// log prior_k − ½ Σ_j [log(2π v_kj) + (x_j − μ_kj)² / v_kj]. A class that has seen no value of a
/// column (its variance is NaN) leaves the factor out. A class without spread (its variance is 0)
/// is certain of μ: the factor is 1 there and 0 elsewhere, never a density without bounds.
class GaussianScorer : public MatrixScorer {
 public:
  /// `mean` and `variance` are [class · columns + column].
  GaussianScorer(std::int64_t classes, std::int64_t columns, std::span<const double> mean,
                 std::span<const double> variance, std::span<const double> log_prior);

 private:
  void score(const Matrix& matrix, std::int64_t first, std::int64_t rows, std::vector<double>& room,
             double* joint) const override;
  void score_carefully(const double* cells, std::int64_t row, double* joint) const;

  // [class][column]; 1 / v and −½ log(2π v), both 0 where nothing was seen, ∞ and 0 without spread.
  std::vector<double> mean_, weight_, norm_;
  bool all_have_spread_ = true;
  std::vector<double> log_prior_, constant_;  // [class]
};

/// log prior_k + Σ_j [x_j · present_kj + (1 − x_j) · absent_kj]: bernoulli; without `absent`,
/// multinomial. Where x is 0, an infinite `present` does not count: 0 · ∞ = 0.
class LinearScorer : public MatrixScorer {
 public:
  /// `present` and `absent` are [column · classes + class]; `absent` may be empty. With a threshold
  /// x is 1 above it, else 0.
  LinearScorer(std::int64_t classes, std::int64_t columns, std::vector<double> present,
               std::vector<double> absent, std::span<const double> log_prior,
               std::optional<double> threshold);

 private:
  void score(const Matrix& matrix, std::int64_t first, std::int64_t rows, std::vector<double>& room,
             double* joint) const override;
  void score(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
             std::vector<double>& room, double* joint) const override;
  void decide_quickly(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                      std::int64_t* chosen) const override;
  template <class Value, class Index>
  void score_entries(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                     std::vector<double>& room, double* joint) const;
  template <class Index>
  void decide_entries(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                      std::int64_t* chosen) const;
  void apply_threshold(double* cells, std::int64_t count) const;
  void score_carefully(const double* cells, std::int64_t step, std::int64_t row,
                       double* joint) const;

  std::vector<double> present_, absent_;      // [column][class]
  BigVector<double> weight_;                  // likewise: present − absent
  std::vector<double> log_prior_, constant_;  // [class]
  std::optional<double> threshold_;
  QuickTable quick_;  // of weight_ and constant_, without a threshold
};

/// log prior_k + Σ_j log p_j(code, k); a code that the column does not have is `unseen`.
class CategoryScorer : public MatrixScorer {
 public:
  /// `widths` says how many codes a column has; `log_p` is their tables one after the other, each
  /// [code · classes + class]; `unseen` is [column · classes + class].
  CategoryScorer(std::int64_t classes, std::vector<std::int64_t> widths, std::vector<double> log_p,
                 std::vector<double> unseen, std::span<const double> log_prior);

 private:
  void score(const Matrix& matrix, std::int64_t first, std::int64_t rows, std::vector<double>& room,
             double* joint) const override;
  void decide_quickly(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                      std::int64_t* chosen) const override;
  template <class Code>
  void score_row(const Code* codes, std::int64_t row, double* sums, double* joint) const;

  std::vector<std::int64_t> widths_, starts_;  // starts_: of a column's table in log_p_
  std::vector<double> log_p_, unseen_, log_prior_;
  // The tables once more, each as long as a power of two, with `unseen` behind the last code: a
  // code whose bits lie within those of the power needs no other test.
  QuickTable quick_;
  std::vector<std::int64_t> quick_starts_;  // by column, in rows of quick_
  std::vector<std::int64_t> quick_widths_;
};

}  // namespace tally
