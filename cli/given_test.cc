// SPDX-License-Identifier: Apache-2.0
#include "cli/given.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tally::cli {
namespace {

ColumnSchema column(const std::string& name, ValueType type, Family family,
                    Role role = Role::kFeature) {
  ColumnSchema out;
  out.name = name;
  out.type = type;
  out.family = family;
  out.role = role;
  return out;
}

Schema schema() {
  Schema out;
  out.missing = {"?"};
  out.columns = {column("age", ValueType::kNumber, Family::kGaussian),
                 column("code", ValueType::kNumber, Family::kCategorical),
                 column("free", ValueType::kNumber, Family::kMultinomial),
                 column("now", ValueType::kNumber, Family::kMultinomial),
                 column("sure", ValueType::kBoolean, Family::kBernoulli),
                 column("w", ValueType::kNumber, Family::kGaussian, Role::kWeight),
                 column("x", ValueType::kText, Family::kCategorical),
                 column("y", ValueType::kText, Family::kCategorical, Role::kTarget)};
  return validated(out);
}

const Codes& codes(const Batch& batch, const char* name) {
  return std::get<Codes>(*batch.find(name));
}
double number(const Batch& batch, const char* name) {
  return std::get<Numbers>(*batch.find(name)).at(0);
}

TEST(GivenRow, CellsOfEveryType) {
  const GivenRow row(schema(), {"x=S,age=31.5,code=007,sure=TRUE"});
  const Batch& batch = row.batch();
  EXPECT_EQ(batch.rows, 1);
  EXPECT_EQ(codes(batch, "x").dictionary->label(0), Label::of("S"));
  EXPECT_EQ(codes(batch, "code").dictionary->label(0), Label::of(std::int64_t{7}));
  EXPECT_EQ(number(batch, "age"), 31.5);
  const Bits& sure = std::get<Bits>(*batch.find("sure"));
  EXPECT_TRUE(sure.at(0) && sure.validity.at(0));
  EXPECT_EQ(batch.find("y"), nullptr);
  EXPECT_EQ(batch.find("w"), nullptr);
}

TEST(GivenRow, TimesAndDurations) {
  Schema with_times = schema();
  with_times.columns.push_back(column("when", ValueType::kTime, Family::kGaussian));
  with_times.columns.push_back(column("took", ValueType::kDuration, Family::kGaussian));
  with_times = validated(with_times);
  const GivenRow row(with_times, {"when=1970-01-02,took=00:01:30"});
  EXPECT_EQ(number(row.batch(), "when"), 86400);
  EXPECT_EQ(number(row.batch(), "took"), 90);
  EXPECT_EQ(std::get<Numbers>(*row.batch().find("when")).holds, ValueType::kTime);
  EXPECT_EQ(std::get<Numbers>(*row.batch().find("took")).holds, ValueType::kDuration);
  for (const char* wrong : {"when=86400", "when=PT1H", "took=90", "took=1970-01-02"}) {
    EXPECT_THROW(GivenRow(with_times, {wrong}), Error) << wrong;
  }
}

TEST(GivenRow, WhatIsNotNamedOrMarkedIsMissing) {
  const GivenRow row(schema(), {"x=?,age="});
  EXPECT_EQ(codes(row.batch(), "x").indices.at(0), -1);
  EXPECT_TRUE(std::isnan(number(row.batch(), "age")));
  EXPECT_TRUE(std::isnan(number(row.batch(), "free")));
  EXPECT_FALSE(std::get<Bits>(*row.batch().find("sure")).validity.at(0));
}

TEST(GivenRow, TermsThatAreNotNamedDidNotOccur) {
  const GivenRow row(schema(), {"free=2"});
  EXPECT_EQ(number(row.batch(), "free"), 2);
  EXPECT_EQ(number(row.batch(), "now"), 0);
}

TEST(GivenRow, Refusals) {
  for (const char* bad : {"z=1", "y=a", "w=1", "age=old", "age=inf", "sure=maybe", "x=1,x=2", "x",
                          "code=a", "x=\xff"}) {
    EXPECT_THROW(GivenRow(schema(), {bad}), Error) << bad;
  }
}

TEST(GivenRow, ListsAreJoined) {
  const GivenRow row(schema(), {"x=S,age=31.5", "code=7"});
  EXPECT_EQ(codes(row.batch(), "x").dictionary->label(0), Label::of("S"));
  EXPECT_EQ(codes(row.batch(), "code").dictionary->label(0), Label::of(std::int64_t{7}));
  EXPECT_EQ(number(row.batch(), "age"), 31.5);
  EXPECT_THROW(GivenRow(schema(), {"x=S", "x=S"}), Error);
  // A quote ends with its list, or not at all.
  EXPECT_THROW(GivenRow(schema(), {"x=\"S", "age=1\""}), Error);
}

TEST(GivenRow, TextsAreCutIntoTerms) {
  Schema with_text = schema();
  with_text.columns.push_back(column("body", ValueType::kText, Family::kText));
  with_text.columns.push_back(column("subject", ValueType::kText, Family::kText));
  const GivenRow row(validated(with_text), {"body=\"Free money, FREE\""});
  const auto& body = std::get<Terms>(*row.batch().find("body"));
  std::string text;
  body.for_each(0, [&](std::int32_t code, std::int32_t times) {
    text.append(body.dictionary->term(code)).append(" " + std::to_string(times) + ";");
  });
  EXPECT_EQ(text, "free 2;money 1;");
  EXPECT_FALSE(std::get<Terms>(*row.batch().find("subject")).validity.at(0));
}

}  // namespace
}  // namespace tally::cli
