// SPDX-License-Identifier: Apache-2.0
#include "tally/family/draw.h"

#include <algorithm>
#include <cmath>

#include "tally/family/densities.h"
#include "tally/family/draw_math.h"

namespace tally {

namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio, odd

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double poisson_by_inversion(Random& random, double mean) {
  constexpr double kMost = 1000;  // rounding may leave the sum of all below u
  const double u = random.uniform();
  double mass = portable_exp(-mean);
  double sum = mass;
  double x = 0;
  while (u > sum && x < kMost) {
    mass *= mean / ++x;
    sum += mass;
  }
  return x;
}

double poisson_by_rejection(Random& random, double mean) {
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double squeeze = 0.9277 - 3.6224 / (b - 2);
  const PoissonMass log_mass(mean);
  for (;;) {
    const double u = random.uniform() - 0.5;
    const double v = random.uniform();
    const double edge = 0.5 - std::abs(u);
    if (edge == 0) continue;
    const double x = std::floor((2 * a / edge + b) * u + mean + 0.43);
    if (edge >= 0.07 && v <= squeeze) return x;
    if (x < 0 || (edge < 0.013 && v > edge)) continue;
    if (portable_log(v * inverse_alpha / (a / (edge * edge) + b)) <= log_mass(x, 1)) return x;
  }
}

}  // namespace

std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
  return mix(mix(seed + kGolden) + (number + 1) * kGolden);
}

std::uint64_t Random::next() {
  state_ += kGolden;
  return mix(state_);
}

double Random::uniform() {
  // 52 bits and a half: exact, and neither 0 nor 1.
  return (static_cast<double>(next() >> 12) + 0.5) * 0x1p-52;
}

std::uint32_t Random::below(std::uint32_t size) {
  // Lemire 2019: the high half of a product; the few values that would favour some are drawn again.
  std::uint64_t product = (next() >> 32) * size;
  if (static_cast<std::uint32_t>(product) < size) {
    const std::uint32_t unfair = (0U - size) % size;
    while (static_cast<std::uint32_t>(product) < unfair) product = (next() >> 32) * size;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

std::size_t draw_index(Random& random, std::span<const double> cumulative) {
  const double u = random.uniform() * cumulative.back();
  const auto at = std::upper_bound(cumulative.begin(), cumulative.end() - 1, u);
  return static_cast<std::size_t>(at - cumulative.begin());
}

double draw_normal(Random& random) {
  for (;;) {
    const double x = 2 * random.uniform() - 1;
    const double y = 2 * random.uniform() - 1;
    const double square = x * x + y * y;
    if (square < 1 && square > 0) return x * std::sqrt(-2 * portable_log(square) / square);
  }
}

double draw_log_gamma(Random& random, double shape) {
  if (shape < 1) {
    const double log_more = draw_log_gamma(random, shape + 1);
    return log_more + portable_log(random.uniform()) / shape;
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / (3 * std::sqrt(d));
  for (;;) {
    const double z = draw_normal(random);
    const double root = 1 + c * z;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (portable_log(random.uniform()) < 0.5 * z * z + d * (1 - v + portable_log(v))) {
      return portable_log(d) + portable_log(v);
    }
  }
}

double draw_student(Random& random, double degrees) {
  const double z = draw_normal(random);
  const double log_half_chi_square = draw_log_gamma(random, degrees / 2);
  return z * portable_exp(0.5 * (portable_log(degrees / 2) - log_half_chi_square));
}

double draw_poisson(Random& random, double mean) {
  constexpr double kRejectionFrom = 10;
  if (mean == 0) return 0;
  return mean < kRejectionFrom ? poisson_by_inversion(random, mean)
                               : poisson_by_rejection(random, mean);
}

double draw_mixed_poisson(Random& random, double shape, double log_scale) {
  constexpr double kMost = 1e300;  // of a mean
  return draw_poisson(random,
                      std::min(portable_exp(draw_log_gamma(random, shape) + log_scale), kMost));
}

}  // namespace tally
