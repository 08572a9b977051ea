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

void SampleTriple::count(const std::array<std::size_t, 3>& columns) {
  const std::size_t K = rows_.classes;
  columns_ = columns;
  std::array<std::size_t, 3> sizes{};
  for (std::size_t i = 0; i < 3; ++i) sizes[i] = static_cast<std::size_t>(rows_.sizes[columns[i]]);
  abc_.assign(sizes[0] * sizes[1] * sizes[2] * K, 0);
  all_.assign(K, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    one_[i].assign(sizes[i] * K, 0);
    two_[i].assign(sizes[(i + 1) % 3] * sizes[(i + 2) % 3] * K, 0);
  }
  for (std::size_t row = 0; row < rows_.truths.size(); ++row) {
    const std::int32_t a = rows_.codes[columns[0]][row], b = rows_.codes[columns[1]][row],
                       c = rows_.codes[columns[2]][row];
    if ((a | b | c) < 0) continue;
    const auto at_a = static_cast<std::size_t>(a), at_b = static_cast<std::size_t>(b),
               at_c = static_cast<std::size_t>(c), k = static_cast<std::size_t>(rows_.truths[row]);
    const float n = rows_.weights[row] * rows_.times[row];
    abc_[((at_a * sizes[1] + at_b) * sizes[2] + at_c) * K + k] += n;
    one_[0][at_a * K + k] += n;
    one_[1][at_b * K + k] += n;
    one_[2][at_c * K + k] += n;
    two_[0][(at_b * sizes[2] + at_c) * K + k] += n;
    two_[1][(at_a * sizes[2] + at_c) * K + k] += n;
    two_[2][(at_a * sizes[1] + at_b) * K + k] += n;
    all_[k] += n;
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
