// SPDX-License-Identifier: Apache-2.0
#include "tally/label.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(Dictionary, NumbersLabelsInTheOrderInWhichTheyCame) {
  Dictionary dictionary;
  EXPECT_EQ(dictionary.code(Label::of("b")), 0);
  EXPECT_EQ(dictionary.code(Label::of("a")), 1);
  EXPECT_EQ(dictionary.code(Label::of("b")), 0);
  EXPECT_EQ(dictionary.size(), 2);
  EXPECT_EQ(dictionary.label(1), Label::of("a"));
  EXPECT_EQ(dictionary.labels(), (std::vector<Label>{Label::of("b"), Label::of("a")}));
}

TEST(Dictionary, LookingUpAddsNothing) {
  const Dictionary dictionary({Label::of("a")});
  EXPECT_EQ(dictionary.find(Label::of("a")), 0);
  EXPECT_EQ(dictionary.find(Label::of("b")), -1);
  EXPECT_EQ(dictionary.size(), 1);
}

TEST(Dictionary, OneNumberIsOneLabelHoweverWritten) {
  Dictionary dictionary;
  EXPECT_EQ(dictionary.code(Label::of(1.0)), dictionary.code(Label::of(std::int64_t{1})));
  EXPECT_NE(dictionary.code(Label::of("1")), dictionary.code(Label::of(1.0)));
}

TEST(Dictionary, DoubledLabelsAreOne) {
  const Dictionary dictionary({Label::of("a"), Label::of("a"), Label::of("b")});
  EXPECT_EQ(dictionary.size(), 2);
  EXPECT_EQ(dictionary.find(Label::of("b")), 1);
}

TEST(Dictionary, ACodeOnceGivenStays) {
  Dictionary dictionary;
  for (std::int64_t i = 0; i < 10000; ++i) EXPECT_EQ(dictionary.code(Label::of(i)), i);
  for (std::int64_t i = 0; i < 10000; ++i) {
    EXPECT_EQ(dictionary.find(Label::of(i)), i);
    EXPECT_EQ(dictionary.label(static_cast<std::int32_t>(i)), Label::of(i));
  }
}

}  // namespace
}  // namespace tally
