// SPDX-License-Identifier: Apache-2.0
#include "cli/model_facts.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tally/inside/mail.h"

namespace tally::cli {
namespace {

Model mail_model() {
  Model model{Counts(mail_schema()), ""};
  model.counts.add_row({"", Part::kWeight, "", "ham", 0, 2});
  model.counts.add_row({"body", Part::kValue, "lunch", "ham", 0, 2});
  model.counts.add_row({"subject", Part::kValue, "lunch", "ham", 0, 1});
  model.unicode = {"ICU 72.1", "ICU 74.2"};
  return model;
}

TEST(ModelFacts, OfATextModel) {
  const std::string path = ::testing::TempDir() + "model_facts";
  std::ofstream(path) << std::string(1234, 'x');
  const std::string text = facts_text(path, mail_model());
  EXPECT_NE(text.find("file     1,234 bytes, last change 20"), std::string::npos) << text;
  EXPECT_NE(text.find("terms    2, cut by ICU 72.1, ICU 74.2"), std::string::npos) << text;
  EXPECT_NE(text.find("exact    yes"), std::string::npos) << text;
  EXPECT_NE(with_facts("{}", path, mail_model()).find("\"terms\": 2"), std::string::npos);
}

TEST(ModelFacts, WhatIsLeftOfTheSample) {
  Model model = mail_model();
  EXPECT_EQ(facts_text("", model).find("sample"), std::string::npos);
  model.sample = RowSample();
  model.sample.add({std::string(32, '0'), "ham", 2, {}});
  EXPECT_NE(facts_text("", model).find("sample   1 row, 4,096 at most"), std::string::npos);
  const std::string json = with_facts("{}", "", model);
  EXPECT_NE(json.find("\"sampled\": 1"), std::string::npos) << json;
}

TEST(ModelFacts, DroppedTermsAreSaid) {
  Model model = mail_model();
  model.counts.add_dropped(7);
  EXPECT_NE(facts_text("", model).find("exact    no: 7 rare terms were dropped"),
            std::string::npos);
}

TEST(ModelFacts, WhichColumnsHaveAHistogram) {
  Schema schema;
  for (const char* name : {"age", "width", "year", "z"}) {
    ColumnSchema& column = schema.columns.emplace_back();
    column.name = name;
    column.histogram = column.name != "width";
    column.origin = column.name == "year" ? 2000 : 0;
    if (column.name == "z") column.role = Role::kTarget;
  }
  EXPECT_EQ(histograms_text(validated(schema)), "age, year (from 2000)");
  const Model model{Counts(schema), ""};
  EXPECT_EQ(facts_text("x", model), "histograms of age, year (from 2000)\n\n");
  EXPECT_NE(with_facts("{}", "x", model).find("\"origin\": 2000"), std::string::npos);
}

TEST(ModelFacts, ATableHasNone) {
  Schema schema;
  schema.columns.emplace_back();
  schema.columns[0].name = "y";
  schema.columns[0].role = Role::kTarget;
  const Model model{Counts(schema), ""};
  EXPECT_EQ(facts_text("x", model), "");
  EXPECT_EQ(with_facts("{}", "x", model), "{}");
}

}  // namespace
}  // namespace tally::cli
