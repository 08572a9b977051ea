// SPDX-License-Identifier: Apache-2.0
#include "tally/family/family.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tally/family/number_family.h"

namespace tally {
namespace {

TEST(Family, EveryNameIsReadBack) {
  std::set<std::string> names;
  for (const FamilyFacts& facts : kFamilies) {
    EXPECT_EQ(parse_family(to_string(facts.family)), facts.family) << facts.name;
    names.emplace(facts.name);
  }
  EXPECT_EQ(names.size(), kFamilies.size());
  EXPECT_EQ(parse_family("normal"), std::nullopt);
  EXPECT_EQ(family_names().size(), kFamilies.size());
}

TEST(Family, EveryFamilyTakesSomeTypeAndNoneTakesAll) {
  for (const FamilyFacts& facts : kFamilies) {
    int taken = 0;
    for (const ValueType type : {ValueType::kBoolean, ValueType::kNumber, ValueType::kText,
                                 ValueType::kTime, ValueType::kDuration}) {
      taken += facts.takes(type);
    }
    EXPECT_GE(taken, 1) << facts.name;
    EXPECT_LT(taken, 5) << facts.name;
  }
}

TEST(Family, NumbersAreSummedWithTheirWeight) {
  for (const FamilyFacts& facts : kFamilies) {
    const NumberFamily* const numbers = numbers_of(facts.family);
    ASSERT_EQ(numbers != nullptr, facts.cells == CellKind::kNumber) << facts.name;
    if (numbers == nullptr) continue;
    EXPECT_TRUE(facts.takes(ValueType::kNumber)) << facts.name;
    EXPECT_TRUE(numbers->sums(Part::kWeight)) << facts.name;
    EXPECT_TRUE(numbers->sums(Part::kSum)) << facts.name;
    EXPECT_FALSE(numbers->sums(Part::kMissing)) << facts.name;
    EXPECT_EQ(numbers->sums(Part::kExposure), facts.option == FamilyOption::kExposure)
        << facts.name;
  }
}

TEST(Family, WhatStandsBehindAColon) {
  EXPECT_EQ(detail_of(facts_of(Family::kPoisson).option), "EXPOSURE");
  EXPECT_EQ(detail_of(facts_of(Family::kBinned).option), "CUTS");
  EXPECT_EQ(detail_of(facts_of(Family::kBernoulli).option), "");
  for (const FamilyFacts& facts : kFamilies) {
    EXPECT_EQ(needs_detail(facts.option), facts.family == Family::kBinned) << facts.name;
  }
  EXPECT_EQ(detail_of(facts_of(Family::kGaussian).option), "");
}

}  // namespace
}  // namespace tally
