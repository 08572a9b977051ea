// SPDX-License-Identifier: Apache-2.0
// Decisions and posteriors for the rows of a matrix: numbers, codes, and the entries of a sparse
// matrix. The argument is the number of classes; an item is a cell.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "tally/batch/zipf_matrix_testing.h"
#include "tally/infer/matrix_scorer.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 50'000, kColumns = 20;

std::vector<double> normal_numbers(std::size_t count, double mean, double deviation) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(mean, deviation);
  std::vector<double> out(count);
  for (double& x : out) x = normal(random);
  return out;
}

std::vector<std::int64_t> labels_of(std::int64_t classes) {
  std::vector<std::int64_t> labels(static_cast<std::size_t>(classes));
  std::iota(labels.begin(), labels.end(), 0);
  return labels;
}

template <class AnyMatrix>
void decide(benchmark::State& state, const MatrixScorer& scorer, const AnyMatrix& matrix,
            std::int64_t cells) {
  const std::vector<std::int64_t> labels = labels_of(scorer.classes());
  std::vector<std::int64_t> out(static_cast<std::size_t>(matrix.rows));
  for (auto _ : state) {
    scorer.decide(matrix, labels, out.data(), 1);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(state.iterations() * cells);
}

struct Numbers {
  explicit Numbers(std::int64_t classes)
      : cells(normal_numbers(kRows * kColumns, 0, 2)),
        mean(normal_numbers(static_cast<std::size_t>(classes * kColumns), 0, 1)),
        variance(mean.size(), 1.5),
        log_prior(static_cast<std::size_t>(classes), -1),
        scorer(classes, kColumns, mean, variance, log_prior) {}
  Matrix matrix() const {
    return {cells.data(), NumberType::kFloat64, kRows, kColumns, 8 * kColumns, 8};
  }
  std::vector<double> cells, mean, variance, log_prior;
  GaussianScorer scorer;
};

void decide_numbers(benchmark::State& state) {
  const Numbers numbers(state.range(0));
  decide(state, numbers.scorer, numbers.matrix(), kRows * kColumns);
}
BENCHMARK(decide_numbers)->Arg(2)->Arg(10);

void posteriors_of_numbers(benchmark::State& state) {
  const Numbers numbers(state.range(0));
  std::vector<double> out(static_cast<std::size_t>(kRows * state.range(0)));
  for (auto _ : state) {
    numbers.scorer.answer(numbers.matrix(), Answer::kPosterior, out.data(), 1);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(state.iterations() * kRows * kColumns);
}
BENCHMARK(posteriors_of_numbers)->Arg(2)->Arg(10);

// Columns of 2 to 50 codes.
void decide_codes(benchmark::State& state) {
  const std::int64_t classes = state.range(0);
  std::mt19937_64 random(1);
  std::vector<std::int64_t> widths, codes;
  for (std::int64_t j = 0; j < kColumns; ++j) widths.push_back(2 + j * 48 / (kColumns - 1));
  for (std::int64_t i = 0; i < kRows * kColumns; ++i) {
    const std::int64_t width = widths[static_cast<std::size_t>(i % kColumns)];
    codes.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(width)));
  }
  const std::int64_t all = std::accumulate(widths.begin(), widths.end(), std::int64_t{0});
  const CategoryScorer scorer(classes, widths,
                              normal_numbers(static_cast<std::size_t>(all * classes), -3, 1),
                              normal_numbers(static_cast<std::size_t>(kColumns * classes), -9, 1),
                              std::vector<double>(static_cast<std::size_t>(classes), -1));
  const Matrix matrix{codes.data(), NumberType::kInt64, kRows, kColumns, 8 * kColumns, 8};
  decide(state, scorer, matrix, kRows * kColumns);
}
BENCHMARK(decide_codes)->Arg(2)->Arg(10);

void decide_entries(benchmark::State& state) {
  const std::int64_t classes = state.range(0);
  const auto weights = static_cast<std::size_t>(ZipfMatrix::kColumns * classes);
  const LinearScorer scorer(classes, ZipfMatrix::kColumns, normal_numbers(weights, -9, 1), {},
                            std::vector<double>(static_cast<std::size_t>(classes), -1), {});
  const ZipfMatrix texts;
  decide(state, scorer, texts.matrix(), ZipfMatrix::kEntries);
}
BENCHMARK(decide_entries)->Arg(2)->Arg(20);

}  // namespace
}  // namespace tally
