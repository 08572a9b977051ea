// SPDX-License-Identifier: Apache-2.0
// How fast delimiters, quotes and newlines are found, beside memchr for the newlines alone. The
// argument: 1 with quotes around every fourth cell.
#include "tally/read/csv/structural_index.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace tally::csv {
namespace {

std::string some_rows(bool quoted) {
  std::mt19937_64 random(1);
  std::string text;
  while (text.size() < std::size_t{1} << 20) {
    for (int cell = 0; cell < 20; ++cell) {
      const bool with_quotes = quoted && cell % 4 == 0;
      if (with_quotes) text += '"';
      text += std::to_string(random() % 1'000'000);
      if (with_quotes) text += '"';
      text += cell == 19 ? '\n' : ',';
    }
  }
  return text;
}

void find_all(benchmark::State& state) {
  const std::string text = some_rows(state.range(0) == 1);
  std::vector<std::uint32_t> places(text.size() + 128), breaks(places.size());
  const Dialect dialect;
  for (auto _ : state) {
    std::uint64_t inside = 0;
    const StructuralCount found =
        find_structurals(text.data(), 0, static_cast<std::uint32_t>(text.size()), dialect, inside,
                         places.data(), breaks.data());
    benchmark::DoNotOptimize(found);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(find_all)->Arg(0)->Arg(1);

void scan_all(benchmark::State& state) {
  const std::string text = some_rows(state.range(0) == 1);
  for (auto _ : state) benchmark::DoNotOptimize(scan_records(text.data(), text.size(), {}));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(scan_all)->Arg(0)->Arg(1);

void newlines_by_memchr(benchmark::State& state) {
  const std::string text = some_rows(state.range(0) == 1);
  for (auto _ : state) {
    std::int64_t lines = 0;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end; ++at, ++lines) {
      const auto left = static_cast<std::size_t>(end - at);
      at = static_cast<const char*>(std::memchr(at, '\n', left));
      if (at == nullptr) break;
    }
    benchmark::DoNotOptimize(lines);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(newlines_by_memchr)->Arg(0)->Arg(1);

}  // namespace
}  // namespace tally::csv
