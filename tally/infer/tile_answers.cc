// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/tile_answers.h"

#include <cmath>

#include "tally/base/log_math.h"
#include "tally/infer/transpose.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/infer/tile_answers.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"
// After Highway's own headers:
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kRows = MatrixScorer::kTileRows;

// joint[k][r] becomes exp(joint[k][r] − max), and the sum over the classes goes to total[r]. Of a
// row that is impossible in every class, all become 0, and max and total 0 and 1: its shares are 0.
void exponentiate(std::int64_t classes, std::int64_t rows, double* joint, double* most,
                  double* total) {
  const hn::CappedTag<double, 8> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  for (std::int64_t r = 0; r < rows; r += lanes) {
    auto max = hn::LoadU(tag, joint + r);
    for (std::int64_t k = 1; k < classes; ++k) {
      max = hn::Max(max, hn::LoadU(tag, joint + k * kRows + r));
    }
    max = hn::IfThenZeroElse(hn::Eq(max, hn::Set(tag, kLogZero)), max);
    auto sum = hn::Zero(tag);
    // Below −700 the vector's exp leaves its range; e^−700 is nothing beside 1.
    const auto least = hn::Set(tag, -700.0);
    for (std::int64_t k = 0; k < classes; ++k) {
      const auto x = hn::Sub(hn::LoadU(tag, joint + k * kRows + r), max);
      const auto e = hn::IfThenZeroElse(hn::Lt(x, least), hn::Exp(tag, hn::Max(x, least)));
      const auto kept = hn::IfThenElse(hn::Eq(x, x), e, x);
      sum = hn::Add(sum, kept);
      hn::StoreU(kept, tag, joint + k * kRows + r);
    }
    hn::StoreU(max, tag, most + r);
    hn::StoreU(hn::IfThenElse(hn::Eq(sum, hn::Zero(tag)), hn::Set(tag, 1.0), sum), tag, total + r);
  }
}

// joint[k][r] becomes its share of total[r].
void divide(std::int64_t classes, std::int64_t rows, double* joint, const double* total) {
  const hn::CappedTag<double, 8> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  for (std::int64_t k = 0; k < classes; ++k, joint += kRows) {
    for (std::int64_t r = 0; r < rows; r += lanes) {
      hn::StoreU(hn::Div(hn::LoadU(tag, joint + r), hn::LoadU(tag, total + r)), tag, joint + r);
    }
  }
}

void choose(std::int64_t classes, std::int64_t rows, const double* joint, std::int64_t* chosen) {
  double best[kRows];
  for (std::int64_t r = 0; r < rows; ++r) {
    best[r] = joint[r];
    chosen[r] = 0;
  }
  for (std::int64_t k = 1; k < classes; ++k) {
    for (std::int64_t r = 0; r < rows; ++r) {
      const double x = joint[k * kRows + r];
      const bool greater = (best[r] == best[r]) & !(x <= best[r]);
      best[r] = greater ? x : best[r];
      chosen[r] = greater ? k : chosen[r];
    }
  }
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

void finish_tile(Answer answer, std::int64_t classes, std::int64_t rows, double* joint,
                 double* out) {
  constexpr std::int64_t kRows = MatrixScorer::kTileRows;
  double most[kRows], total[kRows];
  if (answer != Answer::kPosterior) transpose(joint, kRows, classes, rows, out, classes);
  if (answer == Answer::kJoint) return;
  TALLY_DISPATCH(exponentiate)(classes, rows, joint, most, total);
  if (answer == Answer::kPosterior) {
    TALLY_DISPATCH(divide)(classes, rows, joint, total);
    return transpose(joint, kRows, classes, rows, out, classes);
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    // The largest first: the difference of two long numbers is rounded only once.
    const double log_total = std::log(total[r]);
    for (std::int64_t k = 0; k < classes; ++k, ++out) *out = (*out - most[r]) - log_total;
  }
}

void choose_in_tile(std::int64_t classes, std::int64_t rows, const double* joint,
                    std::int64_t* chosen) {
  TALLY_DISPATCH(choose)(classes, rows, joint, chosen);
}

}  // namespace tally
#endif
