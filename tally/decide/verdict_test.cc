// SPDX-License-Identifier: Apache-2.0
#include "tally/decide/verdict.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

const std::vector<Label> kClasses{Label::of("ham"), Label::of("news"), Label::of("spam")};

Verdict verdict(std::vector<double> posterior) { return verdict_of(kClasses, 2, posterior, {}); }

TEST(Verdict, TwoCutOffsWithUnsureBetween) {
  EXPECT_EQ(verdict({0.01, 0, 0.99}).klass, "spam");
  EXPECT_EQ(verdict({0.011, 0, 0.989}).klass, "unsure");
  EXPECT_EQ(verdict({0.7, 0.09, 0.21}).klass, "unsure");
  EXPECT_EQ(verdict({0.7, 0.1, 0.2}).klass, "ham");
  EXPECT_EQ(verdict({0.2, 0.65, 0.15}).klass, "news");
  EXPECT_EQ(verdict({0.2, 0.65, 0.15}).kind, Verdict::Kind::kOther);
  EXPECT_EQ(verdict({0.2, 0.65, 0.15}).spam, 0.15);
  EXPECT_EQ(verdict({0.01, 0, 0.99}).place, 2u);
  EXPECT_EQ(verdict({0.2, 0.65, 0.15}).place, 1u);
  EXPECT_EQ(verdict({0.5, 0, 0.5}).place, std::nullopt);
}

TEST(Verdict, SpamMayStandAnywhereAmongTheClasses) {
  EXPECT_EQ(verdict_of(kClasses, 0, std::vector<double>{0.1, 0.3, 0.6}, {}).klass, "spam");
}

TEST(Verdict, SpamAloneIsToldFromNothing) {
  const Verdict verdict = verdict_of({Label::of("spam")}, 0, std::vector<double>{1}, {});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kUnsure);
  EXPECT_EQ(verdict.klass, "unsure");
  EXPECT_EQ(verdict.spam, 0.5);
}

}  // namespace
}  // namespace tally
