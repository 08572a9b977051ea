// SPDX-License-Identifier: Apache-2.0
// Codes at the ends of their tables, in floats, in integers and among others.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tally/base/error.h"
#include "tally/infer/matrix_scorer.h"

namespace tally {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// `fine`: how much the factors differ between the classes; 0 makes all of them equal.
struct Model {
  Model(std::int64_t class_count, std::vector<std::int64_t> code_counts, double fine,
        std::mt19937_64& random)
      : classes(class_count), widths(std::move(code_counts)) {
    const auto fill = [&](std::vector<double>& to, std::int64_t rows) {
      for (std::int64_t row = 0; row < rows; ++row) {
        const double shared = -1 - static_cast<double>(random() % 9);
        for (std::int64_t k = 0; k < classes; ++k) {
          to.push_back(shared - fine * static_cast<double>(random() % 64));
        }
      }
    };
    for (const std::int64_t width : widths) fill(log_p, width);
    fill(unseen, static_cast<std::int64_t>(widths.size()));
    fill(log_prior, 1);
  }
  CategoryScorer scorer() const { return {classes, widths, log_p, unseen, log_prior}; }

  // One look-up after the other, the prior last; missing: −1.
  std::vector<double> joints(const std::int64_t* codes) const {
    std::vector<double> sums(static_cast<std::size_t>(classes));
    std::int64_t start = 0;
    for (std::size_t j = 0; j < widths.size(); start += widths[j++] * classes) {
      if (codes[j] < 0) continue;
      const double* const factors = codes[j] < widths[j]
                                        ? log_p.data() + start + codes[j] * classes
                                        : unseen.data() + static_cast<std::int64_t>(j) * classes;
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += factors[k];
    }
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += log_prior[k];
    return sums;
  }

  std::int64_t classes;
  std::vector<std::int64_t> widths;
  std::vector<double> log_p, unseen, log_prior;
};

void expect_formula(const Model& model, const Matrix& matrix,
                    const std::vector<std::int64_t>& codes) {
  const CategoryScorer scorer = model.scorer();
  const auto rows = static_cast<std::size_t>(matrix.rows);
  const auto width = static_cast<std::size_t>(model.classes);
  std::vector<double> joint(rows * width);
  scorer.answer(matrix, Answer::kJoint, joint.data(), 1);
  std::vector<std::int64_t> decided(rows), labels;
  for (std::size_t k = 0; k < width; ++k) labels.push_back(1000 - static_cast<std::int64_t>(k));
  scorer.decide(matrix, labels, decided.data(), 1);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::vector<double> expected = model.joints(codes.data() + row * model.widths.size());
    for (std::size_t k = 0; k < width; ++k) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(joint[row * width + k]),
                std::bit_cast<std::uint64_t>(expected[k]))
          << width << " classes, row " << row;
    }
    const auto best = std::max_element(expected.begin(), expected.end()) - expected.begin();
    ASSERT_EQ(decided[row], 1000 - best)
        << width << " classes, " << model.widths.size() << " columns, row " << row;
  }
}

// As integers where they lie, and as doubles.
void expect_formula(const Model& model, const std::vector<std::int64_t>& codes) {
  const auto columns = static_cast<std::int64_t>(model.widths.size());
  const auto rows = static_cast<std::int64_t>(codes.size()) / columns;
  expect_formula(model, {codes.data(), NumberType::kInt64, rows, columns, columns * 8, 8}, codes);
  if (testing::Test::HasFatalFailure()) return;
  const std::vector<double> doubles(codes.begin(), codes.end());
  expect_formula(model, {doubles.data(), NumberType::kFloat64, rows, columns, columns * 8, 8},
                 codes);
}

// The last code of a table, the first behind it, the end of the power of two, and beyond.
std::vector<std::int64_t> borders(std::int64_t width) {
  const auto power =
      static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(width) + 1));
  return {0,
          std::max<std::int64_t>(width - 1, 0),
          width,
          power - 1,
          power,
          2 * power - 1,
          std::int64_t{1} << 31,
          std::int64_t{1} << 53,
          std::int64_t{1} << 62,
          std::numeric_limits<std::int64_t>::max()};
}

TEST(CategoryMatrix, CodesAtTheEndsOfTheirTables) {
  std::mt19937_64 random(1);
  for (const std::int64_t classes : {1, 2, 3, 8, 16, 17, 64, 65}) {
    const Model model(classes, {0, 1, 2, 3, 4, 7, 8, 9}, 1, random);
    for (std::int64_t rows = 1; rows <= 70; ++rows) {
      std::vector<std::int64_t> codes;
      for (std::int64_t row = 0; row < rows; ++row) {
        for (const std::int64_t width : model.widths) {
          codes.push_back(
              static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(width + 1)));
        }
      }
      // One cell at a border, in any row: all others are quick to tell.
      const std::size_t place = random() % codes.size();
      for (const std::int64_t code : borders(model.widths[place % 8])) {
        codes[place] = code;
        expect_formula(model, codes);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(CategoryMatrix, EqualsAndNearlyEqualsAreDecidedAsDoublesDo) {
  std::mt19937_64 random(2);
  for (std::int64_t classes = 2; classes <= 70; ++classes) {
    for (const double fine : {0.0, 0x1p-45, 0x1p-26, 0x1p-20, 0x1p-3}) {
      const std::size_t columns = 1 + random() % 12;
      const Model model(classes, std::vector<std::int64_t>(columns, 3), fine, random);
      std::vector<std::int64_t> codes(columns * (1 + random() % 130));
      for (std::int64_t& code : codes) code = static_cast<std::int64_t>(random() % 4);
      expect_formula(model, codes);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(CategoryMatrix, AnyNumberOfColumns) {
  std::mt19937_64 random(3);
  for (std::size_t columns = 1; columns <= 300; columns += columns < 70 || columns > 253 ? 1 : 45) {
    const Model model(2 + static_cast<std::int64_t>(columns % 4),
                      std::vector<std::int64_t>(columns, 2), 0x1p-9, random);
    std::vector<std::int64_t> codes(columns * 67);
    for (std::int64_t& code : codes) code = static_cast<std::int64_t>(random() % 3);
    expect_formula(model, codes);
    if (HasFatalFailure()) return;
  }
}

TEST(CategoryMatrix, HoweverTheCodesLie) {
  std::mt19937_64 random(4);
  for (const std::int64_t classes : {2, 5}) {
    const Model model(classes, {3, 4, 2}, 1, random);
    std::vector<std::int64_t> codes(std::size_t{3} * 100), by_column, apart;
    for (std::int64_t& code : codes) code = static_cast<std::int64_t>(random() % 5);
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t r = 0; r < 100; ++r) by_column.push_back(codes[r * 3 + c]);
    }
    for (const std::int64_t code : codes) apart.insert(apart.end(), {code, -7});
    const std::vector<std::int32_t> narrow(codes.begin(), codes.end());
    std::vector<char> askew(codes.size() * 8 + 1);  // no address of an integer
    std::copy_n(reinterpret_cast<const char*>(codes.data()), codes.size() * 8, askew.data() + 1);
    for (const Matrix& matrix : {Matrix{by_column.data(), NumberType::kInt64, 100, 3, 8, 800},
                                 Matrix{apart.data(), NumberType::kInt64, 100, 3, 48, 16},
                                 Matrix{narrow.data(), NumberType::kInt32, 100, 3, 12, 4},
                                 Matrix{askew.data() + 1, NumberType::kInt64, 100, 3, 24, 8}}) {
      expect_formula(model, matrix, codes);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(CategoryMatrix, WhatIsNoCode) {
  std::mt19937_64 random(5);
  const Model model(3, {2, 3}, 1, random);
  const CategoryScorer scorer = model.scorer();
  for (std::size_t place = 0; place < std::size_t{2} * 67; ++place) {
    std::vector<std::int64_t> integers(std::size_t{2} * 67, 1);
    std::vector<double> out(std::size_t{3} * 67);
    std::vector<std::int64_t> chosen(67);
    const std::vector<std::int64_t> labels{0, 1, 2};
    for (const std::int64_t bad : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
      integers[place] = bad;
      const Matrix matrix{integers.data(), NumberType::kInt64, 67, 2, 16, 8};
      EXPECT_THROW(scorer.answer(matrix, Answer::kJoint, out.data(), 1), Error);
      EXPECT_THROW(scorer.decide(matrix, labels, chosen.data(), 1), Error);
    }
    // Missing; the whole part of a number; one that is no integer of 64 bits.
    integers.assign(std::size_t{2} * 67, 1);
    std::vector<double> doubles(std::size_t{2} * 67, 1);
    for (const auto& [x, code] :
         {std::pair(kNan, -1), {0.99, 0}, {-0.99, 0}, {-0.0, 0}, {1e300, 9}}) {
      doubles[place] = x;
      integers[place] = code;
      expect_formula(model, {doubles.data(), NumberType::kFloat64, 67, 2, 16, 8}, integers);
      if (HasFatalFailure()) return;
    }
    for (const double bad : {-1.0, -1e300, std::numeric_limits<double>::infinity()}) {
      doubles[place] = bad;
      const Matrix matrix{doubles.data(), NumberType::kFloat64, 67, 2, 16, 8};
      EXPECT_THROW(scorer.answer(matrix, Answer::kJoint, out.data(), 1), Error);
    }
  }
}

}  // namespace
}  // namespace tally
