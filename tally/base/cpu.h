// SPDX-License-Identifier: Apache-2.0
// Which of Highway's targets this processor can run, and may.
//
// TALLY_SIMD in the environment holds the program to less than the processor has: "baseline",
// "avx2" or "avx3" is then the highest level. Every level gives the same bits, so this is for tests
// and for a processor that may be faulty; simd.h picks the kernels.
//
// Highway's own dispatch would need its shared library, whose start-up measures the resolution of
// clocks for some four milliseconds: longer than a whole run over a small table. Kernels of the
// command line choose by these instead. The processor is not asked either where the C library tells
// what it has found out: a virtual machine takes microseconds for each such question, and the
// compiler's own list asks a dozen of them whenever a program starts.
#pragma once

#include <cstdlib>
#include <string_view>

// (Clang does not take the header in strict C++.)
#if defined(__x86_64__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#define TALLY_CPU_HAS(c_library_name, compiler_name) CPU_FEATURE_ACTIVE(c_library_name)
#elif defined(__x86_64__)
#define TALLY_CPU_HAS(c_library_name, compiler_name) __builtin_cpu_supports(compiler_name)
#else
#define TALLY_CPU_HAS(c_library_name, compiler_name) false
#endif

namespace tally {

enum class SimdLevel { kBaseline, kAvx2, kAvx3, kAvx3Dl };

/// The level that TALLY_SIMD names; the highest if it names none.
inline SimdLevel most_simd() {
  const char* const value = std::getenv("TALLY_SIMD");
  const std::string_view name = value == nullptr ? "" : value;
  if (name == "baseline") return SimdLevel::kBaseline;
  if (name == "avx2") return SimdLevel::kAvx2;
  if (name == "avx3") return SimdLevel::kAvx3;
  return SimdLevel::kAvx3Dl;
}

/// Whether code for HWY_AVX2 runs here.
inline bool runs_avx2() {
  return most_simd() >= SimdLevel::kAvx2 && TALLY_CPU_HAS(AVX2, "avx2") &&
         TALLY_CPU_HAS(FMA, "fma") && TALLY_CPU_HAS(BMI1, "bmi") && TALLY_CPU_HAS(BMI2, "bmi2") &&
         TALLY_CPU_HAS(AES, "aes") && TALLY_CPU_HAS(PCLMULQDQ, "pclmul");
}

/// Whether code for HWY_AVX3 (AVX-512) runs here.
inline bool runs_avx3() {
  return most_simd() >= SimdLevel::kAvx3 && runs_avx2() && TALLY_CPU_HAS(AVX512F, "avx512f") &&
         TALLY_CPU_HAS(AVX512BW, "avx512bw") && TALLY_CPU_HAS(AVX512CD, "avx512cd") &&
         TALLY_CPU_HAS(AVX512DQ, "avx512dq") && TALLY_CPU_HAS(AVX512VL, "avx512vl");
}

/// Whether code for HWY_AVX3_DL (what Ice Lake and Zen 4 have of AVX-512) runs here.
inline bool runs_avx3_dl() {
  return most_simd() >= SimdLevel::kAvx3Dl && runs_avx3() &&
         TALLY_CPU_HAS(AVX512_VBMI, "avx512vbmi") && TALLY_CPU_HAS(AVX512_VBMI2, "avx512vbmi2") &&
         TALLY_CPU_HAS(AVX512_BITALG, "avx512bitalg") &&
         TALLY_CPU_HAS(AVX512_VPOPCNTDQ, "avx512vpopcntdq") &&
         TALLY_CPU_HAS(VPCLMULQDQ, "vpclmulqdq");
}

}  // namespace tally

#undef TALLY_CPU_HAS
