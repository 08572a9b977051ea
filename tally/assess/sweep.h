// SPDX-License-Identifier: Apache-2.0
// How a parameter changes accuracy and log loss.
//
//   SweepCounts counts(schema, axis);            // one for each thread …
//   counts.add(batch);                           // … over the rows for training, then merged
//   const std::vector<Scorer> scorers = counts.scorers(question);
//   SweepScores scores(scorers);                 // one for each thread …
//   scores.add(batch, schema);                   // … over the rows for testing, then merged
//   print(scores.figures());
//   print(cross_validated(counts, rows, folds, question, threads));   // or so, all rows kept
//
// λ and the variance floor are chosen when the counts are asked, so that all points share one set
// of counts. A threshold changes what is counted: there is a set of counts for each point, and all
// are counted while the data goes by once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/assess.h"
#include "tally/assess/sweep_points.h"
#include "tally/inside/infer.h"
#include "tally/sample.h"

namespace tally {

enum class SweepParameter : std::uint8_t { kBinarize, kLambda, kVarianceFloor };

std::string_view to_string(SweepParameter parameter);  ///< "binarize", "lambda", "variance-floor"

struct SweepAxis {
  SweepParameter parameter = SweepParameter::kLambda;
  std::vector<SweepPoint> points;
};

/// Throws Error (kUsage) for another name, and as parse_sweep_points.
SweepAxis parse_sweep(std::string_view parameter, std::string_view points);

/// What is counted for all points. Not to be shared between threads: count pieces, merge.
class SweepCounts {
 public:
  /// Throws Error (kUsage) if no column depends on the parameter: a threshold without a bernoulli
  /// column of numbers, a variance floor without a gaussian column.
  SweepCounts(const Schema& schema, const SweepAxis& axis);

  /// As Counts::add and Counts::merge.
  Counted add(const Batch& batch);
  void merge(const SweepCounts& other);

  /// One for each point. Under another rule than naive, weights are learned at each point from a sample of
  /// the rows that were counted. Throws as `estimate`.
  std::vector<Scorer> scorers(const Question& question,
                              const RowSample& sample = RowSample(0)) const;

  const SweepAxis& axis() const { return axis_; }
  /// What was counted for a point, and the question with the point's value in it: to naive, where the
  /// value is one that only naive knows.
  const Counts& counts_at(std::size_t point) const {
    return counts_[counts_.size() == 1 ? 0 : point];
  }
  Question question_at(std::size_t point, Question question) const;

 private:
  SweepAxis axis_;
  std::vector<Counts> counts_;  // one for each point, or one for all
};

/// How good the answers at one point are. Weighted rows count as their weight.
struct SweepFigures {
  double rows = 0, right = 0;
  double accuracy = 0;
  double log_loss = 0;  ///< +inf if a truth was held impossible
};

/// Not to be shared between threads: score pieces, merge.
class SweepScores {
 public:
  /// Keeps a reference.
  explicit SweepScores(const std::vector<Scorer>& scorers)
      : scorers_(scorers), sums_(scorers.size()) {}

  /// Rows without a target are passed over. Throws as Inference::infer, and Error (kData) for a
  /// weight that is none.
  void add(const Batch& batch, const Schema& schema);
  void merge(const SweepScores& other);

  /// One for each point; all 0 without rows.
  std::vector<SweepFigures> figures() const;

 private:
  struct Sums {
    ExactSum weight, right, loss;
    bool infinite_loss = false;
  };

  const std::vector<Scorer>& scorers_;
  std::vector<Sums> sums_;
};

/// The figures by point where each row is scored by the counts without its fold: those of
/// `cross_validate`, to the bit. Throws as that does. REQUIRES: as that does, for each point.
std::vector<SweepFigures> cross_validated(const SweepCounts& counts, const RowStore& rows,
                                          const std::vector<std::vector<std::int64_t>>& folds,
                                          const Question& question, int threads);

/// The figures of one part of the rows, by point.
struct SweepPart {
  std::string name;  ///< "train", "test", "cv", or nothing for all rows
  std::vector<SweepFigures> figures;
};

struct Sweep {
  SweepAxis axis;
  std::vector<SweepPart> parts;
};

/// The name of a part's figure: "test_accuracy", or "accuracy" where all rows are one part.
std::string figure_name(const SweepPart& part, std::string_view figure);

/// A line for each point: the parameter, then accuracy, correct and log_loss of every part.
std::string to_csv(const Sweep& sweep);
/// {"parameter": …, "points": [{"lambda": 1, "train": {"accuracy": …}, …}, …]}; an infinite log
/// loss is null.
std::string to_json(const Sweep& sweep);

}  // namespace tally
