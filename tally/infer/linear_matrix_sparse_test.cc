// SPDX-License-Identifier: Apache-2.0
// Sparse rows: sums of their entries, and decisions in floats where those can be told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tally/base/error.h"
#include "tally/base/wide_numbers_testing.h"
#include "tally/infer/linear_matrix_testing.h"

namespace tally {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Rows by their entries. A column may be named more than once.
struct Sparse {
  void add(std::int64_t column, double x) {
    indices.push_back(column);
    values.push_back(x);
  }
  void end_row() { starts.push_back(static_cast<std::int64_t>(indices.size())); }
  SparseMatrix matrix(std::int64_t columns) const {
    return {static_cast<std::int64_t>(starts.size()) - 1,
            columns,
            false,
            starts.data(),
            NumberType::kInt64,
            indices.data(),
            NumberType::kInt64,
            values.data(),
            NumberType::kFloat64,
            static_cast<std::int64_t>(values.size())};
  }
  std::vector<std::int64_t> starts{0}, indices;
  std::vector<double> values;
};

Sparse some_rows(std::int64_t rows, std::int64_t columns, std::mt19937_64& random) {
  Sparse sparse;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::size_t i = random() % 12; i > 0; --i) {
      const double x = random() % 60 == 0 ? kNan : static_cast<double>(random() % 5) / 2;
      sparse.add(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(columns)), x);
    }
    sparse.end_row();
  }
  return sparse;
}

// Sums of 500 bits: each entry stands for itself.
WideNumber exact_joint(const LinearModel& model, const Sparse& sparse, std::size_t row,
                       std::int64_t k, WideNumber& size) {
  WideNumber sum = model.log_prior[static_cast<std::size_t>(k)];
  size += abs(sum);
  std::vector<bool> missing(static_cast<std::size_t>(model.columns));
  for (auto i = sparse.starts[row]; i < sparse.starts[row + 1]; ++i) {
    const auto entry = static_cast<std::size_t>(i);
    if (std::isnan(sparse.values[entry])) {
      missing[static_cast<std::size_t>(sparse.indices[entry])] = true;
    }
  }
  for (std::int64_t j = 0; j < model.columns && !model.absent.empty(); ++j) {
    if (!missing[static_cast<std::size_t>(j)]) sum += model.absent[model.at(j, k)];
    size += std::abs(model.absent[model.at(j, k)]);
  }
  for (auto i = sparse.starts[row]; i < sparse.starts[row + 1]; ++i) {
    const auto entry = static_cast<std::size_t>(i);
    const std::int64_t j = sparse.indices[entry];
    if (missing[static_cast<std::size_t>(j)]) continue;
    const WideNumber term =
        WideNumber(model.ruled(sparse.values[entry])) * WideNumber(model.weight(j, k));
    sum += term;
    size += abs(term);
  }
  return sum;
}

TEST(LinearMatrixSparse, SparseRowsAreTheSumsOfTheirEntries) {
  std::mt19937_64 random(3);
  for (std::int64_t classes = 1; classes <= 70; ++classes) {
    for (const bool with_absent : {false, true}) {
      LinearModel model(classes, 1 + classes % 9, with_absent, random);
      if (classes % 3 == 0) model.threshold = 0.5;
      if (classes % 9 == 0) model.threshold = 1.5;
      const Sparse sparse = some_rows(70, model.columns, random);
      const SparseMatrix matrix = sparse.matrix(model.columns);
      std::vector<double> found(static_cast<std::size_t>(70 * classes));
      model.scorer().answer(matrix, Answer::kJoint, found.data(), 1);
      for (std::size_t i = 0; i < found.size(); ++i) {
        WideNumber size = 1;
        const auto k = static_cast<std::int64_t>(i) % classes;
        const WideNumber exact =
            exact_joint(model, sparse, i / static_cast<std::size_t>(classes), k, size);
        ASSERT_LE(abs(exact - WideNumber(found[i])), size * 0x1p-47)
            << classes << " classes, row " << i / static_cast<std::size_t>(classes);
      }

      // Other types hold the same numbers.
      SparseMatrix other = matrix;
      const std::vector<float> floats(sparse.values.begin(), sparse.values.end());
      const std::vector<std::int32_t> narrow(sparse.indices.begin(), sparse.indices.end());
      other.values = floats.data(), other.values_type = NumberType::kFloat32;
      other.indices = narrow.data(), other.indices_type = NumberType::kInt32;
      std::vector<double> again(found.size());
      model.scorer().answer(other, Answer::kJoint, again.data(), 3);
      ASSERT_EQ(again, found);
      std::vector<std::int64_t> labels, decided(70), decided_again(70);
      for (std::int64_t k = 0; k < classes; ++k) labels.push_back(k);
      model.scorer().decide(matrix, labels, decided.data(), 1);
      model.scorer().decide(other, labels, decided_again.data(), 1);
      ASSERT_EQ(decided, decided_again);
    }
  }
}

// Most rows are decided in floats, some are not: the answer is that of the doubles.
TEST(LinearMatrixSparse, SparseDecisionsAreThoseOfTheJoints) {
  std::mt19937_64 random(4);
  for (std::int64_t classes = 2; classes <= 70; ++classes) {
    LinearModel model(classes, 6, classes % 2 == 0, random);
    // Two columns that tell nothing, and one that tells less than a float can.
    for (std::int64_t k = 0; k < classes; ++k) {
      for (std::vector<double>* logs : {&model.present, &model.absent}) {
        if (logs->empty()) continue;
        (*logs)[model.at(0, k)] = (*logs)[model.at(1, k)] = -1;
        (*logs)[model.at(2, k)] = -1 - 0x1p-40 * static_cast<double>(random() % 8);
      }
      model.log_prior[static_cast<std::size_t>(k)] = -1;
    }
    const LinearScorer scorer = model.scorer();
    std::vector<std::int64_t> labels;
    for (std::int64_t k = 0; k < classes; ++k) labels.push_back(100 + k);
    for (std::int64_t rows = 1; rows <= 130; rows += 1 + classes % 5) {
      Sparse sparse;
      for (std::int64_t row = 0; row < rows; ++row) {  // `unclear` rows of a tile, from one on
        const bool unclear = (row + rows) % 65 < rows / 2;
        sparse.add(unclear ? row % 3 : 3 + row % 3, row % 7 == 0 ? 1e39 : 1.5);
        if (row % 5 == 0) sparse.add(0, row % 2 == 0 ? 2 : kNan);
        sparse.end_row();
      }
      std::vector<double> joint(static_cast<std::size_t>(rows * classes));
      scorer.answer(sparse.matrix(6), Answer::kJoint, joint.data(), 1);
      std::vector<std::int64_t> decided(static_cast<std::size_t>(rows));
      scorer.decide(sparse.matrix(6), labels, decided.data(), 1);
      for (std::int64_t row = 0; row < rows; ++row) {
        const auto first = joint.begin() + row * classes;
        ASSERT_EQ(decided[static_cast<std::size_t>(row)],
                  100 + (std::max_element(first, first + classes) - first))
            << classes << " classes, row " << row << " of " << rows;
      }
    }
  }
}

TEST(LinearMatrixSparse, AThresholdIsForEachEntryWhateverElseIsInTheRow) {
  std::mt19937_64 random(5);
  // Columns 0 and 1 named more than once; below zero is what is not stored. A NaN elsewhere changes
  // nothing.
  for (const double threshold : {-1.0, 0.0, 0.5, 1.5}) {
    LinearModel model(2, 3, true, random);
    model.threshold = threshold;
    for (const bool with_nan : {false, true}) {
      Sparse sparse;
      for (const double x : {0.3, 0.4, 1.0, 1.0}) sparse.add(0, x);
      for (const double x : {2.0, 3.0}) sparse.add(1, x);
      if (with_nan) sparse.add(2, kNan);
      sparse.end_row();
      double found[2];
      model.scorer().answer(sparse.matrix(3), Answer::kJoint, found, 1);
      for (std::int64_t k = 0; k < 2; ++k) {
        WideNumber size = 0;
        const auto exact = static_cast<double>(exact_joint(model, sparse, 0, k, size));
        EXPECT_NEAR(found[k], exact, 1e-12) << threshold << ' ' << with_nan;
      }
    }
  }
}

TEST(LinearMatrixSparse, IndicesThatLeadOutsideAreRefusedInAnyPlace) {
  std::mt19937_64 random(6);
  const LinearModel model(3, 5, false, random);
  for (std::size_t place = 0; place < 40; ++place) {
    for (const std::int64_t bad : {std::int64_t{-1}, std::int64_t{5}, std::int64_t{1} << 40}) {
      Sparse sparse;
      for (std::size_t i = 0; i < 40; ++i) {
        sparse.add(i == place ? bad : static_cast<std::int64_t>(i % 5), 1);
        if (i % 3 == 2) sparse.end_row();
      }
      sparse.end_row();
      const SparseMatrix matrix = sparse.matrix(5);
      std::vector<double> out(static_cast<std::size_t>(matrix.rows * 3));
      std::vector<std::int64_t> chosen(static_cast<std::size_t>(matrix.rows));
      EXPECT_THROW(model.scorer().answer(matrix, Answer::kJoint, out.data(), 1), Error);
      EXPECT_THROW(
          model.scorer().decide(matrix, std::vector<std::int64_t>{0, 1, 2}, chosen.data(), 1),
          Error);
    }
  }
}

}  // namespace
}  // namespace tally
