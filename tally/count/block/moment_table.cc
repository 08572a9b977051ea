// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/moment_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tally/base/error.h"
#include "tally/count/block/class_weights.h"
#include "tally/count/block/moment_slices.h"
#include "tally/count/block/row_shares.h"
#include "tally/count/block/table_bytes.h"
#include "tally/sums/moments.h"
#include "tally/sums/sum_bytes.h"

namespace tally {

namespace {

void add_all(std::vector<ExactSum>& to, const std::vector<ExactSum>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

void take_all(std::vector<ExactSum>& to, const std::vector<ExactSum>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] -= from[i];
}

}  // namespace

MomentTable::MomentTable(std::int64_t classes, std::int64_t columns)
    : weights_(static_cast<std::size_t>(classes)),
      sum_(classes, columns),
      square_(classes, columns),
      missing_(classes, columns) {}

void MomentTable::add(const Matrix& matrix, const RowClasses& classes,
                      std::span<const double> weights, int threads) {
  const auto parts = counted_in_shares(
      {matrix.rows, matrix.columns, classes, weights}, threads,
      MomentTable(this->classes(), columns()),
      [&](MomentTable& part, std::int64_t begin, std::int64_t end, auto some_classes,
          auto some_weights) { part.count(matrix, begin, end, some_classes, some_weights); });
  for (const MomentTable& part : parts) merge(part);
}

void MomentTable::count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                        std::span<const std::int32_t> classes, std::span<const double> weights) {
  if (weights.empty()) {
    count_moments(matrix, begin, end, classes, sum_, square_, missing_);
    return add_class_weights(classes, {}, weights_);
  }
  MomentTable weighted(this->classes(), columns());
  weighted.count_weighted(matrix, begin, end, classes, weights);
  merge(weighted);
}

void MomentTable::count_weighted(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                                 std::span<const std::int32_t> classes,
                                 std::span<const double> weights) {
  // The rows without their weights are those of one class.
  unweighted_.kept = true;
  SumGrid sum(1, columns()), square(1, columns()), missing(1, columns());
  std::vector<std::int32_t> first(classes.size());
  std::int64_t rows = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    first[i] = classes[i] < 0 ? -1 : 0;
    rows += classes[i] < 0 ? 0 : 1;
  }
  count_moments(matrix, begin, end, first, sum, square, missing);
  unweighted_.sum = sum.column_totals();
  unweighted_.square = square.column_totals();
  unweighted_.rows.assign(static_cast<std::size_t>(columns()), ExactSum(rows));
  take_all(unweighted_.rows, missing.column_totals());

  std::vector<double> cells(static_cast<std::size_t>(columns()));
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int32_t k = classes[static_cast<std::size_t>(row - begin)];
    const double w = weights[static_cast<std::size_t>(row - begin)];
    if (k < 0 || w == 0) continue;
    weights_[static_cast<std::size_t>(k)].add(w);
    matrix.copy({row, 1, 0, columns()}, cells.data(), 0, 1);
    for (std::int64_t j = 0; j < columns(); ++j) {
      const double x = cells[static_cast<std::size_t>(j)];
      if (std::isnan(x)) {
        missing_.adder(k, j).add(w);
      } else {
        sum_.adder(k, j).add_product(w, x);
        square_.adder(k, j).add_product(w, x, x);
      }
    }
  }
}

MomentTable::Unweighted MomentTable::unweighted() const {
  if (unweighted_.kept) return unweighted_;
  Unweighted all;
  all.kept = true;
  ExactSum rows;
  for (const ExactSum& weight : weights_) rows += weight;
  all.rows.assign(static_cast<std::size_t>(columns()), rows);
  take_all(all.rows, missing_.column_totals());
  all.sum = sum_.column_totals();
  all.square = square_.column_totals();
  return all;
}

void MomentTable::merge(const MomentTable& other) {
  if (unweighted_.kept || other.unweighted_.kept) {
    unweighted_ = unweighted();
    const Unweighted theirs = other.unweighted();
    add_all(unweighted_.rows, theirs.rows);
    add_all(unweighted_.sum, theirs.sum);
    add_all(unweighted_.square, theirs.square);
  }
  add_all(weights_, other.weights_);
  sum_ += other.sum_;
  square_ += other.square_;
  missing_ += other.missing_;
}

void MomentTable::subtract(const MomentTable& other) {
  MomentTable left = *this;
  if (unweighted_.kept || other.unweighted_.kept) {
    left.unweighted_ = unweighted();
    const Unweighted theirs = other.unweighted();
    take_all(left.unweighted_.rows, theirs.rows);
    take_all(left.unweighted_.sum, theirs.sum);
    take_all(left.unweighted_.square, theirs.square);
  }
  take_all(left.weights_, other.weights_);
  left.sum_ -= other.sum_;
  left.square_ -= other.square_;
  left.missing_ -= other.missing_;
  bool possible = !left.missing_.has_negative();
  for (std::int64_t k = 0; k < classes(); ++k) {
    possible = possible && left.weights_[static_cast<std::size_t>(k)].sign() >= 0;
    for (std::int64_t j = 0; j < columns() && possible; ++j) {
      possible =
          moments_are_possible(left.weight_of(k, j), left.sum_.at(k, j), left.square_.at(k, j));
    }
  }
  if (left.unweighted_.kept) {
    for (std::size_t j = 0; j < left.unweighted_.rows.size() && possible; ++j) {
      possible = moments_are_possible(left.unweighted_.rows[j], left.unweighted_.sum[j],
                                      left.unweighted_.square[j]);
    }
  }
  if (!possible) {
    throw Error(ErrorKind::kData,
                "these rows were not learned: what would be left cannot come "
                "from any rows");
  }
  *this = std::move(left);
}

void MomentTable::spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place) {
  std::vector<ExactSum> weights(static_cast<std::size_t>(classes));
  for (std::size_t k = 0; k < place.size(); ++k) {
    weights[static_cast<std::size_t>(place[k])] = std::move(weights_[k]);
  }
  weights_ = std::move(weights);
  for (SumGrid* sums : {&sum_, &square_, &missing_}) sums->reshape(classes, columns(), place);
}

ExactSum MomentTable::weight_of(std::int64_t klass, std::int64_t column) const {
  ExactSum weight = weights_[static_cast<std::size_t>(klass)];
  return weight -= missing_.at(klass, column);
}

void MomentTable::round_to(double* mean, double* variance) const {
  ExactSum sum, square;
  std::size_t cell = 0;
  for (std::int64_t k = 0; k < classes(); ++k) {
    for (std::int64_t j = 0; j < columns(); ++j, ++cell) {
      const ExactSum weight = weight_of(k, j);
      Moments found;
      if (weight.sign() > 0) {
        found = moments(weight, sum_.value(cell, sum), square_.value(cell, square), 0);
      }
      *mean++ = found.mean;
      *variance++ = found.variance;
    }
  }
}

void MomentTable::has_value(bool* out) const {
  for (std::int64_t k = 0; k < classes(); ++k) {
    for (std::int64_t j = 0; j < columns(); ++j) *out++ = weight_of(k, j).sign() > 0;
  }
}

void MomentTable::overall_variances(double* variance) const {
  const Unweighted all = unweighted();
  for (std::size_t j = 0; j < all.rows.size(); ++j) {
    *variance++ =
        all.rows[j].sign() > 0 ? moments(all.rows[j], all.sum[j], all.square[j], 0).variance : 0;
  }
}

std::string MomentTable::to_bytes() const {
  std::string bytes = shape_bytes({classes(), columns(), unweighted_.kept ? 1 : 0});
  append_sums(weights_, bytes);
  for (const SumGrid* sums : {&sum_, &square_, &missing_}) sums->append_to(bytes);
  if (unweighted_.kept) {
    for (const auto* sums : {&unweighted_.rows, &unweighted_.sum, &unweighted_.square}) {
      append_sums(*sums, bytes);
    }
  }
  return bytes;
}

MomentTable MomentTable::from_bytes(std::string_view bytes) {
  const std::vector<std::int64_t> shape = take_shape(3, bytes);
  MomentTable table(shape[0], shape[1]);
  table.weights_ = take_sums(table.weights_.size(), bytes);
  for (SumGrid* sums : {&table.sum_, &table.square_, &table.missing_}) {
    *sums = take_grid(shape[0], shape[1], bytes);
  }
  if (shape[2] != 0) {
    table.unweighted_.kept = true;
    for (auto* sums :
         {&table.unweighted_.rows, &table.unweighted_.sum, &table.unweighted_.square}) {
      *sums = take_sums(static_cast<std::size_t>(table.columns()), bytes);
    }
  }
  return table;
}

}  // namespace tally
