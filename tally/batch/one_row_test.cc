// SPDX-License-Identifier: Apache-2.0
#include "tally/batch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/schema.h"

namespace tally {
namespace {

Schema schema() {
  Schema out;
  out.missing = {"?"};
  out.columns = {feature("age", Family::kGaussian),
                 feature("code", Family::kCategorical),
                 feature("free", Family::kMultinomial),
                 feature("now", Family::kMultinomial),
                 feature("sure", Family::kBernoulli, ValueType::kBoolean),
                 column_with_role("w", Role::kWeight, ValueType::kNumber),
                 feature("x", Family::kCategorical, ValueType::kText),
                 target_column("y")};
  return validated(out);
}

const Codes& codes(const Batch& batch, const char* name) {
  return std::get<Codes>(*batch.find(name));
}
double number(const Batch& batch, const char* name) {
  return std::get<Numbers>(*batch.find(name)).at(0);
}

TEST(OneRow, CellsOfEveryType) {
  const Batch batch =
      one_row(schema(), {{"x", "S"}, {"age", "31.5"}, {"code", "007"}, {"sure", "TRUE"}});
  EXPECT_EQ(batch.rows, 1);
  EXPECT_EQ(codes(batch, "x").dictionary->label(0), Label::of("S"));
  EXPECT_EQ(codes(batch, "code").dictionary->label(0), Label::of(std::int64_t{7}));
  EXPECT_EQ(number(batch, "age"), 31.5);
  const Bits& sure = std::get<Bits>(*batch.find("sure"));
  EXPECT_TRUE(sure.at(0) && sure.validity.at(0));
  EXPECT_EQ(batch.find("y"), nullptr);
  EXPECT_EQ(batch.find("w"), nullptr);
}

TEST(OneRow, TimesAndDurations) {
  Schema with_times = schema();
  with_times.columns.push_back(feature("when", Family::kGaussian, ValueType::kTime));
  with_times.columns.push_back(feature("took", Family::kGaussian, ValueType::kDuration));
  with_times = validated(with_times);
  const Batch row = one_row(with_times, {{"when", "1970-01-02"}, {"took", "00:01:30"}});
  EXPECT_EQ(number(row, "when"), 86400);
  EXPECT_EQ(number(row, "took"), 90);
  EXPECT_EQ(std::get<Numbers>(*row.find("when")).holds, ValueType::kTime);
  EXPECT_EQ(std::get<Numbers>(*row.find("took")).holds, ValueType::kDuration);
  for (const CellTexts& wrong : {CellTexts{{"when", "86400"}},
                                 {{"when", "PT1H"}},
                                 {{"took", "90"}},
                                 {{"took", "1970-01-02"}}}) {
    EXPECT_THROW(one_row(with_times, wrong), Error) << wrong[0].second;
  }
}

TEST(OneRow, WhatIsNotNamedOrMarkedIsMissing) {
  const Batch row = one_row(schema(), {{"x", "?"}, {"age", ""}});
  EXPECT_EQ(codes(row, "x").indices.at(0), -1);
  EXPECT_TRUE(std::isnan(number(row, "age")));
  EXPECT_TRUE(std::isnan(number(row, "free")));
  EXPECT_FALSE(std::get<Bits>(*row.find("sure")).validity.at(0));
}

TEST(OneRow, TermsThatAreNotNamedDidNotOccur) {
  const Batch row = one_row(schema(), {{"free", "2"}});
  EXPECT_EQ(number(row, "free"), 2);
  EXPECT_EQ(number(row, "now"), 0);
}

TEST(OneRow, Refusals) {
  for (const CellTexts& bad : {CellTexts{{"z", "1"}},
                               {{"y", "a"}},
                               {{"w", "1"}},
                               {{"age", "old"}},
                               {{"age", "inf"}},
                               {{"sure", "maybe"}},
                               {{"x", "1"}, {"x", "2"}},
                               {{"code", "a"}},
                               {{"x", "\xff"}}}) {
    EXPECT_THROW(one_row(schema(), bad), Error) << bad[0].first << "=" << bad[0].second;
  }
}

TEST(OneRow, TextsAreLeftToBeCut) {
  Schema with_text = schema();
  with_text.columns.push_back(text_feature("body"));
  with_text.columns.push_back(text_feature("subject"));
  const Batch row = one_row(validated(with_text), {{"body", "Free money, FREE"}});
  EXPECT_EQ(std::get<Texts>(*row.find("body")).cells[0], "Free money, FREE");
  EXPECT_TRUE(std::get<Texts>(*row.find("subject")).is_missing(0));
}

// A model may have no evidence at all; the row is there nevertheless.
TEST(OneRow, OfNoColumn) { EXPECT_EQ(one_row(validated({{target_column("y")}, {}}), {}).rows, 1); }

}  // namespace
}  // namespace tally
