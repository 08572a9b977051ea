// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/class_sums.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"

namespace tally {
namespace {

ClassSums some_sums() {
  ClassSums sums(2, 3);
  sums.at(0, 0).add(0.1);
  sums.at(0, 2).add(std::int64_t{7});
  sums.at(1, 1).add_product(1e200, 1e200);
  return sums;
}

TEST(ClassSums, FormAGroup) {
  ClassSums sums = some_sums();
  sums += some_sums();
  EXPECT_FALSE(sums == some_sums());
  sums -= some_sums();
  EXPECT_TRUE(sums == some_sums());
  sums -= some_sums();
  EXPECT_TRUE(sums == ClassSums(2, 3));
}

TEST(ClassSums, ReshapingMovesClassesAndKeepsColumns) {
  ClassSums sums = some_sums();
  sums.reshape(3, 4, {2, 0});
  EXPECT_EQ(sums.at(2, 2).to_double(), 7);
  EXPECT_EQ(sums.at(2, 0).to_double(), 0.1);
  EXPECT_TRUE(sums.at(1, 1).is_zero());
  EXPECT_FALSE(sums.at(0, 1).is_zero());
}

TEST(ClassSums, TotalsAndSigns) {
  ClassSums sums = some_sums();
  sums.at(1, 2).add(std::int64_t{-9});
  EXPECT_TRUE(sums.has_negative());
  EXPECT_EQ(sums.column_totals()[2].to_double(), -2);
}

TEST(ClassSums, BytesAreAFunctionOfTheValues) {
  const ClassSums sums = some_sums();
  std::string bytes;
  append_sums(sums.cells(), bytes);
  std::string_view rest = bytes;
  EXPECT_EQ(take_sums(6, rest), sums.cells());
  EXPECT_TRUE(rest.empty());
  std::string_view cut = std::string_view(bytes).substr(0, bytes.size() - 1);
  EXPECT_THROW(take_sums(6, cut), Error);
}

}  // namespace
}  // namespace tally
