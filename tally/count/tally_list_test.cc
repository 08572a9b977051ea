// SPDX-License-Identifier: Apache-2.0
#include "tally/count.h"

#include <gtest/gtest.h>

#include "tally/count/tally_spec_testing.h"
#include "tally/count/text/text_tally.h"
#include "tally/count/value_tally.h"
#include "tally/family/number_family.h"

namespace tally {
namespace {

std::vector<TallySpec> three_kinds() {
  std::vector<TallySpec> specs;
  for (const Family family : {Family::kCategorical, Family::kGaussian, Family::kText}) {
    specs.push_back(tally_spec(family, is_density(family) ? ValueType::kNumber : ValueType::kText));
    specs.back().name = to_string(family);
  }
  return specs;
}

TEST(TallyList, MakesTheKindThatTheFamilyAsksFor) {
  const TallyList list(three_kinds());
  ASSERT_EQ(list.size(), 3U);
  EXPECT_NE(as_values(list[0]), nullptr);
  EXPECT_EQ(as_text(list[0]), nullptr);
  EXPECT_EQ(as_keyed(list[1]), nullptr);
  EXPECT_EQ(as_values(list[1]), nullptr);
  EXPECT_NE(as_text(list[2]), nullptr);
  EXPECT_EQ(as_values(list[2]), nullptr);
  EXPECT_THROW(text_of(list[1]), Error);
  EXPECT_THROW(values_of(list[2]), Error);
}

TEST(TallyList, ACopySharesNothing) {
  TallyList list(three_kinds());
  const TallyList before = list;
  TallyList assigned(std::vector<TallySpec>{});
  assigned = list;
  for (Tally& tally : list) tally.cell(0, 0).add(std::int64_t{1});
  for (const Tally& tally : before) EXPECT_TRUE(tally.at(0, 0).is_zero()) << tally.name();
  for (const Tally& tally : assigned) EXPECT_TRUE(tally.at(0, 0).is_zero()) << tally.name();
  list.replace(1, before[1]);
  EXPECT_TRUE(list[1].at(0, 0).is_zero());
  EXPECT_FALSE(list[2].at(0, 0).is_zero());
}

TEST(TallyList, FindsByName) {
  const TallyList list(three_kinds());
  EXPECT_EQ(list.find("gaussian"), &list[1]);
  EXPECT_EQ(list.find("gauss"), nullptr);
  EXPECT_EQ(list.find(""), nullptr);
}

}  // namespace
}  // namespace tally
