// SPDX-License-Identifier: Apache-2.0
// The table of families: how a feature is modelled.
//
// A family is a row of this table and, where a row of data gives it a number, one file: what it sums
// up, the law of the number in each class, and how that law is written down and drawn from
// (number_family.h). Whoever counts, estimates, scores, leaves out, explains or draws goes by what
// stands here, and by no list of families of its own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/family.h"
#include "tally/label.h"

namespace tally {

class NumberFamily;
const NumberFamily& gaussian_family();
const NumberFamily& poisson_family();
const NumberFamily& negative_binomial_family();

/// What a row says about a feature.
enum class CellKind : std::uint8_t {
  kLabel,   ///< one of several values
  kTruth,   ///< true or false
  kBin,     ///< the bin of a number
  kNumber,  ///< a number
  kGroup,   ///< counts of several columns
  kTerms,   ///< how often which term occurs
};

/// What is told about a column beside its family.
enum class FamilyOption : std::uint8_t { kNone, kThreshold, kCuts, kExposure, kGroup, kText };

struct FamilyFacts {
  Family family;
  std::string_view name;
  CellKind cells;
  FamilyOption option;
  bool (*takes)(ValueType type);     ///< which columns it can model
  const NumberFamily& (*numbers)();  ///< of CellKind::kNumber, else null
};

inline constexpr bool takes_labels(ValueType type) { return type <= ValueType::kText; }
inline constexpr bool takes_truths(ValueType type) { return type <= ValueType::kNumber; }
inline constexpr bool takes_counts(ValueType type) { return type == ValueType::kNumber; }
inline constexpr bool takes_texts_alone(ValueType type) { return type == ValueType::kText; }

// A family of numbers cannot be without its arithmetic, and no other has one: neither compiles.
consteval FamilyFacts of_numbers(Family family, std::string_view name, FamilyOption option,
                                 bool (*takes)(ValueType), const NumberFamily& (&numbers)()) {
  return {family, name, CellKind::kNumber, option, takes, &numbers};
}
consteval FamilyFacts of_others(Family family, std::string_view name, CellKind cells,
                                FamilyOption option, bool (*takes)(ValueType)) {
  if (cells == CellKind::kNumber) throw "a family of numbers needs its arithmetic";
  return {family, name, cells, option, takes, nullptr};
}

inline constexpr std::array kFamilies{
    of_others(Family::kCategorical, "categorical", CellKind::kLabel, FamilyOption::kNone,
              takes_labels),
    of_others(Family::kBernoulli, "bernoulli", CellKind::kTruth, FamilyOption::kThreshold,
              takes_truths),
    of_others(Family::kBinned, "binned", CellKind::kBin, FamilyOption::kCuts, takes_counts),
    of_numbers(Family::kGaussian, "gaussian", FamilyOption::kNone, is_numeric, gaussian_family),
    of_numbers(Family::kPoisson, "poisson", FamilyOption::kExposure, takes_counts, poisson_family),
    of_numbers(Family::kNegativeBinomial, "negative-binomial", FamilyOption::kNone, takes_counts,
               negative_binomial_family),
    of_others(Family::kMultinomial, "multinomial", CellKind::kGroup, FamilyOption::kGroup,
              takes_counts),
    of_others(Family::kText, "text", CellKind::kTerms, FamilyOption::kText, takes_texts_alone),
};

constexpr const FamilyFacts& facts_of(Family family) {
  return kFamilies[static_cast<std::size_t>(family)];
}

constexpr bool families_stand_in_order() {
  for (std::size_t i = 0; i < kFamilies.size(); ++i) {
    if (kFamilies[i].family != static_cast<Family>(i)) return false;
  }
  return true;
}
static_assert(families_stand_in_order(), "the table has the order of Family");

/// What may stand behind the name and a colon: "CUTS", "EXPOSURE", "GROUP", "MODEL", or nothing.
std::string_view detail_of(FamilyOption option);
/// Whether it has to stand there.
constexpr bool needs_detail(FamilyOption option) { return option == FamilyOption::kCuts; }

/// The arithmetic of a family of numbers; null of any other.
inline const NumberFamily* numbers_of(Family family) {
  const FamilyFacts& facts = facts_of(family);
  return facts.numbers == nullptr ? nullptr : &facts.numbers();
}

}  // namespace tally
