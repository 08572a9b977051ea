// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/triple_counts.h"

#include <algorithm>
#include <cmath>

namespace tally {

std::size_t SampleTriple::cells(const CodedRows& rows, const std::array<std::size_t, 3>& columns) {
  std::size_t out = rows.classes;
  for (const std::size_t column : columns) out *= static_cast<std::size_t>(rows.sizes[column]);
  return out;
}

// One count for each row. What two columns have, and one, is what the cells add up to: these are mostly fewer
// than the rows, and lie side by side.
void SampleTriple::count(const std::array<std::size_t, 3>& columns) {
  const std::size_t K = rows_.classes;
  columns_ = columns;
  const auto size = [&](std::size_t i) {
    return static_cast<std::size_t>(rows_.sizes[columns[i]]);
  };
  const std::size_t A = size(0), B = size(1), C = size(2);
  abc_.assign(A * B * C * K, 0);
  const std::int32_t *const of_a = rows_.codes[columns[0]].data(),
                            *const of_b = rows_.codes[columns[1]].data(),
                            *const of_c = rows_.codes[columns[2]].data();
  for (std::size_t row = 0; row < rows_.truths.size(); ++row) {
    const std::int32_t a = of_a[row], b = of_b[row], c = of_c[row];
    if ((a | b | c) < 0) continue;
    const std::size_t cell = (static_cast<std::size_t>(a) * B + static_cast<std::size_t>(b)) * C +
                             static_cast<std::size_t>(c);
    abc_[cell * K + static_cast<std::size_t>(rows_.truths[row])] +=
        rows_.weights[row] * rows_.times[row];
  }
  add_up(A, B, C);
}

void SampleTriple::add_up(std::size_t A, std::size_t B, std::size_t C) {
  const std::size_t K = rows_.classes;
  const auto add = [](const float* from, std::size_t size, float* to) {
    for (std::size_t i = 0; i < size; ++i) to[i] += from[i];
  };
  two_[0].assign(B * C * K, 0);
  two_[1].assign(A * C * K, 0);
  two_[2].assign(A * B * K, 0);
  for (std::size_t a = 0; a < A; ++a) {
    add(&abc_[a * B * C * K], B * C * K, two_[0].data());
    for (std::size_t b = 0; b < B; ++b) {
      const float* const line = &abc_[(a * B + b) * C * K];
      add(line, C * K, &two_[1][a * C * K]);
      for (std::size_t c = 0; c < C; ++c) add(line + c * K, K, &two_[2][(a * B + b) * K]);
    }
  }
  one_[0].assign(A * K, 0);
  one_[1].assign(B * K, 0);
  one_[2].assign(C * K, 0);
  all_.assign(K, 0);
  for (std::size_t a = 0; a < A; ++a) {
    for (std::size_t b = 0; b < B; ++b) add(&two_[2][(a * B + b) * K], K, &one_[0][a * K]);
    add(&two_[2][a * B * K], B * K, one_[1].data());
    add(&two_[1][a * C * K], C * K, one_[2].data());
    add(&one_[0][a * K], K, all_.data());
  }
}

bool SampleTriple::say(std::size_t row, std::span<float> said) const {
  const std::size_t K = rows_.classes;
  const std::int32_t a = rows_.codes[columns_[0]][row], b = rows_.codes[columns_[1]][row],
                     c = rows_.codes[columns_[2]][row];
  if ((a | b | c) < 0) return false;
  const auto at_a = static_cast<std::size_t>(a), at_b = static_cast<std::size_t>(b),
             at_c = static_cast<std::size_t>(c);
  const auto wide_b = static_cast<std::size_t>(rows_.sizes[columns_[1]]),
             wide_c = static_cast<std::size_t>(rows_.sizes[columns_[2]]);
  const float* const n_abc = &abc_[((at_a * wide_b + at_b) * wide_c + at_c) * K];
  const float* const n_a = &one_[0][at_a * K];
  const float* const n_b = &one_[1][at_b * K];
  const float* const n_c = &one_[2][at_c * K];
  const float* const n_bc = &two_[0][(at_b * wide_c + at_c) * K];
  const float* const n_ac = &two_[1][(at_a * wide_c + at_c) * K];
  const float* const n_ab = &two_[2][(at_a * wide_b + at_b) * K];
  const auto own = static_cast<std::size_t>(rows_.truths[row]);
  for (std::size_t k = 0; k < K; ++k) {
    const float w = k == own ? rows_.weights[row] : 0;
    const float x = n_a[k] - w, y = n_b[k] - w, z = n_c[k] - w, all = all_[k] - w;
    said[k] = 0;
    // What is left of weights that are no integers may not be quite nothing.
    constexpr float kNothing = 1e-6F;
    if (!(x > kNothing && y > kNothing && z > kNothing)) continue;
    const float by_pairs = x * y * z / (all * all) * ((n_ab[k] - w + 1) / (x * y / all + 1)) *
                           ((n_ac[k] - w + 1) / (x * z / all + 1)) *
                           ((n_bc[k] - w + 1) / (y * z / all + 1));
    said[k] = std::log((n_abc[k] - w + 1) / (std::min({x, y, z, by_pairs}) + 1));
  }
  return true;
}

}  // namespace tally
