// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/schema_json.h"

#include <cmath>
#include <random>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

Schema li_hang() {
  Schema schema;
  ColumnSchema x1;
  x1.name = "X1";
  x1.family = Family::kCategorical;
  x1.values = {Label::of(std::int64_t{1}), Label::of(std::int64_t{2}), Label::of(2.5)};
  ColumnSchema y;
  y.name = "Y";
  y.role = Role::kTarget;
  schema.columns = {x1, y};
  schema.missing = {"?"};
  return validated(schema);
}

TEST(SchemaJson, PeopleCanReadIt) {
  EXPECT_EQ(to_json(li_hang()), R"({
  "missing": ["?"],
  "columns": {
    "X1": {"type": "number", "family": "categorical", "values": [1,2,2.5]},
    "Y": {"role": "target", "type": "number"}
  }
}
)");
}

Schema random_schema(std::mt19937& random) {
  const auto below = [&](unsigned n) { return random() % n; };
  const std::vector<std::string> names{"a",           "b c",       "quote\"d", "好瓜",
                                       "back\\slash", "new\nline", "é"};
  Schema schema;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ColumnSchema column;
    column.name = names[i];
    column.role = i == 0   ? Role::kTarget
                  : i == 1 ? Role::kWeight
                  : i == 2 ? Role::kExposure
                           : Role::kFeature;
    if (column.role == Role::kFeature) {
      column.family = static_cast<Family>(below(7));
      column.type = column.family == Family::kCategorical ? static_cast<ValueType>(below(3))
                    : column.family == Family::kBernoulli ? static_cast<ValueType>(below(2))
                                                          : ValueType::kNumber;
      if (column.family == Family::kPoisson && below(2) == 0) column.exposure = names[2];
      if (column.family == Family::kMultinomial) column.group = below(2) == 0 ? "words" : "";
      if (column.family == Family::kBernoulli && below(2) == 0)
        column.binarize = std::ldexp(below(1000), -7) / 3;
      if (column.family == Family::kBinned) {
        column.cuts = {-std::ldexp(below(1000), -7) / 3, 1 + static_cast<double>(below(9)), 1e300};
      }
    }
    const bool has_values = column.role == Role::kTarget || (column.role == Role::kFeature &&
                                                             column.family == Family::kCategorical);
    for (unsigned v = has_values ? below(4) : 0; v > 0; --v) {
      column.values.push_back(
          column.type == ValueType::kBoolean ? Label::of(below(2) == 0)
          : column.type == ValueType::kText  ? Label::of("v\"" + std::to_string(below(9)))
          : below(2) == 0 ? Label::of(std::int64_t{9007199254740993} * (below(2) == 0 ? -1 : 1))
                          : Label::of(below(1000) * 1e20 / 7));
    }
    schema.columns.push_back(column);
  }
  for (unsigned i = below(3); i > 0; --i) schema.missing.emplace_back(i, '?');
  return validated(schema);
}

TEST(SchemaJson, ThereAndBackIsExact) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    const Schema schema = random_schema(random);
    const std::string text = to_json(schema);
    ASSERT_EQ(schema_from_json(text, "x.json"), schema) << text;
    ASSERT_EQ(to_json(schema_from_json(text, "x.json")), text);
  }
}

TEST(SchemaJson, WhatMakesNoSense) {
  const auto fault = [](const std::string& text) {
    const auto error = error_of([&] { schema_from_json(text, "x.json"); });
    if (!error) return std::string();
    EXPECT_EQ(error->kind(), ErrorKind::kData) << text;
    EXPECT_EQ(error->place().file, "x.json");
    return std::string(error->what());
  };
  const auto column = [&](const std::string& entry) {
    return fault(R"({"columns": {"y": {"role": "target", "type": "text"}, "x": )" + entry + "}}");
  };
  EXPECT_EQ(column(R"({"type": "number", "family": "gaussian"})"), "");
  EXPECT_TRUE(has(column(R"({"type": "number", "famly": "gaussian"})"), "unknown key 'famly'"));
  EXPECT_TRUE(
      has(column(R"({"type": "number", "family": "normal"})"), "\"family\" cannot be 'normal'"));
  EXPECT_TRUE(has(column(R"({"type": "text", "family": "gaussian"})"), "cannot be gaussian"));
  EXPECT_TRUE(has(column(R"({"family": "gaussian"})"), "\"type\" is missing"));
  EXPECT_TRUE(has(column(R"({"type": "number"})"), "\"family\" is missing"));
  EXPECT_TRUE(has(column(R"({"type": 3, "family": "gaussian"})"), "\"type\" must be a text"));
  EXPECT_TRUE(
      has(column(R"({"type": "number", "family": "bernoulli", "binarize": "x"})"), "binarize"));
  EXPECT_TRUE(has(column(R"({"type": "number", "family": "categorical", "values": 1})"), "values"));
  EXPECT_TRUE(has(column(R"({"type": "number", "family": "categorical", "values": [[1]]})"),
                  "a value must be"));
  EXPECT_TRUE(has(column(R"({"type": "number", "family": "categorical", "values": ["a"]})"),
                  "declared value 'a'"));
  EXPECT_TRUE(has(column("3"), "must be a JSON object"));
  EXPECT_TRUE(has(fault("[]"), "must be a JSON object"));
  EXPECT_TRUE(has(fault("{}"), "no \"columns\""));
  EXPECT_TRUE(has(fault(R"({"columns": []})"), "\"columns\""));
  EXPECT_TRUE(has(fault(R"({"columns": {}, "missing": "?"})"), "\"missing\""));
  EXPECT_TRUE(has(fault(R"({"columns": {}})"), "target"));
  EXPECT_TRUE(has(fault(R"({"colums": {}})"), "unknown key 'colums'"));
  EXPECT_TRUE(has(fault("not JSON"), "this is not JSON"));
  EXPECT_TRUE(has(fault(std::string(500000, '[')), "nested too deeply"));
}

TEST(SchemaJson, HistogramsAreWrittenWhereTheyAre) {
  Schema schema = li_hang();
  ColumnSchema size;
  size.name = "size";
  size.histogram = true;
  size.origin = 1.5;
  ColumnSchema year = size, bare = size;
  year.name = "weight";
  year.origin = 0;
  bare.name = "z";
  bare.histogram = false;
  bare.origin = 0;
  schema.columns.insert(schema.columns.end(), {size, year, bare});
  schema = validated(schema);
  const std::string json = to_json(schema);
  const auto has = [&](const std::string& line) { return json.find(line) != std::string::npos; };
  EXPECT_TRUE(
      has(R"("size": {"type": "number", "family": "gaussian", "histogram": true, "origin": 1.5})"));
  EXPECT_TRUE(has(R"("weight": {"type": "number", "family": "gaussian", "histogram": true})"));
  EXPECT_TRUE(has(R"("z": {"type": "number", "family": "gaussian"})"));
  EXPECT_EQ(schema_from_json(json, ""), schema);
  for (const char* wrong : {R"("histogram": 1)", R"("histogram": true, "origin": "a")",
                            R"("histogram": true, "origin": 1e300)"}) {
    const std::string text =
        std::string(R"({"columns": {"y": {"role": "target", "type": "text"}, "x": {"type": )") +
        R"("number", "family": "gaussian", )" + wrong + "}}}";
    EXPECT_THROW(schema_from_json(text, ""), Error) << wrong;
  }
}

TEST(SchemaJson, NamesThatAreNoText) {
  Schema schema = li_hang();
  schema.columns[0].name = "\xFF";
  EXPECT_EQ(error_of([&] { to_json(schema); })->kind(), ErrorKind::kData);
}

TEST(SchemaJson, TextsHaveTheirOptions) {
  Schema schema = li_hang();
  ColumnSchema body;
  body.name = "body";
  body.type = ValueType::kText;
  body.family = Family::kText;
  body.text.longest_gram = 2;
  body.text.tokens = TokenKind::kRegex;
  body.text.regex = "\\w+ ?";
  body.text.model = TextModel::kComplement;
  schema.columns.push_back(body);
  schema = validated(schema);
  const std::string json = to_json(schema);
  EXPECT_TRUE(has(json, R"("family": "text", "text": "tokens=regex model=complement grams=1-2 )"
                        R"(regex=\\w+ ?"})"))
      << json;
  EXPECT_EQ(schema_from_json(json, "x.json"), schema);
  const std::string plain =
      R"({"columns": {"b": {"type": "text", "family": "text"}, "y": {"type": "text", "role": "target"}}})";
  EXPECT_EQ(schema_from_json(plain, "x.json").find("b")->text, TextOptions{});
}

TEST(SchemaJson, OptionsOfATextThatMakeNoSenseAreRefused) {
  for (const char* options : {"tokens=wrods", "grams=3-2", "nonsense", "han=pairs tokens=char"}) {
    const std::string json = R"({"columns": {"b": {"type": "text", "family": "text", "text": ")" +
                             std::string(options) +
                             R"("}, "y": {"type": "text", "role": "target"}}})";
    EXPECT_THROW(schema_from_json(json, "x.json"), Error) << options;
  }
}

}  // namespace
}  // namespace tally
