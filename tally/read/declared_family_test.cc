// SPDX-License-Identifier: Apache-2.0
#include "tally/read/declared_family.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"

namespace tally {
namespace {

TEST(DeclaredFamily, HasADetailBehindAColon) {
  EXPECT_EQ(parse_declared("gaussian").family, Family::kGaussian);
  EXPECT_EQ(parse_declared("poisson:hours").exposure, "hours");
  EXPECT_EQ(parse_declared("multinomial:words").group, "words");
  EXPECT_EQ(parse_declared("multinomial:words").model, std::nullopt);
  EXPECT_EQ(parse_declared("binned:18,30.5").cuts, (std::vector<double>{18, 30.5}));
  EXPECT_EQ(parse_declared("text").model, std::nullopt);
  EXPECT_EQ(parse_declared("text:complement").model, TextModel::kComplement);
}

TEST(DeclaredFamily, MayBeTheModelOfATextAlone) {
  for (const char* name : {"complement", "boolean", "normalised-complement"}) {
    EXPECT_EQ(parse_declared(name).family, Family::kText);
    EXPECT_EQ(parse_declared(name).model, parse_text_model(name));
    EXPECT_TRUE(parse_declared(name).only_model);
  }
  EXPECT_EQ(parse_declared("bernoulli").family, Family::kBernoulli);
  EXPECT_EQ(parse_declared("bernoulli").model, TextModel::kBernoulli);
  EXPECT_FALSE(parse_declared("text:bernoulli").only_model);
}

TEST(DeclaredFamily, ValuesStandBetweenCommas) {
  EXPECT_EQ(parse_values("x", "1, 2 ,b c"), (std::vector<std::string>{"1", "2", "b c"}));
  EXPECT_THROW(parse_values("x", "1,,2"), Error);
  EXPECT_THROW(parse_values("x", ""), Error);
}

void expect_refused(const std::string& text, const std::string& hint) {
  try {
    parse_declared(text);
    ADD_FAILURE() << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find(hint), std::string::npos) << error.what();
  }
}

TEST(DeclaredFamily, WhatIsNoneIsRefused) {
  expect_refused("gausian", "gaussian");
  expect_refused("text:complemnt", "complement");
  expect_refused("text:", "text:MODEL");
  expect_refused("complement:x", "text:MODEL");
  expect_refused("", "there is no family");
  expect_refused("binned", "has to say where it cuts, as in binned:18,30,65");
  expect_refused("binned:", "binned:CUTS");
  expect_refused("binned:18,x", "found '18,x'");
  expect_refused("binned:30,18", "its cuts do not ascend");
  expect_refused("binned:inf", "expected a finite number");
}

TEST(DeclaredFamily, ValuesThatDoNotFitMakeACategoricalColumnOneOfTexts) {
  ColumnSchema column;
  column.family = Family::kCategorical;
  declare_values(column, {"1", "2.5"});
  EXPECT_EQ(column.values, (std::vector<Label>{Label::of(1.0), Label::of(2.5)}));
  declare_values(column, {"1", "?"});
  EXPECT_EQ(column.type, ValueType::kText);
  EXPECT_EQ(column.values, (std::vector<Label>{Label::of("1"), Label::of("?")}));
  ColumnSchema gaussian;
  declare_values(gaussian, {"1", "x"});
  EXPECT_EQ(gaussian.type, ValueType::kNumber);
  EXPECT_FALSE(takes_texts(gaussian));
}

}  // namespace
}  // namespace tally
