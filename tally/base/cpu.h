// Which of Highway's targets this processor can run.
//
// Highway's own dispatch would need its shared library, whose start-up measures the resolution of
// clocks for some four milliseconds: longer than a whole run over a small table. Kernels of the
// command line choose by these instead.
#pragma once

namespace tally {

/// Whether code for HWY_AVX2 runs here.
inline bool runs_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
#else
  return false;
#endif
}

/// Whether code for HWY_AVX3 (AVX-512) runs here.
inline bool runs_avx3() {
#if defined(__x86_64__)
  return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

}  // namespace tally
