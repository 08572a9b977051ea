// SPDX-License-Identifier: Apache-2.0
// The sums of a column of numbers as its family asks for them (tally/family/number_family.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tally/estimate/question.h"
#include "tally/family/number_family.h"
#include "tally/inside/count.h"

namespace tally {

/// The sums of a tally in the order of these classes. Both must outlive it.
class TallySums : public SumsByClass {
 public:
  TallySums(const Tally& tally, const std::vector<std::int32_t>& class_codes)
      : tally_(tally), class_codes_(class_codes) {}

  std::size_t classes() const override { return class_codes_.size(); }
  ExactSum at(std::size_t k, Part part) const override { return tally_.at(class_codes_[k], part); }

 private:
  const Tally& tally_;
  const std::vector<std::int32_t>& class_codes_;
};

/// Whether the tally has mean and variance: Σ w x².
bool has_moments(const Tally& tally);

/// The moments of one class; those of nothing where it has no value. REQUIRES: has_moments.
Moments class_moments(const Tally& tally, std::int32_t class_code, int lost_degrees);
/// Those of all classes; nothing if the tally has none.
ColumnMoments column_moments(const Tally& tally, const std::vector<std::int32_t>& class_codes,
                             int lost_degrees);

/// The degrees that a class's variance loses under this question: the priors of map and bayes start
/// from the population's.
int lost_degrees(const Question& question);

/// √(E · max_j Var(x_j)): what scikit-learn's rule adds to every variance, as a deviation. `widest`
/// is the greatest deviation of a whole column that has a density; 0 without question.var_smoothing.
double added_deviation(double widest, const Question& question);

/// What a question asks of a family of numbers.
NumberQuestion number_question(const Question& question, double added_deviation = 0);

}  // namespace tally
