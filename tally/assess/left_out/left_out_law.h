// SPDX-License-Identifier: Apache-2.0
// What the law of a column of numbers says about a row that is left out of its sums.
//
//   LeftOutLaw law(tally, codes, question);
//   if (law.say({own, w, x, e}, said)) …          // log p(x | class) by the other rows, by class
//
// The row's w, w x, w x² and w e are taken off the sums of its class, which say what they say, and
// are put back. Sums are exact: afterwards they are what they were.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/estimate/number_column.h"

namespace tally {

/// Not to be shared between threads.
class LeftOutLaw final : private SumsByClass {
 public:
  /// The classes are those of the codes, in this order. Keeps a reference to the tally's family.
  LeftOutLaw(const Tally& tally, const std::vector<std::int32_t>& codes, const Question& question);

  struct Row {
    std::size_t own;  ///< its class
    double w, x, e;   ///< weight, number and exposure, which is 1 where there is none
  };
  /// False where the column says nothing without the row, and `said` is as it was. REQUIRES: the row
  /// was counted; room for all classes.
  bool say(const Row& row, std::span<double> said);

 private:
  struct Sums {
    ExactSum weight, sum, square, exposure;
    void add(double w, double x, double e, bool with_squares);
  };

  std::size_t classes() const override { return sums_.size(); }
  ExactSum at(std::size_t k, Part part) const override;
  void move(const Row& row, double w);
  bool say_as_left(double x, double e, std::span<double> said) const;

  const NumberFamily& family_;
  NumberQuestion question_;
  int lost_degrees_;
  bool has_moments_;
  std::vector<Sums> sums_;  // [class]
  Sums all_;                // over all classes, of a tally that has moments
  ColumnMoments moments_;
};

}  // namespace tally
