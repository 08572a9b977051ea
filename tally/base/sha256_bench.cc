// SPDX-License-Identifier: Apache-2.0
// SHA-256 of texts as long as the evidence of a row, beside libcrypto's.
#include <benchmark/benchmark.h>
#include <openssl/evp.h>

#include <array>
#include <string>

#include "tally/base/sha256.h"

namespace tally {
namespace {

void ours(benchmark::State& state) {
  const std::string text(static_cast<std::size_t>(state.range(0)), 'x');
  for (auto _ : state) {
    Sha256 hash;
    hash.add(text);
    benchmark::DoNotOptimize(hash.digest());
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(ours)->Arg(200)->Arg(2'000)->Arg(100'000);

void libcrypto(benchmark::State& state) {
  const std::string text(static_cast<std::size_t>(state.range(0)), 'x');
  EVP_MD* const method = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  EVP_MD_CTX* const hash = EVP_MD_CTX_new();
  std::array<unsigned char, 32> digest{};
  for (auto _ : state) {
    EVP_DigestInit_ex2(hash, method, nullptr);
    EVP_DigestUpdate(hash, text.data(), text.size());
    EVP_DigestFinal_ex(hash, digest.data(), nullptr);
    benchmark::DoNotOptimize(digest);
  }
  EVP_MD_CTX_free(hash);
  EVP_MD_free(method);
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(libcrypto)->Arg(200)->Arg(2'000)->Arg(100'000);

}  // namespace
}  // namespace tally
