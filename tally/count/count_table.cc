#include "tally/count/count_table.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/count/class_sums.h"
#include "tally/count/count_piece.h"
#include "tally/count/row_shares.h"
#include "tally/count/table_bytes.h"

namespace tally {

// What one worker has counted.
struct CountTable::Part {
  CountPiece cells;
  std::vector<ExactSum> weights;
};

namespace {

std::int64_t cells_per_line(const Matrix& matrix) { return matrix.columns; }
std::int64_t cells_per_line(const SparseMatrix& matrix) {
  return matrix.lines() == 0 ? 0 : matrix.entries / matrix.lines();
}

template <class Part, class AnyMatrix>
std::vector<Part> count_rows(const AnyMatrix& matrix, const RowClasses& classes,
                             std::span<const double> weights, const Part& empty, int threads) {
  return counted_in_shares(
      {matrix.rows, cells_per_line(matrix), classes, weights}, threads, empty,
      [&](Part& part, std::int64_t begin, std::int64_t end, auto some_classes, auto some_weights) {
        add_class_weights(some_classes, some_weights, part.weights);
        part.cells.count(matrix, begin, end, some_classes, some_weights);
      });
}

template <class Part>
std::vector<Part> count_columns(const SparseMatrix& matrix, const RowClasses& classes,
                                std::span<const double> weights, const Part& empty, int threads) {
  std::vector<std::int32_t> room;
  const auto all_classes = classes.of(0, matrix.rows, room);
  const int workers = workers_for(matrix.columns, cells_per_line(matrix), threads);
  std::vector<Part> parts(static_cast<std::size_t>(workers), empty);
  add_class_weights(all_classes, weights, parts[0].weights);
  in_shares(matrix.columns, cells_per_line(matrix), threads,
            [&](std::int64_t begin, std::int64_t end, int worker) {
              parts[static_cast<std::size_t>(worker)].cells.count(matrix, begin, end, all_classes,
                                                                  weights);
            });
  return parts;
}

}  // namespace

void CountTable::add(const Matrix& matrix, const RowClasses& classes,
                     std::span<const double> weights, const CellRule& rule, int threads) {
  const Part empty{CountPiece(this->classes(), columns(), rule),
                   std::vector<ExactSum>(weights_.size())};
  take(count_rows(matrix, classes, weights, empty, threads), threads);
}

void CountTable::add(const SparseMatrix& matrix, const RowClasses& classes,
                     std::span<const double> weights, const CellRule& rule, int threads) {
  const Part empty{CountPiece(this->classes(), columns(), rule),
                   std::vector<ExactSum>(weights_.size())};
  take(matrix.by_column ? count_columns(matrix, classes, weights, empty, threads)
                        : count_rows(matrix, classes, weights, empty, threads),
       threads);
}

void CountTable::take(std::vector<Part> parts, int threads) {
  for (Part& part : parts) part.cells.hand_small_over(sums_);
  const bool has_small = std::any_of(parts.begin(), parts.end(),
                                     [](const Part& part) { return part.cells.has_small(); });
  if (has_small) {
    in_pieces(
        classes(), columns(), threads,
        [&](std::int64_t begin, std::int64_t end) {
          for (Part& part : parts) part.cells.move_small_into(sums_, begin, end);
          return end - begin;
        },
        [](std::int64_t) {});
  }
  for (Part& part : parts) {
    part.cells.move_into(sums_, missing_);
    for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] += part.weights[k];
  }
}

void CountTable::merge(const CountTable& other) {
  for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] += other.weights_[k];
  sums_ += other.sums_;
  for (const auto& [cell, sum] : other.missing_) missing_[cell] += sum;
}

void CountTable::subtract(const CountTable& other) {
  CountTable left = *this;
  for (std::size_t k = 0; k < weights_.size(); ++k) left.weights_[k] -= other.weights_[k];
  left.sums_ -= other.sums_;
  bool possible = !left.sums_.has_negative() || sums_.has_negative();
  for (const ExactSum& weight : left.weights_) possible = possible && weight.sign() >= 0;
  for (const auto& [cell, sum] : other.missing_) {
    ExactSum& rest = left.missing_[cell];
    rest -= sum;
    possible = possible && rest.sign() >= 0;
    if (rest.is_zero()) left.missing_.erase(cell);
  }
  if (!possible) {
    throw Error(ErrorKind::kData,
                "these rows were not learned: what would be left cannot come from any rows");
  }
  *this = std::move(left);
}

void CountTable::spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place) {
  std::vector<ExactSum> weights(static_cast<std::size_t>(classes));
  for (std::size_t k = 0; k < place.size(); ++k) {
    weights[static_cast<std::size_t>(place[k])] = std::move(weights_[k]);
  }
  weights_ = std::move(weights);
  sums_.spread_classes(classes, place);
  std::map<std::int64_t, ExactSum> missing;
  for (auto& [cell, sum] : missing_) {
    const std::int64_t klass = place[static_cast<std::size_t>(cell / columns())];
    missing[klass * columns() + cell % columns()] = std::move(sum);
  }
  missing_ = std::move(missing);
}

std::string CountTable::to_bytes() const {
  std::string bytes =
      shape_bytes({classes(), columns(), static_cast<std::int64_t>(missing_.size())});
  append_sums(weights_, bytes);
  sums_.append_to(bytes);
  for (const auto& [cell, sum] : missing_) {
    bytes += shape_bytes({cell / columns(), cell % columns()});
    append_sums({sum}, bytes);
  }
  return bytes;
}

CountTable CountTable::from_bytes(std::string_view bytes) {
  const std::vector<std::int64_t> shape = take_shape(3, bytes);
  CountTable table(shape[0], shape[1]);
  table.weights_ = take_sums(table.weights_.size(), bytes);
  table.sums_ = CellSums::take(shape[0], shape[1], bytes);
  for (std::int64_t i = 0; i < shape[2]; ++i) {
    const std::vector<std::int64_t> place = take_shape(2, bytes);
    table.missing_[place[0] * table.columns() + place[1]] = take_sums(1, bytes)[0];
  }
  return table;
}

}  // namespace tally
