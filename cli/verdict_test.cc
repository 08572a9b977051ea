#include "cli/verdict.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"

namespace tally::cli {
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

TEST(Verdict, AClassThatIsNotThereIsRefused) {
  const VerdictOptions options;
  EXPECT_EQ(options.spam_among(kClasses), 2u);
  EXPECT_THROW(options.spam_among({Label::of("ham"), Label::of("junk")}), Error);
}

TEST(Verdict, TheRule) {
  const VerdictOptions options;
  EXPECT_EQ(options.rule(kClasses)->spam, 2u);
  EXPECT_FALSE(options.rule({Label::of("a"), Label::of("b")}).has_value());
  EXPECT_TRUE(options.rule({Label::of("a")}).has_value());  // all is unsure, as for the filter
  EXPECT_EQ(verdict({0.01, 0, 0.99}).place, 2u);
  EXPECT_EQ(verdict({0.2, 0.65, 0.15}).place, 1u);
  EXPECT_EQ(verdict({0.5, 0, 0.5}).place, std::nullopt);
}

}  // namespace
}  // namespace tally::cli
