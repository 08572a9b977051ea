// SPDX-License-Identifier: Apache-2.0
// The law of a number: its distribution in each class.
//
// A law is a struct of parameters, indexed by class in the order of the table, with these functions:
//
//   in_class(k)        its density or mass: f(x, exposure) is the logarithm
//   draw(random, k)    a number of the class
//   parameters()       their names and values by class, to be shown
//   formula(k, cell)   the density or mass of a cell with the numbers put in
//
// A law that lacks one of them does not compile.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "tally/family/densities.h"
#include "tally/family/draw.h"
#include "tally/label.h"

namespace tally {

/// A number for each class, with the name under which it is shown: "mean".
struct ClassNumbers {
  std::string name;
  std::vector<double> numbers;
};

/// How numbers are written for people.
struct NumberWords {
  std::string (*digits)(double);              ///< six digits
  std::string (*count)(double);               ///< whole where it is
  std::string (*measure)(double, ValueType);  ///< a value of such a column: a number, a time
  std::string (*span)(double);                ///< a stretch of seconds
};

/// A cell as its formula needs it.
struct NumberCell {
  double x;
  std::optional<double> exposure;  ///< of a column that has one
  ValueType type;
  const NumberWords& words;
};

template <class Law>
concept IsNumberLaw = requires(const Law& law, std::size_t k, Random& random,
                               const NumberCell& cell) {
  { law.in_class(k)(1.0, 1.0) } -> std::same_as<double>;
  { law.draw(random, k) } -> std::same_as<double>;
  { law.parameters() } -> std::same_as<std::vector<ClassNumbers>>;
  { law.formula(k, cell) } -> std::same_as<std::string>;
};

}  // namespace tally
