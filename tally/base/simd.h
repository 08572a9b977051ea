// SPDX-License-Identifier: Apache-2.0
// TALLY_DISPATCH: the best form of a vector kernel that this processor runs.
//
// A source that is compiled once per target (hwy/foreach_target.h) includes this after
// hwy/highway.h and calls its kernels so:
//
//   TALLY_DISPATCH(add_rows)(tile, runs, slices);
//
// The choice is made once, by cpu.h: all kernels of the program are held to the same level.
#pragma once

#include <type_traits>

#include "tally/base/cpu.h"

#if (HWY_TARGETS & HWY_AVX3_DL) && HWY_STATIC_TARGET != HWY_AVX3_DL
#define TALLY_AVX3_DL(kernel) &N_AVX3_DL::kernel
#else
#define TALLY_AVX3_DL(kernel) nullptr
#endif
#if (HWY_TARGETS & HWY_AVX3) && HWY_STATIC_TARGET != HWY_AVX3
#define TALLY_AVX3(kernel) &N_AVX3::kernel
#else
#define TALLY_AVX3(kernel) nullptr
#endif
#if (HWY_TARGETS & HWY_AVX2) && HWY_STATIC_TARGET != HWY_AVX2
#define TALLY_AVX2(kernel) &N_AVX2::kernel
#else
#define TALLY_AVX2(kernel) nullptr
#endif

#define TALLY_DISPATCH(kernel)                                                                     \
  [] {                                                                                             \
    static const auto kChosen =                                                                    \
        ::tally::best_kernel(&HWY_STATIC_DISPATCH(kernel), TALLY_AVX2(kernel), TALLY_AVX3(kernel), \
                             TALLY_AVX3_DL(kernel));                                               \
    return kChosen;                                                                                \
  }()

namespace tally {

/// The last of these that was compiled and runs here; `baseline` runs everywhere.
template <class Kernel>
Kernel best_kernel(Kernel baseline, std::type_identity_t<Kernel> avx2,
                   std::type_identity_t<Kernel> avx3, std::type_identity_t<Kernel> avx3_dl) {
  if (avx3_dl != nullptr && runs_avx3_dl()) return avx3_dl;
  if (avx3 != nullptr && runs_avx3()) return avx3;
  if (avx2 != nullptr && runs_avx2()) return avx2;
  return baseline;
}

}  // namespace tally
