// SPDX-License-Identifier: Apache-2.0
// What the weights of a rule are learned from: the rows of a sample, each left out of the counts, and
// what the features of the rule say about it then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tally/assess/weights/log_linear.h"
#include "tally/inside/estimate.h"

namespace tally {

struct Lesson {
  LogLinearProblem problem;        ///< whose rows start from nothing
  std::vector<std::int64_t> rows;  ///< of the batch
  std::vector<double> log_shares;  ///< [row][class]: log π of the others
};

/// How often each row of a batch was counted. Of a table that is made of copies, each row being there
/// `copies` times on average (copied_rows.h), a row leaves with all that are equal to it, and counts as often
/// as it would in one copy.
struct RowTimes {
  std::span<const std::int64_t> counted;
  double copies = 1;

  /// How often each row leaves; empty: once.
  std::span<const std::int64_t> leaving() const {
    return copies > 1 ? counted : std::span<const std::int64_t>();
  }
  double of(std::int64_t row) const {
    return static_cast<double>(counted[static_cast<std::size_t>(row)]) / copies;
  }
};

/// How many numbers may be said in all: 128 MB of them.
inline constexpr std::size_t kMostSaid = std::size_t{1} << 25;

/// The rows of a batch, from the first on, as many as there is room for: a fair sample too, where they
/// are sorted by their digests. A row whose class has no other is none. LeftOut is LeftOutFeatures or
/// LeftOutFull. What a feature says about all classes alike is taken off: it changes nothing, and
/// would cost digits.
template <class LeftOut>
Lesson lesson_of(LeftOut& left_out, std::size_t classes, std::vector<double> guess,
                 const Batch& batch, const RowTimes& times,
                 std::int64_t most_rows = std::numeric_limits<std::int64_t>::max()) {
  Lesson lesson;
  LogLinearProblem& problem = lesson.problem;
  const std::size_t K = classes, F = guess.size();
  problem.classes = K;
  problem.guess = std::move(guess);
  problem.ridge.assign(F, 1);
  std::vector<double> said(F * K);
  most_rows =
      std::min(most_rows, static_cast<std::int64_t>(kMostSaid / std::max<std::size_t>(1, F * K)));
  const std::int64_t rows = std::min(batch.rows, most_rows);
  problem.said.reserve(static_cast<std::size_t>(rows) * F * K);
  for (std::int64_t row = 0; row < rows; ++row) {
    if (left_out.is_alone(row)) continue;
    left_out.say(row, said);
    const std::size_t at = problem.said.size();
    problem.said.resize(at + F * K);
    for (std::size_t f = 0; f < F; ++f) {
      double sum = 0;
      for (std::size_t k = 0; k < K; ++k) sum += said[f * K + k];
      const double mean = sum / static_cast<double>(K);
      for (std::size_t k = 0; k < K; ++k) {
        problem.said[at + k * F + f] = static_cast<float>(said[f * K + k] - mean);
      }
    }
    const std::vector<double> shares = log_shares(left_out.classes_without(row));
    lesson.log_shares.insert(lesson.log_shares.end(), shares.begin(), shares.end());
    problem.truths.push_back(static_cast<std::int32_t>(left_out.truth(row)));
    problem.times.push_back(times.of(row) * left_out.weight(row));
    lesson.rows.push_back(row);
  }
  problem.offsets.assign(lesson.log_shares.size(), 0);
  return lesson;
}

}  // namespace tally
