// SPDX-License-Identifier: Apache-2.0
#include "cli/options/verdict_options.h"

#include <gtest/gtest.h>

#include "tally/error.h"

namespace tally::cli {
namespace {

const std::vector<Label> kClasses{Label::of("ham"), Label::of("news"), Label::of("spam")};

TEST(VerdictOptions, AClassThatIsNotThereIsRefused) {
  const VerdictOptions options;
  EXPECT_EQ(options.spam_among(kClasses), 2u);
  EXPECT_THROW(options.spam_among({Label::of("ham"), Label::of("junk")}), Error);
}

TEST(VerdictOptions, TheRule) {
  const VerdictOptions options;
  EXPECT_EQ(options.rule(kClasses)->spam, 2u);
  EXPECT_FALSE(options.rule({Label::of("a"), Label::of("b")}).has_value());
  EXPECT_TRUE(options.rule({Label::of("a")}).has_value());  // all is unsure, as for the filter
}

}  // namespace
}  // namespace tally::cli
