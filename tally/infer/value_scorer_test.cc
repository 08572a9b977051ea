// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "tally/infer/scorer_testing.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;
using Scores = std::vector<double>;

FeatureEstimate colours() {
  return feature_of(
      Family::kCategorical,
      CategoricalTable{{Label::of("g"), Label::of("r")}, {-1, -2, -3, -4}, {-8, -9}, {}, 2, {}});
}

FeatureEstimate numbers() {
  return feature_of(Family::kCategorical,
                    CategoricalTable{{Label::of(0.5), Label::of(2.0)}, {-1, -2}, {-9}, {}, 2, {}});
}

FeatureEstimate flag(std::optional<double> binarize = {}) {
  return feature_of(
      Family::kBernoulli,
      CategoricalTable{{Label::of(false), Label::of(true)}, {-1, -2}, {-9}, binarize, 2, {}});
}

TEST(ValueScorer, LooksLabelsUp) {
  const Scores found =
      scores(colours(), 2, TestTable().texts("x", {"r", "", "g", "blue", "r"}).batch());
  EXPECT_EQ(found, (Scores{-3, -4, 0, 0, -1, -2, -8, -9, -3, -4}));
}

TEST(ValueScorer, KnowsNumbersAsLabels) {
  EXPECT_EQ(scores(numbers(), 1, TestTable().numbers("x", {2, kNone, 0.5, 7, 2}).batch()),
            (Scores{-2, 0, -1, -9, -2}));
}

FeatureEstimate binned(std::vector<Label> values, Scores log_p) {
  return feature_of(Family::kBinned,
                    CategoricalTable{std::move(values), std::move(log_p), {-9}, {}, 3, {18, 30}});
}

TEST(ValueScorer, LooksBinsUp) {
  TestTable table;
  table.numbers("x", {18, 18.5, 30, kNone, 31, -1e300});
  EXPECT_EQ(scores(binned(labels_of_bins(Scores{18, 30}), {-1, -2, -3}), 1, table.batch()),
            (Scores{-1, -2, -2, 0, -3, -1}));
  // What leaving a row out looks up: the bin of the row alone.
  EXPECT_EQ(scores(binned({label_of_bin(1)}, {-2}), 1, TestTable().numbers("x", {20, 40}).batch()),
            (Scores{-2, -9}));
  EXPECT_THROW(scores(binned(labels_of_bins(Scores{18, 30}), {-1, -2, -3}), 1,
                      TestTable().numbers("x", {std::numeric_limits<double>::infinity()}).batch()),
               Error);
  EXPECT_THROW(scores(binned(labels_of_bins(Scores{18, 30}), {-1, -2, -3}), 1,
                      TestTable().texts("x", {"old"}).batch()),
               Error);
}

TEST(ValueScorer, FollowsADictionaryThatGrowsAndOneThatChanges) {
  const auto dictionary = std::make_shared<Dictionary>();
  dictionary->code(Label::of("r"));
  const FeatureEstimate feature = colours();
  const auto scorer = make_feature_scorer(feature, 2);
  const auto score = [&](const std::vector<std::int32_t>& codes,
                         const std::shared_ptr<const Dictionary>& with) {
    Batch batch;
    batch.rows = static_cast<std::int64_t>(codes.size());
    const Column column = Codes::of(codes, with);
    const Column* const columns[] = {&column};
    Scores out(codes.size() * 2);
    scorer->add(batch, columns, out);
    return out;
  };
  EXPECT_EQ(score({0}, dictionary), (Scores{-3, -4}));
  dictionary->code(Label::of("g"));
  EXPECT_EQ(score({1, 0, -1}, dictionary), (Scores{-1, -2, -3, -4, 0, 0}));
  const auto other = std::make_shared<Dictionary>();
  other->code(Label::of("g"));
  EXPECT_EQ(score({0}, other), (Scores{-1, -2}));
}

TEST(ValueScorer, RefusesLabelsOfAnotherType) {
  expect_refused(colours(), 2, TestTable().numbers("x", {kNone, 3}).batch(), 1, "x",
                 "expected a text, found 3");
  expect_refused(colours(), 2, TestTable().booleans("x", {1}).batch(), 0, "x",
                 "expected a text, found true");
  expect_refused(numbers(), 1, TestTable().texts("x", {"", "r"}).batch(), 1, "x",
                 "expected a number, found 'r'");
  expect_refused(numbers(), 1,
                 TestTable().numbers("x", {std::numeric_limits<double>::infinity()}).batch(), 0,
                 "x", "found inf");
}

TEST(ValueScorer, BernoulliTakesBitsLabelsAndNumbers) {
  EXPECT_EQ(scores(flag(), 1, TestTable().booleans("x", {0, 1, -1}).batch()), (Scores{-1, -2, 0}));
  EXPECT_EQ(scores(flag(), 1, TestTable().labels("x", {Label::of(true), std::nullopt}).batch()),
            (Scores{-2, 0}));
  EXPECT_EQ(scores(flag(), 1, TestTable().numbers("x", {0, 1, kNone}).batch()),
            (Scores{-1, -2, 0}));
  EXPECT_EQ(scores(flag(2.5), 1, TestTable().numbers("x", {2.5, 2.6, -7}).batch()),
            (Scores{-1, -2, -1}));
}

TEST(ValueScorer, BernoulliRefusesWhatIsNeitherTrueNorFalse) {
  expect_refused(flag(), 1, TestTable().numbers("x", {0, 2}).batch(), 1, "x",
                 "expected 0 or 1, found 2");
  expect_refused(flag(0), 1,
                 TestTable().numbers("x", {-std::numeric_limits<double>::infinity()}).batch(), 0,
                 "x", "finite");
  expect_refused(flag(), 1, TestTable().texts("x", {"yes"}).batch(), 0, "x",
                 "expected a boolean, found 'yes'");
}

}  // namespace
}  // namespace tally
