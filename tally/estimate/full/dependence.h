// SPDX-License-Identifier: Apache-2.0
// Which columns depend on each other where the class is known, from the counts of pairs.
//
//   I(A; B | Y) = Σ_yab n_yab / n · log(n_yab n_y / (n_ya n_yb))        nats, over the rows that have both
//
// Columns that do not depend on each other show some all the same: 2 n I is then about a χ² with
// f = (V_a − 1)(V_b − 1) K degrees of freedom, and hardly ever above f + 3 √(2 f). The tree (Chow and Liu 1968; with the class as everybody's parent, TAN of
// Friedman, Geiger and Goldszmidt 1997) joins the columns by the strongest dependences that are above
// chance, without a circle; a column that depends on no other stays alone, so that it may be several trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tally/estimate/full/joint_counts.h"

namespace tally {

struct Dependence {
  std::size_t a = 0, b = 0;  ///< columns of the grid, a < b
  double information = 0;    ///< I(A; B | Y)
  double chance = 0;         ///< what columns hardly ever show that do not depend on each other
};

/// Of every two columns, the strongest first.
std::vector<Dependence> dependences(const JointCounts& counts);

/// [column of the grid]: the column that it hangs on, −1 of a root. Each tree has its root in the column
/// that tells most about the class.
std::vector<std::int32_t> dependence_tree(const JointCounts& counts);
std::vector<std::int32_t> dependence_tree(const JointCounts& counts,
                                          const std::vector<Dependence>& strongest_first);

/// I(A; Y) of a column of the grid, nats.
double information_about_class(const JointCounts& counts, std::size_t column);

}  // namespace tally
