// SPDX-License-Identifier: Apache-2.0
// The law of exactness: sums are those of integers of any length, which share no code with ours.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "tally/inside/count.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

using boost::multiprecision::cpp_int;

constexpr int kScale = 3600;  // below the last bit of a product of three doubles

cpp_int scaled(double x, int scale) {
  int exponent = 0;
  const double mantissa = std::ldexp(std::frexp(x, &exponent), 53);
  // A subnormal number has fewer bits than 53, but no more.
  return cpp_int(static_cast<std::int64_t>(mantissa)) << (scale + exponent - 53);
}

cpp_int scaled(const ExactSum& sum) {
  cpp_int out = 0;
  for (const ExactSum::Limb& limb : sum.limbs()) {
    out += cpp_int(limb.amount) << (kScale + limb.exponent);
  }
  return out;
}

// Σ w, Σ w x, Σ w x² of a class, from the cells as they were drawn.
struct Moments {
  cpp_int weight, sum, square;
};

// Gives how many sums it has compared.
int expect_exact(const RandomTable& table) {
  Counts counts(table.schema());
  const TestTable dealt = table.deal(table.all_rows());
  const Batch batch = dealt.batch();
  counts.add(batch);
  const auto number_at = [&](const std::string& column, std::int64_t row) {
    return std::get<Numbers>(*batch.find(column)).at(row);
  };
  const bool weighted = batch.find("weight") != nullptr;
  int checked = 0;
  for (const Tally& tally : counts.tallies()) {
    if (tally.family() != Family::kGaussian) continue;
    std::map<std::string, Moments> expected;
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      const auto label = cell_label(*batch.find("y"), row);
      const double x = number_at(tally.name(), row);
      if (!label || std::isnan(x)) continue;
      const cpp_int w = scaled(weighted ? number_at("weight", row) : 1.0, 1200);
      Moments& moments = expected[label->to_string()];
      moments.weight += w << (kScale - 1200);
      moments.sum += (w * scaled(x, 1200)) << (kScale - 2400);
      moments.square += w * scaled(x, 1200) * scaled(x, 1200);
    }
    for (const Counts::Class& klass : counts.classes()) {
      const Moments& moments = expected[klass.label.to_string()];
      EXPECT_TRUE(scaled(tally.at(klass.code, Part::kWeight)) == moments.weight) << tally.name();
      EXPECT_TRUE(scaled(tally.at(klass.code, Part::kSum)) == moments.sum) << tally.name();
      EXPECT_TRUE(scaled(tally.at(klass.code, Part::kSquare)) == moments.square) << tally.name();
      ++checked;
    }
  }
  return checked;
}

// Σ w of every cell, found by its borders and not by the bits of the number.
int expect_exact_histograms(const RandomTable& table) {
  Counts counts(table.schema());
  const TestTable dealt = table.deal(table.all_rows());
  const Batch batch = dealt.batch();
  counts.add(batch);
  const auto number_at = [&](const std::string& column, std::int64_t row) {
    return std::get<Numbers>(*batch.find(column)).at(row);
  };
  int checked = 0;
  for (const Tally& tally : counts.beside()) {
    if (as_histogram(tally) == nullptr) continue;
    const std::string& column = tally.spec().columns[0];
    const HistogramTally& histogram = *counts.histogram(column);
    const std::vector<HistogramTally::Cell> cells = histogram.cells();
    for (const Counts::Class& klass : counts.classes()) {
      std::vector<cpp_int> expected(cells.size());
      cpp_int missing;
      for (std::int64_t row = 0; row < batch.rows; ++row) {
        if (cell_label(*batch.find("y"), row) != klass.label) continue;
        const cpp_int w =
            scaled(batch.find("weight") != nullptr ? number_at("weight", row) : 1.0, kScale);
        const double d = number_at(column, row) - histogram.origin();
        if (std::isnan(d)) {
          missing += w;
          continue;
        }
        const auto above = std::upper_bound(
            cells.begin(), cells.end(), d,
            [](double x, const HistogramTally::Cell& cell) { return x < least_of(cell.cell); });
        if (above == cells.begin() || d > greatest_of(std::prev(above)->cell)) {
          EXPECT_EQ(w, 0) << column << " has no cell of " << d;
          continue;
        }
        expected[static_cast<std::size_t>(above - cells.begin()) - 1] += w;
      }
      EXPECT_TRUE(scaled(tally.at(klass.code, Part::kMissing)) == missing) << column;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_TRUE(scaled(tally.at(klass.code, cells[i].slot)) == expected[i]) << column;
        ++checked;
      }
    }
  }
  return checked;
}

// The value of a cell as the tally of columns together writes it down; nothing if it is missing.
std::optional<std::string> value_text(const GridSpec& grid, const Column& column,
                                      std::int64_t row) {
  const auto* const numbers = std::get_if<Numbers>(&column);
  if (numbers == nullptr || grid.cells == CellKind::kLabel) {
    const std::optional<Label> label = cell_label(column, row);
    return label ? std::optional(label->to_string()) : std::nullopt;
  }
  const double x = numbers->at(row);
  if (std::isnan(x)) return std::nullopt;
  if (grid.cells == CellKind::kTruth) return x > grid.binarize.value() ? "true" : "false";
  return std::to_string(
      std::count_if(grid.cuts.begin(), grid.cuts.end(), [&](double cut) { return cut < x; }));
}

// Σ w of every cell of every table, and nothing else.
int expect_exact_together(const RandomTable& table) {
  Counts counts(table.schema());
  const TestTable dealt = table.deal(table.all_rows());
  const Batch batch = dealt.batch();
  counts.add(batch);
  const JointTally& joint = *counts.joint();
  const auto weight_of = [&](std::int64_t row) {
    const Column* const weights = batch.find("weight");
    return scaled(weights == nullptr ? 1.0 : std::get<Numbers>(*weights).at(row), kScale);
  };
  int checked = 0;
  for (const Counts::Class& klass : counts.classes()) {
    for (std::size_t t = 0; t < joint.tables(); ++t) {
      std::map<std::vector<std::string>, cpp_int> expected;
      cpp_int missing;
      for (std::int64_t row = 0; row < batch.rows; ++row) {
        if (cell_label(*batch.find("y"), row) != klass.label) continue;
        std::vector<std::string> values;
        for (const std::size_t c : joint.columns_of(t)) {
          const GridSpec& grid = joint.column(c);
          if (const auto text = value_text(grid, *batch.find(grid.name), row))
            values.push_back(*text);
        }
        (values.size() < joint.columns_of(t).size() ? missing : expected[values]) += weight_of(row);
      }
      EXPECT_TRUE(scaled(joint.at(klass.code, joint.missing_slot(t))) == missing);
      joint.for_each_cell(t, [&](std::span<const std::int32_t> codes, std::int32_t slot) {
        std::vector<std::string> values;
        for (std::size_t i = 0; i < codes.size(); ++i) {
          values.push_back(joint.value_text(joint.columns_of(t)[i], codes[i]));
        }
        EXPECT_EQ(joint.find_slot(t, codes), slot);
        const auto found = expected.find(values);
        const bool is_there = found != expected.end();
        EXPECT_TRUE(scaled(joint.at(klass.code, slot)) == (is_there ? found->second : cpp_int(0)));
        if (is_there) expected.erase(found);
        ++checked;
      });
      for (const auto& [values, left] : expected) EXPECT_TRUE(left == 0) << values[0];
    }
  }
  const ScatterTally* const scatter = counts.scatter();
  if (scatter == nullptr) return checked;
  for (const Counts::Class& klass : counts.classes()) {
    for (std::size_t i = 0; i < scatter->columns(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        cpp_int sum, product;
        for (std::int64_t row = 0; row < batch.rows; ++row) {
          if (cell_label(*batch.find("y"), row) != klass.label) continue;
          // In units of 2^−16, rounded here by itself.
          const auto z = [&](std::size_t c) {
            const ScaledColumn& column = scatter->column(c);
            const double x = std::get<Numbers>(*batch.find(column.name)).at(row);
            if (std::isnan(x)) return std::int64_t{0};
            const double units = std::clamp((x - column.mean) / column.spread, -5.0, 5.0) * 65536;
            return static_cast<std::int64_t>(std::llrint(units));
          };
          sum += weight_of(row) * z(i);
          product += weight_of(row) * z(i) * z(j);
        }
        EXPECT_TRUE(scaled(scatter->at(klass.code, scatter->sum_slot(i))) << 16 == sum);
        EXPECT_TRUE(scaled(scatter->at(klass.code, scatter->product_slot(j, i))) << 32 == product);
        ++checked;
      }
    }
  }
  return checked;
}

TEST(Exactness, OfColumnsTogether) {
  int checked = 0;
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    for (const auto weights :
         {RandomTable::Weights::kNone, RandomTable::Weights::kTame, RandomTable::Weights::kUgly}) {
      checked += expect_exact_together(RandomTable(seed, 150, "cbBkgpqu", weights));
      checked += expect_exact_together(RandomTable(seed, 40, "wgphe", weights));
    }
  }
  EXPECT_GT(checked, 10000);
}

TEST(Exactness, OfHistograms) {
  int checked = 0;
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    for (const auto weights :
         {RandomTable::Weights::kNone, RandomTable::Weights::kTame, RandomTable::Weights::kUgly}) {
      checked += expect_exact_histograms(RandomTable(seed, 200, "wgphe", weights));
    }
  }
  EXPECT_GT(checked, 10000);
}

TEST(Exactness, OfUglyColumns) {
  int checked = 0;
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    for (const std::size_t rows : {1U, 63U, 65U, 400U}) {
      for (const auto weights : {RandomTable::Weights::kNone, RandomTable::Weights::kTame,
                                 RandomTable::Weights::kUgly}) {
        checked += expect_exact(RandomTable(seed, rows, "wgw", weights));
      }
    }
  }
  EXPECT_GT(checked, 1000);
}

}  // namespace
}  // namespace tally
