// SPDX-License-Identifier: Apache-2.0
// Terms become codes: texts of 200 terms, of which the r-th commonest comes with a frequency of about 1/r, beside
// Abseil's hash table. The argument is how many different terms there may be.
#include <absl/container/flat_hash_map.h>
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <deque>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/term_dictionary.h"

namespace tally {
namespace {

constexpr std::size_t kTermsOfText = 200;

std::vector<std::string> texts(std::int64_t different) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<std::string> terms;
  for (int i = 0; i < 1'000'000; ++i) {
    const auto rank =
        static_cast<std::uint64_t>(std::pow(static_cast<double>(different), uniform(random)));
    terms.push_back("t" + std::to_string(rank * 2654435761U % 1'000'000'007U));
  }
  return terms;
}

void of_tally(benchmark::State& state) {
  const std::vector<std::string> terms = texts(state.range(0));
  const std::vector<std::string_view> views(terms.begin(), terms.end());
  std::vector<std::int32_t> codes(kTermsOfText);
  for (auto _ : state) {
    TermDictionary dictionary;
    for (std::size_t at = 0; at < views.size(); at += kTermsOfText) {
      dictionary.codes(std::span(views).subspan(at, kTermsOfText), codes);
    }
    benchmark::DoNotOptimize(codes);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms.size()));
}
BENCHMARK(of_tally)->Arg(10'000)->Arg(1'000'000)->Arg(100'000'000)->Unit(benchmark::kMillisecond);

void of_abseil(benchmark::State& state) {
  const std::vector<std::string> terms = texts(state.range(0));
  std::vector<std::int32_t> codes(kTermsOfText);
  for (auto _ : state) {
    absl::flat_hash_map<std::string, std::int32_t> code_of;
    std::vector<const std::string*> term_of;  // by code
    for (std::size_t at = 0; at < terms.size(); at += kTermsOfText) {
      for (std::size_t i = 0; i < kTermsOfText; ++i) {
        const auto [entry, added] =
            code_of.try_emplace(terms[at + i], static_cast<std::int32_t>(code_of.size()));
        if (added) term_of.push_back(nullptr);
        codes[i] = entry->second;
      }
    }
    benchmark::DoNotOptimize(codes);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms.size()));
}
BENCHMARK(of_abseil)->Arg(10'000)->Arg(1'000'000)->Arg(100'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tally
