// SPDX-License-Identifier: Apache-2.0
#include "tally/count/joint/joint_tally.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tally/base/error.h"
#include "tally/batch/slice.h"
#include "tally/inside/count.h"

namespace tally {
namespace {

// Labels keep coming, so that tables of cells grow while they are used: every pair has the rows that it
// has by going through them, and what no row has is found nowhere.
TEST(JointTally, CellsAreFoundWhileTablesGrow) {
  Schema schema = validated({{feature("a", Family::kCategorical, ValueType::kText),
                              feature("b", Family::kCategorical, ValueType::kText),
                              feature("x", Family::kGaussian), target_column("class")},
                             {},
                             {}});
  schema.joint.grid = {{"a", {}}, {"b", {}}, {"x", {0.5, 1.5}}};
  schema.joint.triples = {{"a", "b", "x"}};
  Counts counts(validated(schema));
  std::mt19937 random(11);
  std::map<std::vector<std::string>, double> pairs, triples;  // of class p
  for (int batch = 0; batch < 12; ++batch) {
    std::vector<std::string> a, b, klass;
    std::vector<double> x;
    for (int row = 0; row < 40; ++row) {
      const auto most = static_cast<unsigned>(2 + 3 * batch);
      a.push_back(random() % 10 == 0 ? "" : "a" + std::to_string(random() % most));
      b.push_back("b" + std::to_string(random() % 5));
      x.push_back(static_cast<double>(random() % 3));
      klass.emplace_back(random() % 2 == 0 ? "p" : "q");
      if (a.back().empty() || klass.back() != "p") continue;
      pairs[{a.back(), b.back()}] += 1;
      triples[{a.back(), b.back(), std::to_string(static_cast<int>(x.back()))}] += 1;
    }
    counts.add(
        BatchBuilder().texts("a", a).texts("b", b).numbers("x", x).texts("class", klass).batch());
  }
  const JointTally& tally = *counts.joint();
  const std::int32_t p = counts.classes()[0].code;
  const auto rows_of = [&](std::size_t table, const std::vector<std::int32_t>& codes) {
    const std::int32_t slot = tally.find_slot(table, codes);
    return slot < 0 ? 0 : tally.at(p, slot).to_double();
  };
  std::size_t found = 0;
  for (std::int32_t i = 0; i < tally.codes(0); ++i) {
    for (std::int32_t j = 0; j < tally.codes(1); ++j) {
      const std::vector<std::string> cell{tally.value_text(0, i), tally.value_text(1, j)};
      const auto expected = pairs.find(cell);
      EXPECT_EQ(rows_of(tally.pair(0, 1), {i, j}), expected == pairs.end() ? 0 : expected->second);
      for (std::int32_t bin = 0; bin < 3; ++bin) {
        const auto of_three = triples.find({cell[0], cell[1], std::to_string(bin)});
        EXPECT_EQ(rows_of(tally.triple(0), {i, j, bin}),
                  of_three == triples.end() ? 0 : of_three->second);
      }
      found += expected == pairs.end() ? 0 : 1;
    }
  }
  EXPECT_EQ(found, pairs.size());
  EXPECT_GT(found, 60U);
  EXPECT_EQ(tally.find_slot(tally.pair(0, 1), std::vector<std::int32_t>{-1, 0}), -1);
  EXPECT_EQ(tally.find_slot(tally.pair(0, 1), std::vector<std::int32_t>{0, 500}), -1);
}

// Rows that weigh 1 each are looked up one by one, and rows without weights are counted in dense
// arrays where these are small: the sums are the same on both sides of that border, in tables with more
// and with fewer cells, with missing cells, rows without a class, and labels that keep coming. Only of the
// 40,000 rows are there enough for the cells of three columns to be added up to those of two.
TEST(JointTally, DenseCellsAndLookUpsAgree) {
  Schema schema;
  schema.columns = {target_column("class")};
  for (const char* name : {"a", "b", "c", "d"}) {
    schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
    schema.joint.grid.push_back({name, {}});
  }
  schema.joint.triples = {{"a", "b", "c"}, {"b", "c", "d"}};
  Schema weighed = schema;
  ColumnSchema weight = feature("weight", Family::kGaussian);
  weight.role = Role::kWeight;
  weighed.columns.push_back(weight);
  Counts plain(validated(schema)), one_by_one(validated(weighed));
  std::mt19937 random(12);
  for (const std::size_t rows : {1U, 7U, 300U, 9000U, 40000U, 40U}) {
    BatchBuilder cells;
    unsigned most = 2;
    for (const char* name : {"a", "b", "c", "d"}) {
      std::vector<std::string> texts;
      for (std::size_t row = 0; row < rows; ++row) {
        const unsigned value = random() % (most + static_cast<unsigned>(rows % 9));
        texts.push_back(random() % 12 == 0 ? "" : std::to_string(value));
      }
      cells.texts(name, texts);
      most *= 3;  // 2, 6, 18, 54 and more
    }
    std::vector<std::string> classes;
    for (std::size_t row = 0; row < rows; ++row) {
      classes.push_back(random() % 15 == 0 ? "" : std::to_string(random() % 3));
    }
    cells.texts("class", classes);
    plain.add(cells.batch());
    cells.numbers("weight", std::vector<double>(rows, 1));
    one_by_one.add(cells.batch());
  }
  const JointTally &fast = *plain.joint(), &slow = *one_by_one.joint();
  ASSERT_EQ(fast.slots(), slow.slots());
  std::map<std::string, double> sums, expected;
  for (std::size_t k = 0; k < plain.classes().size(); ++k) {
    for (std::int32_t slot = 0; slot < fast.slots(); ++slot) {
      const auto named = [&](const Counts& counts, const JointTally& tally) {
        return counts.classes()[k].label.to_string() + ' ' + tally.key_of(slot);
      };
      sums[named(plain, fast)] = fast.at(plain.classes()[k].code, slot).to_double();
      expected[named(one_by_one, slow)] = slow.at(one_by_one.classes()[k].code, slot).to_double();
    }
  }
  EXPECT_EQ(sums, expected);
}

// What was counted, by its name.
std::map<std::string, double> sums_of(const Counts& counts) {
  std::map<std::string, double> out;
  counts.for_each_row([&](const CountRow& row) {
    out[row.tally + ' ' + std::string(to_string(row.part)) + ' ' + row.key + ' ' + row.klass + ' ' +
        std::to_string(row.exponent)] = static_cast<double>(row.amount);
  });
  return out;
}

// Numbers with missing cells and values without end, labels, rows without a class and of weight 0.
class TogetherLater : public ::testing::Test {
 protected:
  TogetherLater() {
    std::mt19937 random(13);
    for (int row = 0; row < 900; ++row) {
      const double number = std::ldexp(static_cast<double>(random()), -20 + row % 60);
      x_.push_back(random() % 11 == 0 ? std::nan("") : number);
      y_.push_back(static_cast<double>(random() % 6));
      a_.push_back(random() % 10 == 0 ? "" : "a" + std::to_string(random() % (2 + row / 90)));
      class_.push_back(random() % 12 == 0 ? "" : std::to_string(random() % 3));
      times_.push_back(static_cast<std::int64_t>(random() % 4));
      weight_.push_back(static_cast<double>(random() % 5) * 0.3);
    }
  }
  static Schema schema(bool is_weighed, bool has_joint) {
    Schema out;
    out.columns = {feature("a", Family::kCategorical, ValueType::kText),
                   feature("x", Family::kGaussian), feature("y", Family::kGaussian),
                   target_column("class")};
    if (is_weighed) {
      out.columns.push_back(feature("weight", Family::kGaussian));
      out.columns.back().role = Role::kWeight;
    }
    out.columns[1].histogram = true;
    if (has_joint) {
      out.joint.grid = {{"a", {}}, {"x", {2.5, 1e5}}, {"y", {1.5}}};
      out.joint.triples = {{"a", "x", "y"}};
      out.joint.scaled = {{"x", 100, 50}, {"y", 2.5, 1.5}};
    }
    return validated(std::move(out));
  }
  // Row i so many times.
  Batch rows(const std::vector<std::int64_t>& times) const {
    std::vector<double> x, y, weight;
    std::vector<std::string> a, klass;
    for (std::size_t row = 0; row < x_.size(); ++row) {
      for (std::int64_t i = 0; i < times[row]; ++i) {
        x.push_back(x_[row]), y.push_back(y_[row]), weight.push_back(weight_[row]);
        a.push_back(a_[row]), klass.push_back(class_[row]);
      }
    }
    BatchBuilder out;
    out.texts("a", a).numbers("x", x).numbers("y", y).texts("class", klass);
    return out.numbers("weight", weight).batch();
  }
  std::vector<std::int64_t> once() const { return std::vector<std::int64_t>(x_.size(), 1); }

  std::vector<double> x_, y_, weight_;
  std::vector<std::string> a_, class_;
  std::vector<std::int64_t> times_;
};

// Columns that are counted together behind the others have the sums that they have at once.
TEST_F(TogetherLater, IsTogetherAtOnce) {
  for (const bool is_weighed : {false, true}) {
    Counts at_once(schema(is_weighed, true)), first(schema(is_weighed, false));
    at_once.add(rows(once()));
    first.add(rows(once()));
    Counts later = first.with_together(schema(is_weighed, true));
    EXPECT_NE(sums_of(later), sums_of(at_once));
    later.add_together(rows(once()));
    EXPECT_EQ(sums_of(later), sums_of(at_once));
  }
}

// Pieces that have counted nothing but that are merged into the others.
TEST_F(TogetherLater, PiecesMerge) {
  Counts at_once(schema(false, true)), first(schema(false, false));
  at_once.add(rows(once()));
  first.add(rows(once()));
  Counts later = first.with_together(schema(false, true));
  const Batch all = rows(once());
  for (const std::int64_t begin : {600, 0, 300}) {
    Counts piece(schema(false, true));
    piece.add_together(slice(all, begin, begin + 300));
    later.merge(piece);
  }
  EXPECT_EQ(sums_of(later), sums_of(at_once));
}

// A row with its times is so many rows; one of 0 times is none.
TEST_F(TogetherLater, TimesAreRows) {
  Counts one_by_one(schema(false, true)), first(schema(false, false));
  one_by_one.add(rows(times_));
  first.add(rows(times_));
  Counts with_times = first.with_together(schema(false, true));
  with_times.add_together(rows(once()), times_);
  EXPECT_EQ(sums_of(with_times), sums_of(one_by_one));
}

TEST_F(TogetherLater, OtherSchemasAreRefused) {
  const Counts first(schema(false, false));
  EXPECT_THROW(first.with_together(schema(true, true)), Error);
}

}  // namespace
}  // namespace tally
