// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/schema.h"

#include <gtest/gtest.h>

#include <functional>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tally/base/error.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

ColumnSchema target() { return column_with_role("y", Role::kTarget, ValueType::kText); }

ColumnSchema grouped(const std::string& name, const std::string& group) {
  ColumnSchema column = feature(name, Family::kMultinomial);
  column.group = group;
  return column;
}

ColumnSchema with_values(ColumnSchema column, const std::vector<Label>& values) {
  column.values = values;
  return column;
}

Schema schema_of(const std::vector<ColumnSchema>& columns) {
  Schema schema;
  schema.columns = columns;
  return schema;
}

// The sentence with which the columns are refused; a target is added to them.
std::string refusal(std::vector<ColumnSchema> columns) {
  columns.push_back(target());
  try {
    validated(schema_of(columns));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Validated, SortsColumnsValuesAndMarks) {
  Schema schema =
      schema_of({with_values(target(), {Label::of("b"), Label::of("a"), Label::of("b")}),
                 feature("x", Family::kGaussian), feature("a", Family::kGaussian)});
  schema.missing = {"?", "", "NA", "?"};
  schema = validated(schema);
  EXPECT_EQ(schema.columns[0].name, "a");
  EXPECT_EQ(schema.columns[1].name, "x");
  EXPECT_EQ(schema.columns[2].name, "y");
  EXPECT_EQ(schema.target().values, (std::vector<Label>{Label::of("a"), Label::of("b")}));
  EXPECT_EQ(schema.missing, (std::vector<std::string>{"?", "NA"}));
  EXPECT_EQ(validated(schema), schema);
}

TEST(Validated, WantsOneTargetAndAtMostOneWeight) {
  EXPECT_THROW(validated(schema_of({feature("x", Family::kGaussian)})), Error);
  EXPECT_TRUE(contains(refusal({column_with_role("z", Role::kTarget, ValueType::kText)}),
                       "more than one column is the target"));
  const auto weight = [](const char* name) {
    return column_with_role(name, Role::kWeight, ValueType::kNumber);
  };
  EXPECT_EQ(refusal({weight("v")}), "");
  EXPECT_TRUE(contains(refusal({weight("v"), weight("w")}), "more than one column is the weight"));
  EXPECT_TRUE(contains(refusal({column_with_role("w", Role::kWeight, ValueType::kText)}),
                       "column 'w' is to be the weight but holds texts"));
}

TEST(Validated, WantsNamesThatAreThereAndDiffer) {
  EXPECT_TRUE(contains(refusal({feature("", Family::kGaussian)}), "no name"));
  EXPECT_TRUE(contains(refusal({feature("x", Family::kGaussian), feature("x", Family::kPoisson)}),
                       "column 'x' is there twice"));
}

TEST(Validated, EachFamilyHasItsTypes) {
  using enum ValueType;
  struct Case {
    Family family;
    bool booleans, numbers, texts, times;
  };
  for (const Case& c : {Case{Family::kCategorical, true, true, true, false},
                        Case{Family::kBernoulli, true, true, false, false},
                        Case{Family::kGaussian, false, true, false, true},
                        Case{Family::kPoisson, false, true, false, false},
                        Case{Family::kMultinomial, false, true, false, false}}) {
    for (const ValueType type : {kTime, kDuration}) {
      EXPECT_EQ(refusal({feature("x", c.family, type)}).empty(), c.times) << to_string(c.family);
    }
    EXPECT_EQ(refusal({feature("x", c.family, kBoolean)}).empty(), c.booleans)
        << to_string(c.family);
    EXPECT_EQ(refusal({feature("x", c.family, kNumber)}).empty(), c.numbers) << to_string(c.family);
    EXPECT_EQ(refusal({feature("x", c.family, kText)}).empty(), c.texts) << to_string(c.family);
  }
  EXPECT_TRUE(
      contains(refusal({feature("x", Family::kGaussian, kText)}), "column 'x' as categorical"));
  EXPECT_TRUE(contains(refusal({feature("x", Family::kPoisson, kTime)}),
                       "holds times, which cannot be poisson; declare the column 'x' as gaussian"));
  EXPECT_TRUE(contains(refusal({feature("x", Family::kCategorical, kTime)}), "the type \"text\""));
}

TEST(Validated, ATimeIsNoClassNoWeightAndNoExposure) {
  using enum ValueType;
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian)};
  for (const ValueType type : {kTime, kDuration}) {
    schema.columns.push_back(column_with_role("y", Role::kTarget, type));
    EXPECT_THROW(validated(schema), Error);
    schema.columns.pop_back();
    EXPECT_TRUE(contains(refusal({column_with_role("w", Role::kWeight, type)}),
                         "'w' is to be the weight but holds " + std::string(to_string(type))));
  }
  EXPECT_TRUE(contains(refusal({column_with_role("e", Role::kExposure, kTime)}), "holds times"));
  ColumnSchema poisson = feature("calls", Family::kPoisson);
  poisson.exposure = "took";
  const ColumnSchema took = column_with_role("took", Role::kExposure, kDuration);
  EXPECT_EQ(refusal({poisson, took}), "");
}

TEST(Validated, DeclaredValuesAreOfTheColumnsType) {
  const ColumnSchema column = feature("x", Family::kCategorical, ValueType::kNumber);
  EXPECT_EQ(refusal({with_values(column, {Label::of(1.0)})}), "");
  EXPECT_TRUE(contains(refusal({with_values(column, {Label::of("one")})}), "'one'"));
  EXPECT_TRUE(contains(refusal({with_values(feature("x", Family::kGaussian), {Label::of(1.0)})}),
                       "column 'x' as categorical"));
}

TEST(Validated, ExposuresExistAndAreForPoissonAlone) {
  ColumnSchema poisson = feature("accidents", Family::kPoisson);
  poisson.exposure = "km";
  const ColumnSchema km = column_with_role("km", Role::kExposure, ValueType::kNumber);
  EXPECT_EQ(refusal({poisson, km}), "");
  EXPECT_TRUE(contains(refusal({poisson}), "'km'"));
  EXPECT_TRUE(contains(refusal({poisson, feature("km", Family::kGaussian)}), "'km'"));
  ColumnSchema gaussian = feature("x", Family::kGaussian);
  gaussian.exposure = "km";
  EXPECT_TRUE(contains(refusal({gaussian, km}), "only poisson"));
}

TEST(Validated, AThresholdIsFinite) {
  ColumnSchema column = feature("x", Family::kBernoulli);
  column.binarize = 0.5;
  EXPECT_EQ(refusal({column}), "");
  column.binarize = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contains(refusal({column}), "not a finite number"));
}

ColumnSchema binned(const std::string& name, const std::vector<double>& cuts) {
  ColumnSchema column = feature(name, Family::kBinned);
  column.cuts = cuts;
  return column;
}

TEST(Validated, CutsAreFiniteAndAscend) {
  EXPECT_EQ(refusal({binned("x", {18, 30})}), "");
  EXPECT_TRUE(contains(refusal({binned("x", {})}), "it is not said where it is cut"));
  EXPECT_TRUE(contains(refusal({binned("x", {30, 18})}), "column 'x' is binned, and its cuts do"));
  EXPECT_TRUE(contains(refusal({binned("x", {std::numeric_limits<double>::infinity()})}),
                       "cannot be cut at inf"));
  ColumnSchema boolean = binned("x", {0.5});
  boolean.type = ValueType::kBoolean;
  EXPECT_TRUE(contains(refusal({boolean}), "holds booleans, which cannot be binned"));
  ColumnSchema gaussian = binned("x", {18});
  gaussian.family = Family::kGaussian;
  EXPECT_TRUE(contains(refusal({gaussian}), "only binned columns are cut"));
  EXPECT_FALSE(
      std::signbit(validated(schema_of({target(), binned("x", {-0.0})})).columns[0].cuts[0]));
}

TEST(Schema, ABinnedColumnMayHaveAHistogramAndStandInAGrid) {
  Schema schema = counted_as(Counting::kWeighted, schema_of({target(), binned("x", {18, 30})}));
  EXPECT_TRUE(schema.columns[1].histogram);
  // In which it is cut as any number is.
  schema.joint.grid = {{"x", {7}}};
  schema.joint.scaled = {{"x", 20, 5}};
  schema = validated(schema);
  const std::vector<TallySpec> beside = schema.tallies_beside();
  ASSERT_EQ(beside.size(), 3u);
  EXPECT_EQ(beside[0].grid[0].cuts, (std::vector<double>{7}));
  EXPECT_EQ(beside[0].grid[0].cells, CellKind::kNumber);
}

TEST(Validated, AGroupIsMultinomialAndHasANameOfItsOwn) {
  EXPECT_EQ(refusal({grouped("free", "words"), grouped("cash", "words")}), "");
  EXPECT_TRUE(contains(refusal({grouped("free", "x"), feature("x", Family::kGaussian)}), "'x'"));
  EXPECT_TRUE(contains(refusal({grouped("free", ""), feature("multinomial", Family::kGaussian)}),
                       "give the group a name"));
  ColumnSchema gaussian = feature("x", Family::kGaussian);
  gaussian.group = "words";
  EXPECT_TRUE(contains(refusal({gaussian}), "only multinomial"));
  // A term may have the name of its group: the term is no tally.
  EXPECT_EQ(refusal({grouped("words", "words")}), "");
}

TEST(Validated, SchemasThatMeanTheSameAreEqual) {
  ColumnSchema gaussian = feature("x", Family::kGaussian);
  gaussian.binarize = 0;
  ColumnSchema odd_target = target();
  odd_target.family = Family::kPoisson;
  odd_target.group = "g";
  odd_target.binarize = 1;
  EXPECT_EQ(validated(schema_of({gaussian, odd_target})),
            validated(schema_of({feature("x", Family::kGaussian), target()})));
  EXPECT_EQ(validated(schema_of({grouped("free", ""), target()})),
            validated(schema_of({grouped("free", "multinomial"), target()})));
}

TEST(Schema, FindsColumnsByNameAndRole) {
  const Schema schema = validated(
      schema_of({target(), feature("b", Family::kGaussian), feature("a", Family::kPoisson),
                 column_with_role("w", Role::kWeight, ValueType::kNumber)}));
  EXPECT_EQ(schema.find("a")->family, Family::kPoisson);
  EXPECT_EQ(schema.find("c"), nullptr);
  EXPECT_EQ(schema.target().name, "y");
  EXPECT_EQ(schema.weight()->name, "w");
  EXPECT_EQ(validated(schema_of({target()})).weight(), nullptr);
}

TEST(Schema, TalliesAreFeaturesAndGroupsByName) {
  ColumnSchema threshold = feature("t", Family::kBernoulli);
  threshold.binarize = 2.5;
  const ColumnSchema declared =
      with_values(feature("c", Family::kCategorical, ValueType::kText), {Label::of("S")});
  const std::vector<TallySpec> tallies =
      validated(schema_of({target(), threshold, declared, grouped("free", "words"),
                           grouped("cash", "words"), grouped("zoo", "animals"),
                           column_with_role("w", Role::kWeight, ValueType::kNumber)}))
          .tallies();
  ASSERT_EQ(tallies.size(), 4U);
  EXPECT_EQ(tallies[0].name, "animals");
  EXPECT_EQ(tallies[1].name, "c");
  EXPECT_EQ(tallies[1].values, (std::vector<Label>{Label::of("S")}));
  EXPECT_EQ(tallies[1].type, ValueType::kText);
  EXPECT_EQ(tallies[2].name, "t");
  EXPECT_EQ(tallies[2].binarize, 2.5);
  EXPECT_EQ(tallies[3].name, "words");
  EXPECT_EQ(tallies[3].family, Family::kMultinomial);
  EXPECT_EQ(tallies[3].columns, (std::vector<std::string>{"cash", "free"}));
  EXPECT_EQ(tallies[3].values, (std::vector<Label>{Label::of("cash"), Label::of("free")}));
}

TEST(Schema, ATextWithPairsHasTwoTallies) {
  ColumnSchema body = feature("body", Family::kText, ValueType::kText);
  body.text.pairs = true;
  const ColumnSchema dashed = feature("body-x", Family::kCategorical, ValueType::kText);
  const Schema schema = validated(schema_of({target(), body, dashed}));
  EXPECT_TRUE(schema.has_pairs());
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.cut_columns()) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"body", "body-x", "body.pair", "y"}));
  const std::vector<TallySpec> tallies = schema.tallies();
  ASSERT_EQ(tallies.size(), 3U);
  EXPECT_FALSE(tallies[0].is_pairs);
  EXPECT_FALSE(tallies[1].is_pairs);
  EXPECT_EQ(tallies[2].name, "body.pair");
  EXPECT_EQ(tallies[2].columns, (std::vector<std::string>{"body.pair"}));
  EXPECT_TRUE(tallies[2].is_pairs);
  EXPECT_EQ(tallies[2].text, body.text);
  const ColumnSchema namesake = feature("body.pair", Family::kGaussian);
  EXPECT_THROW(validated(schema_of({target(), body, namesake})), Error);
}

ColumnSchema with_histogram(ColumnSchema column, double origin = 0) {
  column.histogram = true;
  column.origin = origin;
  return column;
}

TEST(Validated, HistogramsAreOfNumbersAlone) {
  const Schema schema = validated(counted_as(
      Counting::kWeighted,
      schema_of({target(), with_histogram(feature("a", Family::kGaussian), 1.5),
                 feature("b", Family::kPoisson), feature("c", Family::kNegativeBinomial),
                 feature("d", Family::kGaussian, ValueType::kTime),
                 with_histogram(feature("e", Family::kBernoulli), 3),
                 with_histogram(feature("f", Family::kCategorical), 3), grouped("g", "words"),
                 with_histogram(column_with_role("w", Role::kWeight, ValueType::kNumber), 3)})));
  for (const ColumnSchema& column : schema.columns) {
    EXPECT_EQ(column.histogram, column.name < "e") << column.name;
    EXPECT_EQ(column.origin, column.name == "a" ? 1.5 : 0) << column.name;
  }
  EXPECT_EQ(counted_as(Counting::kWeighted, schema), schema);
  EXPECT_EQ(validated(schema_of({target(), with_histogram(feature("e", Family::kBernoulli), 3)})),
            validated(schema_of({target(), feature("e", Family::kBernoulli)})));
  ColumnSchema unused = feature("a", Family::kGaussian);
  unused.origin = 7;
  EXPECT_EQ(validated(schema_of({target(), unused})).columns[0].origin, 0);
}

TEST(Schema, IsCountedInOneWayOrTheOther) {
  const Schema bare = validated(schema_of({target(), feature("x", Family::kGaussian)}));
  EXPECT_EQ(counted_as(Counting::kNaive, counted_as(Counting::kWeighted, bare)), bare);
  const Schema with_origin =
      validated(schema_of({target(), with_histogram(feature("x", Family::kGaussian), 2)}));
  EXPECT_EQ(counted_as(Counting::kWeighted, with_origin), with_origin);
  EXPECT_EQ(counted_as(Counting::kNaive, with_origin), bare);
  const Schema text = validated(schema_of({target(), feature("x", Family::kGaussian),
                                           feature("words", Family::kText, ValueType::kText)}));
  const Schema with_pairs = counted_as(Counting::kWeighted, text);
  EXPECT_TRUE(with_pairs.find("words")->text.pairs);
  EXPECT_TRUE(with_pairs.find("x")->histogram);
  EXPECT_EQ(counted_as(Counting::kNaive, text), text);
  // Longer grams have them, a reader has its own, and a column may have the name.
  for (const auto& change : std::vector<std::function<void(Schema&)>>{
           [](Schema& schema) { schema.columns[0].text.longest_gram = 2; },
           [](Schema& schema) { schema.columns[0].text.tokens = TokenKind::kGiven; },
           [](Schema& schema) {
             schema.columns.insert(schema.columns.begin() + 1,
                                   feature("words.pair", Family::kText, ValueType::kText));
           }}) {
    Schema changed = text;
    change(changed);
    EXPECT_FALSE(counted_as(Counting::kWeighted, changed).find("words")->text.pairs);
  }
  for (const Counting counting : {Counting::kNaive, Counting::kWeighted, Counting::kFull}) {
    EXPECT_EQ(parse_counting(to_string(counting)), counting);
  }
  EXPECT_EQ(parse_counting("most"), std::nullopt);
  EXPECT_EQ(counting_names(), (std::vector<std::string>{"naive", "weighted", "full"}));
}

TEST(Validated, AnOriginIsFinite) {
  const auto with = [](double origin) {
    return with_histogram(feature("x", Family::kGaussian), origin);
  };
  for (const double origin : {0.0, -1e290, 1e290, 5e-324}) EXPECT_EQ(refusal({with(origin)}), "");
  for (const double origin : {std::numeric_limits<double>::quiet_NaN(), 2e290, -2e290,
                              std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(contains(refusal({with(origin)}), "the histogram of column 'x'"));
  }
  EXPECT_FALSE(std::signbit(validated(schema_of({target(), with(-0.0)})).columns[0].origin));
}

TEST(Validated, AHistogramHasANameOfItsOwn) {
  const ColumnSchema x = with_histogram(feature("x", Family::kGaussian));
  EXPECT_TRUE(contains(refusal({x, feature("x.histogram", Family::kGaussian)}), "so is a column"));
  EXPECT_TRUE(contains(refusal({x, grouped("free", "x.histogram")}), "so is a multinomial group"));
  EXPECT_EQ(refusal({feature("x", Family::kGaussian), grouped("free", "x.histogram")}), "");
  EXPECT_EQ(refusal({x, grouped("x.his", "words")}), "");
}

TEST(Schema, HistogramsStandBesideTheTallies) {
  const Schema schema = validated(schema_of(
      {target(), with_histogram(feature("a", Family::kPoisson), 2),
       with_histogram(feature("a-b", Family::kGaussian)), feature("b", Family::kGaussian)}));
  EXPECT_EQ(schema.tallies().size(), 3U);
  const std::vector<TallySpec> beside = schema.tallies_beside();
  ASSERT_EQ(beside.size(), 2U);
  EXPECT_EQ(beside[0].name, "a-b.histogram");
  EXPECT_EQ(beside[1].name, "a.histogram");
  EXPECT_EQ(beside[1].columns, (std::vector<std::string>{"a"}));
  EXPECT_EQ(beside[1].origin, 2);
  EXPECT_EQ(beside[1].beside, Beside::kHistogram);
}

TEST(Difference, NamesHistogramsAndOrigins) {
  const Schema bare = validated(schema_of({target(), feature("x", Family::kGaussian)}));
  const Schema with =
      validated(schema_of({target(), with_histogram(feature("x", Family::kGaussian), 1.5)}));
  EXPECT_EQ(difference(bare, with),
            "column 'x' is gaussian over numbers here and gaussian over numbers with a histogram "
            "from the origin 1.5 there");
  EXPECT_TRUE(
      contains(difference(counted_as(Counting::kWeighted, bare), bare), "with a histogram here"));
}

TEST(Difference, OfEqualSchemasIsNothing) {
  const Schema schema = validated(schema_of({target(), feature("x", Family::kGaussian)}));
  EXPECT_EQ(difference(schema, schema), "");
}

TEST(Difference, NamesTheColumnAndBothSides) {
  const Schema here = validated(schema_of({target(), feature("age", Family::kGaussian)}));
  const Schema there = validated(schema_of({target(), feature("age", Family::kCategorical)}));
  EXPECT_EQ(difference(here, there),
            "column 'age' is gaussian over numbers here and categorical over numbers there");
  const Schema fewer = validated(schema_of({target()}));
  EXPECT_EQ(difference(here, fewer),
            "column 'age' is gaussian over numbers here and not used there");
  EXPECT_EQ(difference(fewer, here),
            "column 'age' is not used here and gaussian over numbers there");
}

TEST(Difference, ShowsWhateverDiffers) {
  const ColumnSchema plain = feature("x", Family::kBernoulli);
  ColumnSchema threshold = plain;
  threshold.binarize = 0.5;
  ColumnSchema poisson = feature("x", Family::kPoisson);
  ColumnSchema exposed = poisson;
  exposed.exposure = "km";
  const ColumnSchema categorical = feature("x", Family::kCategorical);
  const std::vector<ColumnSchema> variants = {plain,
                                              threshold,
                                              poisson,
                                              exposed,
                                              binned("x", {18, 30}),
                                              binned("x", {18, 65}),
                                              categorical,
                                              with_values(categorical, {Label::of(1.0)}),
                                              grouped("x", "g"),
                                              grouped("x", "h"),
                                              feature("x", Family::kCategorical, ValueType::kText)};
  const ColumnSchema km = column_with_role("km", Role::kExposure, ValueType::kNumber);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    for (std::size_t j = 0; j < variants.size(); ++j) {
      const std::string words = difference(validated(schema_of({variants[i], km, target()})),
                                           validated(schema_of({variants[j], km, target()})));
      EXPECT_EQ(words.empty(), i == j) << words;
      if (i == j) continue;
      const std::size_t is = words.find(" is "), here = words.find(" here and ");
      EXPECT_NE(words.substr(is + 4, here - is - 4) + " there", words.substr(here + 10)) << words;
    }
  }
}

TEST(Difference, NamesTheMissingMarks) {
  Schema here = schema_of({target()});
  Schema there = here;
  here.missing = {"?"};
  EXPECT_EQ(difference(validated(here), validated(there)),
            "missing is marked by '?' here and by no mark there");
}

TEST(Names, OfRolesAndFamiliesReadBack) {
  for (const Role role : {Role::kFeature, Role::kTarget, Role::kWeight, Role::kExposure}) {
    EXPECT_EQ(parse_role(to_string(role)), role);
  }
  for (const Family family : {Family::kCategorical, Family::kBernoulli, Family::kGaussian,
                              Family::kPoisson, Family::kMultinomial}) {
    EXPECT_EQ(parse_family(to_string(family)), family);
  }
  EXPECT_EQ(parse_role("judge"), std::nullopt);
  EXPECT_EQ(parse_family("cauchy"), std::nullopt);
}

}  // namespace
}  // namespace tally
