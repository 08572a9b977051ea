// SPDX-License-Identifier: Apache-2.0
// What it costs to add and to round nothing, beside a double, which rounds: whole numbers, and measurements.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <vector>

#include "tally/sums.h"

namespace tally {
namespace {

std::vector<double> measurements() {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(170, 10);
  std::vector<double> out(100'000);
  for (double& x : out) x = normal(random);
  return out;
}

void whole_numbers(benchmark::State& state) {
  for (auto _ : state) {
    ExactSum sum;
    for (std::int64_t i = 0; i < 100'000; ++i) {
      sum.add(i);
      benchmark::DoNotOptimize(sum);
    }
  }
  state.SetItemsProcessed(state.iterations() * 100'000);
}
BENCHMARK(whole_numbers);

void exactly(benchmark::State& state) {
  const std::vector<double> xs = measurements();
  for (auto _ : state) {
    ExactSum sum;
    for (const double x : xs) sum.add(x);
    benchmark::DoNotOptimize(sum.to_double());
  }
  state.SetItemsProcessed(state.iterations() * 100'000);
}
BENCHMARK(exactly);

void rounded(benchmark::State& state) {
  const std::vector<double> xs = measurements();
  for (auto _ : state) {
    double sum = 0;
    for (const double x : xs) {
      sum += x;
      benchmark::DoNotOptimize(sum);
    }
  }
  state.SetItemsProcessed(state.iterations() * 100'000);
}
BENCHMARK(rounded);

}  // namespace
}  // namespace tally
