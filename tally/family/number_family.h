// SPDX-License-Identifier: Apache-2.0
// A family of numbers: all there is to it, in one file that derives from this.
//
// What it counts follows from its parts: a row of weight w, number x and exposure e adds w, w x, w x²
// and w e to those of Σ w, Σ w x, Σ w x² and Σ w e that it has. What it says about a number follows
// from its law: scoring, explaining and drawing are the law's (number_cell.h), and leaving a row out
// is the law of what is left.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "tally/family/family.h"
#include "tally/family/number_law.h"
#include "tally/family/number_question.h"
#include "tally/family/part.h"
#include "tally/sums/moments.h"

namespace tally {

/// The sums of one column by class, in the order of the law that is to be found.
class SumsByClass {
 public:
  virtual ~SumsByClass() = default;
  virtual std::size_t classes() const = 0;
  virtual ExactSum at(std::size_t k, Part part) const = 0;
};

/// Mean and deviation of one column, of a family that sums up squares.
struct ColumnMoments {
  std::optional<Moments> overall;  ///< over all classes (population), nothing without a value
  std::vector<Moments> by_class;   ///< of a class without a value: those of nothing
};

class NumberFamily {
 public:
  virtual ~NumberFamily() = default;

  /// What is summed up beside the missing rows; Σ w and Σ w x at least.
  virtual std::span<const Part> parts() const = 0;
  bool sums(Part part) const { return std::ranges::find(parts(), part) != parts().end(); }
  /// Those of them that are shown with the parameters.
  virtual std::span<const Part> shown_parts() const = 0;

  /// Whether x is a count, finite and zero or more, which has a probability; else it is any finite
  /// number, which has a density.
  virtual bool is_count() const = 0;

  /// The law in each class, or nothing if the column says nothing. A class without a value has the
  /// law of the whole column.
  virtual std::optional<NumberLaw> law(const SumsByClass& sums, const ColumnMoments& moments,
                                       const NumberQuestion& question) const = 0;

  /// The parameters of the posterior by class, where the law does not show them itself.
  /// REQUIRES: here and below, moments of the population.
  virtual std::vector<ClassNumbers> posterior(const SumsByClass& sums, const ColumnMoments& moments,
                                              const NumberQuestion& question) const = 0;
  /// log p(x_1 … x_n | y) with the parameters integrated out, or nothing where the sums do not
  /// determine it.
  virtual std::optional<double> log_evidence(const SumsByClass& sums, const ColumnMoments& moments,
                                             const NumberQuestion& question) const = 0;
};

/// Whether its numbers have a density; a probability otherwise.
inline bool is_density(Family family) {
  const NumberFamily* const numbers = numbers_of(family);
  return numbers != nullptr && !numbers->is_count();
}

}  // namespace tally
