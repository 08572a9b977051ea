// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/left_out_full.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "tally/estimate/full/ugly_table_testing.h"
#include "tally/infer/full/full_sum.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

void expect_close(double found, double wanted, const std::string& what) {
  EXPECT_NEAR(found, wanted, 1e-9 * std::max(1.0, std::abs(wanted))) << what;
}

bool is_moment(const JointFeature& feature) {
  return feature.voice == JointVoice::kLinear || feature.voice == JointVoice::kQuadratic;
}

struct Case {
  std::size_t rows, classes;
  bool has_weights;
  unsigned seed;

  friend void PrintTo(const Case& shown, std::ostream* out) {  // its name among the tests
    *out << shown.rows << " rows, " << shown.classes << " classes, weights " << shown.has_weights;
  }
};

std::vector<Case> cases() {
  std::vector<Case> out;
  unsigned seed = 1;
  for (std::size_t classes = 2; classes <= 6; ++classes) {
    for (const bool has_weights : {false, true}) {
      out.push_back({3 * classes, classes, has_weights, ++seed});
      out.push_back({70, classes, has_weights, ++seed});
    }
  }
  return out;
}

class LeftOutFullTest : public testing::TestWithParam<Case> {
 protected:
  LeftOutFullTest()
      : table(ugly_table(GetParam().rows, GetParam().classes, GetParam().has_weights,
                         GetParam().seed)),
        counts(counted()) {}

  Counts counted() const {
    Counts out(table.schema);
    out.add(table.batch);
    return out;
  }

  UglyTable table;
  Counts counts;
};

// To the bit, as any row is asked. `times`: how often each row was counted, if more than once.
void expect_as_others(const UglyTable& table, const Counts& counts,
                      const std::vector<std::int64_t>& times) {
  const FullFeatures features = full_features(counts);
  const FullTables tables = full_tables(features);
  LeftOutFull left_out(table.schema, features, tables, table.batch, times);
  const std::size_t K = table.classes, voices = features.voices.features.size();
  std::vector<double> said(features.size() * K);
  std::int64_t compared = 0;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    if (left_out.is_alone(row)) continue;
    ++compared;
    left_out.say(row, said);
    const Batch one = slice(table.batch, row, row + 1);
    Counts others = counts;
    const std::int64_t leaving = times.empty() ? 1 : times[static_cast<std::size_t>(row)];
    for (std::int64_t i = 0; i < leaving; ++i) others.take_away(one);
    const FullFeatures theirs = full_features(others, &features);
    ASSERT_EQ(theirs.size(), features.size());
    const std::vector<double> together = said_together(full_tables(theirs), one, 0);
    ASSERT_EQ(together.size(), features.together.size() * K);
    const Estimates single =
        voice_estimates(theirs.voices, Question{}, feature_weights(theirs.voices, {}));
    std::vector<double> voice(K);
    for (std::size_t f = 0; f < voices; ++f) {
      feature_log_likelihood(single.features[f], K, one, 0, voice);
      temper(voice);
      for (std::size_t k = 0; k < K; ++k) {
        EXPECT_EQ(said[f * K + k], voice[k])
            << features.voices.features[f].name() << ", row " << row;
      }
    }
    for (std::size_t f = 0; f < features.together.size(); ++f) {
      for (std::size_t k = 0; k < K; ++k) {
        const double found = said[(voices + f) * K + k], wanted = together[f * K + k];
        const std::string what = features.together[f].name() + ", row " + std::to_string(row);
        if (is_moment(features.together[f])) {
          expect_close(found, wanted, what);
        } else {
          EXPECT_EQ(found, wanted) << what;
        }
      }
    }
  }
  EXPECT_GT(compared, 0);
}

TEST_P(LeftOutFullTest, IsWhatCountingTheOthersAfreshGives) { expect_as_others(table, counts, {}); }

// A row that was counted several times leaves with all its copies.
TEST_P(LeftOutFullTest, LeavesWithItsCopies) {
  if (GetParam().has_weights) return;  // which have no copies
  Counts copied(table.schema);
  std::vector<std::int64_t> times;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    times.push_back(1 + row % 5);
    for (std::int64_t i = 0; i < times.back(); ++i) copied.add(slice(table.batch, row, row + 1));
  }
  expect_as_others(table, copied, times);
}

TEST(LeftOutOfAHundredClasses, IsWhatCountingTheOthersAfreshGives) {
  const UglyTable table = ugly_table(250, 100, false, 41);
  Counts counts(table.schema);
  counts.add(table.batch);
  ASSERT_GT(counts.classes().size(), 90U);
  expect_as_others(table, counts, {});
}

// By the formulas, from the rows.
TEST_P(LeftOutFullTest, IsTheFormulas) {
  const FullFeatures features = full_features(counts);
  const FullTables tables = full_tables(features);
  LeftOutFull left_out(table.schema, features, tables, table.batch);
  const std::size_t K = table.classes, voices = features.voices.features.size();
  std::vector<double> said(features.size() * K);
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(table.columns.begin(), table.columns.end(), name) -
                                    table.columns.begin());
  };
  for (std::int64_t row = 0; row < std::min<std::int64_t>(20, table.batch.rows); ++row) {
    if (left_out.is_alone(row)) continue;
    left_out.say(row, said);
    const std::vector<double> by_all = said_together(tables, slice(table.batch, row, row + 1), 0);
    for (const std::ptrdiff_t without : {std::ptrdiff_t{-1}, static_cast<std::ptrdiff_t>(row)}) {
      const SaidByRows wanted(table, features.columns, features.freedom, without);
      const auto r = static_cast<std::size_t>(row);
      for (std::size_t f = 0; f < features.together.size(); ++f) {
        const JointFeature& feature = features.together[f];
        for (std::size_t k = 0; k < K; ++k) {
          const double found = without < 0 ? by_all[f * K + k] : said[(voices + f) * K + k];
          const std::string what = feature.name() + ", row " + std::to_string(row);
          switch (feature.voice) {
            case JointVoice::kParent:
              expect_close(found, wanted.parent(place(feature.columns[0]), r, k), what);
              break;
            case JointVoice::kMixture:
              expect_close(found, wanted.mixture(r, k), what);
              break;
            case JointVoice::kTriple:
              expect_close(found,
                           wanted.triple({place(feature.columns[0]), place(feature.columns[1]),
                                          place(feature.columns[2])},
                                         r, k),
                           what);
              break;
            case JointVoice::kLinear:
              expect_close(found, wanted.linear(r, k), what);
              break;
            case JointVoice::kQuadratic:
              expect_close(found, wanted.quadratic(r, k), what);
              break;
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, LeftOutFullTest, testing::ValuesIn(cases()));

}  // namespace
}  // namespace tally
