// SPDX-License-Identifier: Apache-2.0
#include "tally/read.h"

#include "tally/read/read_testing.h"

namespace tally {
namespace {

ColumnSample sample(const std::string& name, const std::string& kind) {
  ColumnSample out;
  out.name = name;
  out.cells = kind == "missing" ? 0 : 100;
  out.distinct = 50;
  if (kind == "missing") return out;
  out.booleans = kind == "booleans";
  out.numbers = kind == "reals" || kind == "integers";
  out.integers = kind == "integers";
  if (kind == "texts") out.not_a_number = "abc";
  out.times = kind == "times";
  out.durations = kind == "durations";
  if (out.times || out.durations) out.not_a_number = "12:34";
  if (kind == "booleans") out.not_a_number = "true";
  return out;
}

std::vector<ColumnSample> samples() {
  return {sample("y", "texts"),       sample("real", "reals"),    sample("whole", "integers"),
          sample("text", "texts"),    sample("bool", "booleans"), sample("code", "padded"),
          sample("empty", "missing"), sample("hours", "reals")};
}

Declarations target(const std::string& name = "y") {
  Declarations declarations;
  declarations.target = name;
  return declarations;
}

Declarations family(const std::string& column, const std::string& declared) {
  Declarations out = target();
  out.families = {{column, declared}};
  return out;
}

SchemaDraft draft(const Declarations& declarations) {
  return draft_schema(samples(), declarations, {"?"});
}

std::string fault(const Declarations& declarations) {
  const auto error = error_of([&] { draft(declarations); });
  if (!error) return "";
  EXPECT_EQ(error->kind(), ErrorKind::kUsage) << error->what();
  return error->what();
}

TEST(SchemaDraft, WhatTheCellsSuggest) {
  const SchemaDraft out = draft(target());
  const auto expect = [&](const char* name, ValueType type, Family family) {
    const ColumnSchema* column = out.schema.find(name);
    ASSERT_NE(column, nullptr) << name;
    EXPECT_EQ(column->type, type) << name;
    EXPECT_EQ(column->family, family) << name;
    EXPECT_EQ(column->role, Role::kFeature) << name;
  };
  expect("real", ValueType::kNumber, Family::kGaussian);
  expect("whole", ValueType::kNumber, Family::kGaussian);
  expect("text", ValueType::kText, Family::kCategorical);
  expect("bool", ValueType::kBoolean, Family::kBernoulli);
  expect("code", ValueType::kText, Family::kCategorical);
  EXPECT_EQ(out.schema.target().name, "y");
  EXPECT_EQ(out.schema.target().type, ValueType::kText);
  EXPECT_EQ(out.undecided, std::vector<std::string>{"empty"});
  EXPECT_TRUE(out.ignored.empty());
  EXPECT_TRUE(out.notes.empty());
  EXPECT_EQ(out.schema.missing, std::vector<std::string>{"?"});
}

// A time is evidence in seconds; as a class or a category it is its text.
TEST(SchemaDraft, TimesAndDurations) {
  const std::vector<ColumnSample> table{sample("y", "times"), sample("when", "times"),
                                        sample("took", "durations"), sample("calls", "integers"),
                                        sample("day", "times")};
  Declarations declarations = target();
  declarations.families = {{"when", "gaussian"}, {"day", "categorical"}, {"calls", "poisson:took"}};
  const Schema schema = draft_schema(table, declarations, {}).schema;
  EXPECT_EQ(schema.find("y")->type, ValueType::kText);
  EXPECT_EQ(schema.find("when")->type, ValueType::kTime);
  EXPECT_EQ(schema.find("when")->family, Family::kGaussian);
  EXPECT_EQ(schema.find("took")->type, ValueType::kDuration);
  EXPECT_EQ(schema.find("took")->role, Role::kExposure);
  EXPECT_EQ(schema.find("day")->type, ValueType::kText);
  EXPECT_EQ(schema.find("day")->family, Family::kCategorical);
  const Schema drafted = draft_schema(table, target(), {}).schema;
  EXPECT_EQ(drafted.find("day")->type, ValueType::kTime);
  EXPECT_EQ(drafted.find("took")->type, ValueType::kDuration);
  EXPECT_EQ(drafted.find("took")->family, Family::kGaussian);
  const auto refusal = [&](const Declarations& told) {
    const auto error = error_of([&] { draft_schema(table, told, {}); });
    return error ? std::string(error->what()) : "";
  };
  declarations.families = {{"when", "poisson"}};
  EXPECT_TRUE(has(refusal(declarations), "'when' is declared poisson but holds '12:34'"));
  declarations.families = {{"calls", "poisson:when"}};
  EXPECT_TRUE(has(refusal(declarations), "'when' is to be the exposure but holds times"));
  declarations.families = {};
  declarations.weight = "took";
  EXPECT_TRUE(has(refusal(declarations), "'took' is to be the weight but holds durations"));
}

TEST(SchemaDraft, DeclaredFamilies) {
  Declarations declarations = target();
  declarations.families = {{"*", "gaussian"},         {"whole", "categorical"},
                           {"text", "categorical"},   {"bool", "bernoulli"},
                           {"code", "poisson:hours"}, {"empty", "categorical"},
                           {"real", "bernoulli"}};
  declarations.binarize = 1.5;
  const Schema schema = draft(declarations).schema;
  EXPECT_EQ(schema.find("whole")->family, Family::kCategorical);
  EXPECT_EQ(schema.find("whole")->type, ValueType::kNumber);
  EXPECT_EQ(schema.find("code")->type, ValueType::kNumber);
  EXPECT_EQ(schema.find("code")->exposure, "hours");
  EXPECT_EQ(schema.find("hours")->role, Role::kExposure);
  EXPECT_EQ(schema.find("empty")->type, ValueType::kText);
  EXPECT_EQ(schema.find("real")->binarize, 1.5);
  EXPECT_EQ(schema.find("bool")->type, ValueType::kBoolean);
  EXPECT_FALSE(schema.find("bool")->binarize);
  declarations.binarize = std::nullopt;
  EXPECT_FALSE(draft(declarations).schema.find("real")->binarize);
}

TEST(SchemaDraft, AllMissingColumnsTakeTheTypeOfTheirFamily) {
  for (const char* family : {"gaussian", "poisson", "multinomial", "bernoulli"}) {
    Declarations declarations = target();
    declarations.families = {{"empty", family}};
    EXPECT_EQ(draft(declarations).schema.find("empty")->type, ValueType::kNumber) << family;
  }
}

TEST(SchemaDraft, GroupsAndPatterns) {
  Declarations declarations = target();
  declarations.families = {
      {"real", "multinomial"}, {"wh*", "multinomial"}, {"hour?", "multinomial:h"}};
  const Schema schema = draft(declarations).schema;
  EXPECT_EQ(schema.find("real")->group, "multinomial");
  EXPECT_EQ(schema.find("whole")->group, "multinomial");
  EXPECT_EQ(schema.find("hours")->group, "h");
}

TEST(SchemaDraft, IgnoreAndOnly) {
  Declarations declarations = target();
  declarations.ignore = {"text", "*o*e"};
  EXPECT_EQ(draft(declarations).ignored, (std::vector<std::string>{"whole", "text", "code"}));
  declarations = target();
  declarations.only = {"real", "w*"};
  declarations.weight = "hours";
  const SchemaDraft out = draft(declarations);
  EXPECT_EQ(out.schema.columns.size(), 4U);
  EXPECT_EQ(out.schema.weight()->name, "hours");
  EXPECT_EQ(out.ignored, (std::vector<std::string>{"text", "bool", "code", "empty"}));
  EXPECT_TRUE(out.undecided.empty());
  declarations.ignore = {"*"};
  EXPECT_TRUE(has(fault(declarations), "no feature is left"));
}

TEST(SchemaDraft, DeclaredValues) {
  Declarations declarations = target("whole");
  declarations.families = {{"real", "categorical"}, {"hours", "categorical"}};
  declarations.values = {{"real", "1, 2 ,3.5"}, {"hours", "1,many"}, {"whole", "0,1"}};
  const Schema schema = draft(declarations).schema;
  EXPECT_EQ(
      schema.find("real")->values,
      (std::vector<Label>{Label::of(std::int64_t{1}), Label::of(std::int64_t{2}), Label::of(3.5)}));
  EXPECT_EQ(schema.find("hours")->type, ValueType::kText);
  EXPECT_EQ(schema.find("hours")->values, (std::vector<Label>{Label::of("1"), Label::of("many")}));
  EXPECT_EQ(schema.target().values.size(), 2U);
  declarations.values = {{"real", "1,,2"}};
  EXPECT_TRUE(has(fault(declarations), "empty value"));
  declarations.values = {{"rael", "1"}};
  EXPECT_TRUE(has(fault(declarations), "did you mean 'real'?"));
  declarations.values = {{"text", "a"}};
  declarations.ignore = {"text"};
  EXPECT_TRUE(has(fault(declarations), "is ignored"));
  declarations = target();
  declarations.values = {{"real", "1,2"}};
  EXPECT_TRUE(has(fault(declarations), "column 'real' as categorical"));
}

TEST(SchemaDraft, FewWholeNumbersAreOpenTillAllAreCounted) {
  ColumnSample x = sample("X1", "integers");
  x.distinct = 3;
  x.cells = 15;
  const auto drafted = [&] { return draft_schema({sample("y", "texts"), x}, target(), {}); };
  EXPECT_EQ(drafted().open, std::vector<std::string>{"X1"});
  EXPECT_EQ(drafted().schema.find("X1")->family, Family::kGaussian);
  EXPECT_TRUE(drafted().notes.empty());
  x.is_whole = true;
  for (const Family better : {Family::kCategorical, Family::kGaussian, Family::kBernoulli}) {
    x.better = better;
    EXPECT_TRUE(drafted().open.empty());
    EXPECT_EQ(drafted().schema.find("X1")->family, better);
    EXPECT_EQ(drafted().schema.find("X1")->type, ValueType::kNumber);
    ASSERT_EQ(drafted().notes.size(), 1U);
    EXPECT_TRUE(has(drafted().notes[0].sentence, "whole numbers with few values are taken as"));
  }
  Declarations declared = target();
  declared.families = {{"X1", "gaussian"}};
  EXPECT_TRUE(draft_schema({sample("y", "texts"), x}, declared, {}).notes.empty());
}

TEST(SchemaDraft, WhatWasGuessedFromAPart) {
  EXPECT_EQ(draft(target()).guessed, (std::vector<std::string>{"real", "whole", "bool", "hours"}));
  Declarations declarations = target("whole");
  declarations.families = {{"real", "gaussian"}, {"hours", "categorical"}};
  EXPECT_EQ(draft(declarations).guessed, (std::vector<std::string>{"whole", "bool", "hours"}));
}

TEST(SchemaDraft, AWordInATargetOrAMongDeclaredValuesMakesThemTexts) {
  ColumnSample x = sample("x", "integers");
  x.strays.words["other"] = 1;
  x.strays.cells_of_words = 1;
  const std::vector<ColumnSample> both{x, sample("real", "reals")};
  EXPECT_EQ(draft_schema(both, target("x"), {}).schema.target().type, ValueType::kText);
  Declarations declarations = target("real");
  EXPECT_EQ(draft_schema(both, declarations, {}).schema.find("x")->type, ValueType::kNumber);
  declarations.families = {{"x", "categorical"}};
  EXPECT_EQ(draft_schema(both, declarations, {}).schema.find("x")->type, ValueType::kText);
}

TEST(SchemaDraft, TheFormatMayDeclareValuesAndTheClass) {
  ColumnSample x = sample("x", "texts"), y = sample("y", "integers");
  x.family = "categorical";
  x.values = {"b", "a", "never"};
  y.family = "categorical";
  y.values = {"2", "1"};
  y.is_class = true;
  const Schema schema = draft_schema({x, y}, Declarations{}, {}).schema;
  EXPECT_EQ(schema.target().name, "y");
  EXPECT_EQ(schema.target().values.front(), Label::of(std::int64_t{1}));
  EXPECT_EQ(schema.find("x")->values.size(), 3U);
  Declarations other = target("x");
  EXPECT_EQ(draft_schema({x, y}, other, {}).schema.target().name, "x");
}

TEST(SchemaDraft, AColumnThatDiffersInEveryRowIsLeftOutUnlessDeclared) {
  ColumnSample id = sample("id", "texts");
  id.distinct = id.cells;
  id.all_differ = true;
  id.is_whole = true;
  const std::vector<ColumnSample> all{sample("y", "texts"), id, sample("real", "reals")};
  const SchemaDraft out = draft_schema(all, target(), {});
  EXPECT_EQ(out.left_out, std::vector<std::string>{"id"});
  EXPECT_EQ(out.schema.find("id"), nullptr);
  EXPECT_TRUE(has(out.notes.at(0).sentence, "left out, since no two rows have the same value: id"));
  EXPECT_NE(draft_schema(all, family("id", "categorical"), {}).schema.find("id"), nullptr);
}

TEST(SchemaDraft, NamesThatDoNotExist) {
  EXPECT_TRUE(has(fault(target("Real")), "did you mean 'real'?"));
  EXPECT_TRUE(has(fault(target("")), "which column is the class? Name it: "));
  EXPECT_TRUE(has(fault(target("empty")), "has no value"));
  Declarations declarations = target();
  declarations.ignore = {"z*"};
  EXPECT_TRUE(has(fault(declarations), "nothing is ignored: no column matches the pattern 'z*'"));
  declarations = target();
  declarations.families = {{"txet", "categorical"}};
  EXPECT_TRUE(has(fault(declarations), "did you mean 'text'?"));
  declarations.families = {{"text", "normal"}};
  EXPECT_TRUE(has(fault(declarations), "there is no family 'normal'"));
  declarations.families = {{"real", "gaussian:x"}};
  EXPECT_TRUE(has(fault(declarations), "is not understood"));
  declarations.families = {{"real", "poisson:hour"}};
  EXPECT_TRUE(has(fault(declarations), "did you mean 'hours'?"));
}

TEST(SchemaDraft, WhatDoesNotFitTogether) {
  Declarations declarations = target();
  declarations.ignore = {"y"};
  EXPECT_TRUE(has(fault(declarations), "the column 'y' cannot be ignored: it is the target"));
  declarations.ignore = {"*y"};
  EXPECT_EQ(fault(declarations), "");
  declarations = target();
  declarations.weight = "y";
  EXPECT_TRUE(has(fault(declarations), "cannot be the weight"));
  declarations.weight = "text";
  EXPECT_TRUE(has(fault(declarations), "holds texts"));
  declarations = target();
  declarations.families = {{"text", "gaussian"}};
  EXPECT_TRUE(has(fault(declarations), "is declared gaussian but holds 'abc'; declare the column"));
  declarations.families = {{"bool", "poisson"}};
  EXPECT_TRUE(has(fault(declarations), "is declared poisson but holds 'true'"));
  declarations.families = {{"real", "poisson:hours"}};
  declarations.ignore = {"hours"};
  EXPECT_TRUE(has(fault(declarations), "it is the exposure of 'real'"));
  declarations.ignore = {};
  declarations.weight = "hours";
  EXPECT_TRUE(has(fault(declarations), "cannot be the exposure"));
}

ColumnSample sentences(const std::string& name) {
  ColumnSample out = sample(name, "texts");
  out.mean_words = 15;
  out.distinct = 64;
  return out;
}

SchemaDraft draft_of_sentences(const Declarations& declarations) {
  return draft_schema({sample("y", "texts"), sample("name", "texts"), sentences("body")},
                      declarations, {});
}

TEST(SchemaDraft, FreeTextIsText) {
  const SchemaDraft found = draft_of_sentences(target());
  EXPECT_EQ(found.schema.find("body")->family, Family::kText);
  EXPECT_EQ(found.schema.find("name")->family, Family::kCategorical);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_TRUE(has(found.notes[0].sentence, "'body' holds free text (15 words on average)"));
  EXPECT_EQ(found.notes[0].remedies.at(0).column, "body");
  EXPECT_EQ(draft_of_sentences(family("body", "categorical")).schema.find("body")->family,
            Family::kCategorical);
}

TEST(SchemaDraft, TheTargetIsNeverAText) {
  const SchemaDraft found = draft_schema({sentences("y"), sample("real", "reals")}, target(), {});
  EXPECT_EQ(found.schema.target().type, ValueType::kText);
  EXPECT_FALSE(found.schema.has_text());
}

TEST(SchemaDraft, ATextIsDeclaredByItsFamilyOrItsModel) {
  for (const char* declared : {"text:complement", "complement"}) {
    const Schema schema = draft_of_sentences(family("body", declared)).schema;
    EXPECT_EQ(schema.find("body")->text.model, TextModel::kComplement);
  }
  for (const char* declared : {"bernoulli", "multinomial"}) {
    const Schema schema = draft_of_sentences(family("body", declared)).schema;
    EXPECT_EQ(schema.find("body")->family, Family::kText);
    EXPECT_EQ(schema.find("body")->text.model, parse_text_model(declared));
  }
  EXPECT_EQ(draft_of_sentences(family("name", "text")).schema.find("name")->family, Family::kText);
}

TEST(SchemaDraft, AModelOfTextsDoesNotMakeATextOfNames) {
  const auto refusal = [](const char* declared) {
    return message_of([&] { draft_of_sentences(family("name", declared)); });
  };
  EXPECT_TRUE(has(refusal("complement"), "if it is: declare the column 'name' as text:complement"));
  EXPECT_TRUE(has(refusal("bernoulli"), "is declared bernoulli but holds 'abc'"));
  EXPECT_TRUE(has(refusal("bernoulli"), "declare the column 'name' as text:bernoulli"));
  EXPECT_FALSE(has(refusal("multinomial:g"), "text:"));
}

TEST(SchemaDraft, OptionsOfTextsAreForAllOfThem) {
  Declarations declarations = family("name", "text:boolean");
  declarations.text.longest_gram = 3;
  const Schema schema = draft_of_sentences(declarations).schema;
  EXPECT_EQ(schema.find("body")->text.longest_gram, 3);
  EXPECT_EQ(schema.find("name")->text.longest_gram, 3);
  EXPECT_EQ(schema.find("name")->text.model, TextModel::kBoolean);
  declarations = family("body", "categorical");
  declarations.text.once = true;
  EXPECT_TRUE(has(message_of([&] { draft_of_sentences(declarations); }), "no column is text"));
}

TEST(SchemaDraft, ATextWithoutSpacesIsUncutTillItsCuttingIsFound) {
  std::vector<ColumnSample> columns{sample("y", "texts"), sentences("body"), sentences("review")};
  columns[2].unspaced = 0.8;
  Declarations declarations = target();
  EXPECT_TRUE(draft_schema(columns, declarations, {}).uncut.empty());
  declarations.finds_cutting = true;
  const SchemaDraft open = draft_schema(columns, declarations, {});
  EXPECT_EQ(open.uncut, std::vector<std::string>{"review"});
  EXPECT_EQ(open.schema.find("review")->text, TextOptions{});
  declarations.text.once = true;
  declarations.cuttings["review"] = Cutting::kCharacters;
  const SchemaDraft found = draft_schema(columns, declarations, {});
  EXPECT_TRUE(found.uncut.empty());
  EXPECT_EQ(to_string(found.schema.find("review")->text), "tokens=char count=once");
  EXPECT_EQ(to_string(found.schema.find("body")->text), "tokens=word count=once");
  declarations.cuttings["review"] = Cutting::kPairsOfCharacters;
  EXPECT_EQ(to_string(draft_schema(columns, declarations, {}).schema.find("review")->text),
            "tokens=word han=pairs count=once");
  columns[2].unspaced = 0.05;  // a name here and there
  declarations.cuttings.clear();
  EXPECT_TRUE(draft_schema(columns, declarations, {}).uncut.empty());
}

TEST(SchemaDraft, WeightedCountingAsksForHistograms) {
  std::vector<ColumnSample> columns = samples();
  columns[1].range = {1.518, 0.003};
  columns[2].range = {1985, 20};
  columns[3].range = {1985, 20};
  columns.push_back(sample("when", "times"));
  columns.back().range = {1.7e9, 1e6};
  Declarations declarations = target();
  EXPECT_EQ(draft_schema(columns, declarations, {}).schema,
            counted_as(Counting::kNaive, draft_schema(columns, declarations, {}).schema));
  declarations.count = Counting::kWeighted;
  declarations.families = {{"hours", "poisson"}};
  const Schema schema = draft_schema(columns, declarations, {}).schema;
  const auto origin = [&](const char* name) -> std::optional<double> {
    const ColumnSchema& column = *schema.find(name);
    return column.histogram ? std::optional(column.origin) : std::nullopt;
  };
  EXPECT_EQ(origin("real"), 1.5);
  EXPECT_EQ(origin("whole"), 2000);
  EXPECT_EQ(origin("when"), 1.7e9);
  EXPECT_EQ(origin("hours"), 0);
  EXPECT_EQ(origin("text"), std::nullopt);
  EXPECT_EQ(origin("bool"), std::nullopt);
  EXPECT_EQ(origin("y"), std::nullopt);
  // A text is counted with its pairs, and numbers beside it as without.
  declarations.families = {{"text", "text"}};
  const Schema text = draft_schema(columns, declarations, {}).schema;
  EXPECT_TRUE(text.find("text")->text.pairs);
  EXPECT_EQ(text.find("real")->origin, 1.5);
  EXPECT_FALSE(draft_schema(columns, target(), {}).schema.find("text")->text.pairs);
}

}  // namespace
}  // namespace tally
