// SPDX-License-Identifier: Apache-2.0
// Which columns of a model depend on each other where the class is known, for people: a list of pairs,
// and the tree that the rule tan answers by (estimate/full/dependence.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

struct Network {
  std::string target;
  std::vector<std::string> columns;   ///< of the grid
  std::vector<double> tells;          ///< [column]: I(column; class), nats
  std::vector<Dependence> pairs;      ///< the strongest first
  std::vector<std::int32_t> parents;  ///< [column]: the column that it hangs on, −1 of a root

  /// The dependence of two columns.
  const Dependence& between(std::size_t a, std::size_t b) const;
};

/// Throws Error (kUsage) if no columns were counted together, Error (kData) without a class.
Network network_of(const Counts& counts);

/// The tree, and the `top` strongest pairs.
std::string network_text(const Network& network, std::size_t top);
std::string network_json(const Network& network);
/// For Graphviz.
std::string network_dot(const Network& network);
/// A picture: a box for each column, roots to the left, a line the thicker the stronger.
std::string network_svg(const Network& network);

}  // namespace tally
