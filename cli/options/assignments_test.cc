// SPDX-License-Identifier: Apache-2.0
#include "cli/options/assignments.h"

#include <gtest/gtest.h>

#include "tally/error.h"

namespace tally::cli {
namespace {

using List = std::vector<std::string>;

TEST(Assignments, Lists) {
  EXPECT_EQ(parse_list("a,b", "--ignore"), (List{"a", "b"}));
  EXPECT_EQ(parse_list(" a , \"b,c\",\"d \"\"e\"\"\"", "--ignore"), (List{"a", "b,c", "d \"e\""}));
  EXPECT_EQ(parse_list("?", "--missing"), (List{"?"}));
  EXPECT_THROW(parse_list("\"a", "--ignore"), Error);
}

TEST(Assignments, NamesAndValues) {
  EXPECT_EQ(parse_assignments("X1=2,X2=S", "--given"), (Assignments{{"X1", "2"}, {"X2", "S"}}));
  EXPECT_EQ(parse_assignments("a=\"x,y\", b = ", "--given"),
            (Assignments{{"a", "x,y"}, {"b", ""}}));
  EXPECT_EQ(parse_assignments("\"p=q\"=1=2", "--given"), (Assignments{{"p=q", "1=2"}}));
  EXPECT_EQ(parse_assignments("-1=2", "--class-weight"), (Assignments{{"-1", "2"}}));
  EXPECT_THROW(parse_assignments("X1", "--given"), Error);
  EXPECT_THROW(parse_assignments("=2", "--given"), Error);
  EXPECT_THROW(parse_assignments("", "--given"), Error);
}

TEST(Assignments, ANumberByItselfBelongsToTheListBeforeIt) {
  EXPECT_EQ(parse_families("a=binned:18,30, 65,b=gaussian,7=binned:-1,1e3", "--family"),
            (Assignments{{"a", "binned:18,30,65"}, {"b", "gaussian"}, {"7", "binned:-1,1e3"}}));
  EXPECT_EQ(parse_families("a=\"binned:1,2\",b=poisson:h", "--family"),
            (Assignments{{"a", "binned:1,2"}, {"b", "poisson:h"}}));
  for (const char* text : {"18,30", "a=gaussian,30", "a=binned:18,old", "a=binned:1,,2"}) {
    EXPECT_THROW(parse_families(text, "--family"), Error) << text;
  }
}

TEST(Assignments, OneNameAndTheRest) {
  EXPECT_EQ(parse_assignment("X1=1,2,\"3\"", "--values"),
            (std::pair<std::string, std::string>{"X1", "1,2,\"3\""}));
  EXPECT_THROW(parse_assignment("1,2", "--values"), Error);
}

TEST(Assignments, Weights) {
  const auto weights = parse_weights("a=0.2,b=8e-1", "--prior");
  ASSERT_EQ(weights.size(), 2u);
  EXPECT_EQ(weights[1].second, 0.8);
  EXPECT_THROW(parse_weights("a=x", "--prior"), Error);
  EXPECT_THROW(parse_weights("a=nan", "--prior"), Error);
}

}  // namespace
}  // namespace tally::cli
