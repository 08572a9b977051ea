// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/own_rows.h"

#include <gtest/gtest.h>

#include "tally/fit/piece_testing.h"

namespace tally {
namespace {

Counts counts_of(const std::vector<double>& x, const std::vector<std::string>& y) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian, ValueType::kNumber), target_column("y")};
  PieceCounter counter(schema);
  counter.add(BatchBuilder().numbers("x", x).texts("y", y).batch());
  return std::move(counter).finish().counts;
}

TEST(HasCounted, TheSameRowsInAnyOrder) {
  const Counts counts = counts_of({0, 3, 3, 9}, {"a", "a", "b", "b"});
  EXPECT_TRUE(has_counted(counts, counts));
  EXPECT_TRUE(has_counted(counts, counts_of({9, 3, 3, 0}, {"b", "b", "a", "a"})));
}

TEST(HasCounted, NoOthers) {
  const Counts counts = counts_of({0, 3, 3, 9}, {"a", "a", "b", "b"});
  EXPECT_FALSE(has_counted(counts, counts_of({0, 3, 3}, {"a", "a", "b"})));
  EXPECT_FALSE(has_counted(counts, counts_of({0, 3, 3, 9, 9}, {"a", "a", "b", "b", "b"})));
  EXPECT_FALSE(has_counted(counts, counts_of({3, 3, 0, 9}, {"a", "a", "b", "b"})));  // classes
  EXPECT_FALSE(has_counted(counts, counts_of({0, 3.5, 3, 9}, {"a", "a", "b", "b"})));
  EXPECT_FALSE(has_counted(counts, counts_of({0, 3, 3, 9}, {"a", "a", "b", "c"})));
}

TEST(HasCounted, NoneOfAnotherSchema) {
  Schema schema;
  schema.columns = {feature("z", Family::kGaussian, ValueType::kNumber), target_column("y")};
  PieceCounter counter(schema);
  counter.add(BatchBuilder().numbers("z", {1}).texts("y", {"a"}).batch());
  EXPECT_FALSE(has_counted(std::move(counter).finish().counts, counts_of({1}, {"a"})));
}

TEST(HasCounted, TextsThatDifferInAWord) {
  const std::vector<Mail> some{{"a b", "s", "in", "ham"}, {"a c", "s", "in", "spam"}};
  const std::vector<Mail> others{{"a b", "s", "in", "ham"}, {"a d", "s", "in", "spam"}};
  const std::vector<Mail> turned{some[1], some[0]};
  const Counts counts = counted(some, {}).counts;
  EXPECT_TRUE(has_counted(counts, counted(turned, {}).counts));
  EXPECT_FALSE(has_counted(counts, counted(others, {}).counts));
}

}  // namespace
}  // namespace tally
