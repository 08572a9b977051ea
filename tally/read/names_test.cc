// SPDX-License-Identifier: Apache-2.0
#include "tally/read/names.h"

#include <random>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

// By the definition, without memory: exponential, but short texts do not mind.
bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') {
    return fits(pattern.substr(1), name) || (!name.empty() && fits(pattern, name.substr(1)));
  }
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         fits(pattern.substr(1), name.substr(1));
}

TEST(Names, PatternsByBruteForce) {
  std::mt19937 random(8);
  for (int i = 0; i < 100000; ++i) {
    std::string pattern(random() % 7, 'a');
    std::string name(random() % 8, 'a');
    for (char& c : pattern) c = "ab*?"[random() % 4];
    for (char& c : name) c = "ab"[random() % 2];
    ASSERT_EQ(matches(pattern, name), fits(pattern, name)) << pattern << " " << name;
  }
}

TEST(Names, AQuestionMarkIsOneCharacter) {
  EXPECT_TRUE(matches("?", "瓜"));
  EXPECT_FALSE(matches("??", "瓜"));
  EXPECT_TRUE(matches("好*", "好瓜"));
  EXPECT_TRUE(matches("a[0]", "a[0]"));
  EXPECT_TRUE(is_pattern("w_*"));
  EXPECT_FALSE(is_pattern("a[0]"));
}

TEST(Names, TheNearestNameIsSuggested) {
  const std::vector<std::string> names{"sepal_length", "species"};
  EXPECT_EQ(no_such_column("specis", names),
            "there is no column 'specis'; did you mean 'species'?");
  EXPECT_EQ(no_such_column("Species", names),
            "there is no column 'Species'; did you mean 'species'?");
  EXPECT_EQ(no_such_column("weight", names),
            "there is no column 'weight'; there are 'sepal_length', 'species'");
  EXPECT_TRUE(has(no_such_column(std::string(1000, 'x'), names), "there is no column"));
}

}  // namespace
}  // namespace tally
