// SPDX-License-Identifier: Apache-2.0
// Rows from the model's own distribution P(x, y) = P(y) Π_j P(x_j | y).
//
// The class is drawn from the prior, then each feature from its estimated distribution, and the
// parameters are integrated out where the question says so:
//
//   categorical, bernoulli    a value by its probability; a bernoulli over numbers as 0 or 1 (where
//                             the threshold t is below 0 or from 1 on: as t or t + 1)
//   gaussian                  normal; under bayes Student's t
//   poisson                   a count over an exposure of 1; under bayes negative binomial
//   multinomial               a length from a Poisson with the mean length M_k / N_k of the class
//                             (of all rows where the class has none), then its terms; under bayes a
//                             Pólya urn
//   text                      terms with spaces between them: see text_sampler.h
//
// Nothing is missing from a row, but for a column without any value in the model; a numeric column
// of one value has that value. A weight and an exposure are 1.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tally/family/draw.h"
#include "tally/inside/estimate.h"

namespace tally {

/// Immutable; free to share between threads.
class Sampler {
 public:
  /// Throws Error as `estimate`: kData for a model without any class, kUsage for a question without
  /// an answer.
  Sampler(const Counts& counts, const Question& question, std::uint64_t seed);

  /// The schema's columns, the target last.
  const std::vector<std::string>& columns() const { return columns_; }

  /// A cell of a row; nothing: missing.
  using Cells = std::vector<std::optional<Label>>;
  /// Row `number`: it depends on the seed and the number alone. `cells` is overwritten.
  void draw(std::int64_t number, Cells& cells) const;

 private:
  /// Draws the cells of one feature for a row of the class.
  using DrawFeature = std::function<void(Random&, std::size_t klass, Cells&)>;

  std::uint64_t seed_;
  std::vector<std::string> columns_;
  std::vector<Label> classes_;
  std::vector<double> cumulative_prior_;
  std::vector<DrawFeature> features_;  // sorted by name
  Cells fixed_;                        // weight, exposure, and columns of one value
};

}  // namespace tally
