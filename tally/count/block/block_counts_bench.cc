// SPDX-License-Identifier: Apache-2.0
// What the rows of a matrix cost to count: numbers (moment_slices), codes (code_counts), and the
// entries of a sparse matrix, whole ones and fractions (count_piece). An item is a cell.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <vector>

#include "tally/batch/zipf_matrix_testing.h"
#include "tally/count/block/block_counts.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 50'000, kColumns = 20, kClasses = 2;

std::vector<std::int32_t> some_classes(std::int64_t rows) {
  std::mt19937_64 random(1);
  std::vector<std::int32_t> out(static_cast<std::size_t>(rows));
  for (auto& k : out) k = static_cast<std::int32_t>(random() % kClasses);
  return out;
}

template <class AnyMatrix>
void count(benchmark::State& state, BlockCells cells, const AnyMatrix& matrix, std::int64_t items) {
  const std::vector<std::int32_t> classes = some_classes(matrix.rows);
  for (auto _ : state) {
    BlockCounts counts(cells, kClasses, matrix.columns);
    counts.add(matrix, classes, {}, {}, 1);
    benchmark::DoNotOptimize(counts);
  }
  state.SetItemsProcessed(state.iterations() * items);
}

std::vector<double> normal_numbers() {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(170, 10);
  std::vector<double> out(kRows * kColumns);
  for (double& x : out) x = normal(random);
  return out;
}

void count_numbers(benchmark::State& state) {
  const std::vector<double> numbers = normal_numbers();
  const Matrix matrix{numbers.data(), NumberType::kFloat64, kRows, kColumns, 8 * kColumns, 8};
  count(state, BlockCells::kNumbers, matrix, kRows * kColumns);
}
BENCHMARK(count_numbers);

// The same sums in doubles, which round.
void count_numbers_in_doubles(benchmark::State& state) {
  const std::vector<double> numbers = normal_numbers();
  const std::vector<std::int32_t> classes = some_classes(kRows);
  for (auto _ : state) {
    std::vector<double> sum(kClasses * kColumns), square(kClasses * kColumns);
    for (std::size_t r = 0; r < classes.size(); ++r) {
      const double* const row = numbers.data() + r * kColumns;
      const auto first = static_cast<std::size_t>(classes[r] * kColumns);
      for (std::size_t j = 0; j < kColumns; ++j) {
        sum[first + j] += row[j];
        square[first + j] += row[j] * row[j];
      }
    }
    benchmark::DoNotOptimize(sum.data());
    benchmark::DoNotOptimize(square.data());
  }
  state.SetItemsProcessed(state.iterations() * kRows * kColumns);
}
BENCHMARK(count_numbers_in_doubles);

void count_codes(benchmark::State& state) {
  std::mt19937_64 random(1);
  std::vector<std::int64_t> codes(kRows * kColumns);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::int64_t>(random() % (2 + i % kColumns * 48 / (kColumns - 1)));
  }
  const Matrix matrix{codes.data(), NumberType::kInt64, kRows, kColumns, 8 * kColumns, 8};
  count(state, BlockCells::kCodes, matrix, kRows * kColumns);
}
BENCHMARK(count_codes);

// The argument: 1 for fractions.
void count_entries(benchmark::State& state) {
  ZipfMatrix texts;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (double& x : texts.values) {
    x = state.range(0) == 1 ? uniform(random) : 1 + static_cast<double>(random() % 3);
  }
  count(state, BlockCells::kAmounts, texts.matrix(), ZipfMatrix::kEntries);
}
BENCHMARK(count_entries)->Arg(0)->Arg(1);

}  // namespace
}  // namespace tally
