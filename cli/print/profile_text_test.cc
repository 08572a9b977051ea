// SPDX-License-Identifier: Apache-2.0
#include "cli/print/profile_text.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

ColumnSample whole(const std::string& name,
                   const std::vector<std::pair<std::string, std::int64_t>>& cells,
                   std::int64_t missing) {
  ColumnSample out = sample_of(name, cells, missing);
  out.is_whole = true;
  return out;
}

std::vector<ColumnSample> profile() {
  return {whole("age", {{"1.5", 2}, {"2", 1}}, 1), whole("class", {{"a", 3}, {"b", 1}}, 0),
          whole("empty", {}, 4), whole("n", {{"1", 2}, {"2", 1}, {"3", 1}}, 0)};
}

TEST(ProfileText, WithoutATarget) {
  EXPECT_FALSE(has_target(profile(), {}));
  EXPECT_EQ(
      profile_text(profile(), {}),
      "4 rows, 4 columns\n\n"
      "  column    type  missing  distinct  taken for      why                                     "
      " "
      "     such as\n"
      "  age     number   25.0 %         2  gaussian       numbers                                 "
      " "
      "     1.5 | 2\n"
      "  class     text        -         2  categorical    words, 2 different                      "
      " "
      "     a | b\n"
      "  empty        -  100.0 %         -  not counted    no value\n"
      "  n       number        -         3  by the target  whole numbers, 3 different; --target "
      "decides  1 | 2 | 3\n");
}

TEST(ProfileText, WithATarget) {
  Declarations declarations;
  declarations.target = "class";
  declarations.ignore = {"n"};
  EXPECT_TRUE(has_target(profile(), declarations));
  const SchemaDraft draft = draft_profile(profile(), declarations, {});
  const std::string text = profile_text(profile(), draft);
  EXPECT_NE(text.find("target"), std::string::npos) << text;
  EXPECT_NE(text.find("ignored"), std::string::npos) << text;
}

}  // namespace
}  // namespace tally::cli
