// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same for a seed on every machine.
//
// The distributions of the standard library are free to differ from one library to the next, so
// that none of them is used: one generator, and a transformation or rejection of its own for each
// distribution.
//
//   Random random(seed, row);      // each row has a stream of its own: the order does not matter
//   const double z = draw_normal(random);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tally {

/// A number out of two, each bit of which depends on all bits of both: the output function of
/// splitmix64 (Steele, Lea, Flood 2014), twice. The same for ever: splits rest on it.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t number);

/// splitmix64, started at mixed(seed, stream). Not to be shared between threads.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(mixed(seed, stream)) {}

  std::uint64_t next();
  /// Above 0 and below 1.
  double uniform();
  /// 0 … size − 1, each as likely as the others. REQUIRES: 0 < size < 2^32.
  std::uint32_t below(std::uint32_t size);

 private:
  std::uint64_t state_;
};

/// The number i with the probability (c_i − c_{i−1}) / c_last. REQUIRES: `cumulative` is not empty,
/// does not fall, and its last is above 0.
std::size_t draw_index(Random& random, std::span<const double> cumulative);

/// Mean 0, variance 1 (Marsaglia's polar method).
double draw_normal(Random& random);

/// The logarithm of a gamma variate of scale 1 (Marsaglia and Tsang 2000): below a shape of 1 the
/// variate itself may be too small for a double. REQUIRES: shape > 0.
double draw_log_gamma(Random& random, double shape);

/// Student's t (0 and scale 1): normal / √(χ²_ν / ν). REQUIRES: degrees > 0.
double draw_student(Random& random, double degrees);

/// A whole number: by inversion below a mean of 10, else by transformed rejection (Hörmann 1993,
/// PTRS). REQUIRES: mean >= 0 and finite.
double draw_poisson(Random& random, double mean);

/// The same of a mean that is a gamma variate of this shape and scale: a negative binomial number.
/// REQUIRES: shape > 0.
double draw_mixed_poisson(Random& random, double shape, double log_scale);

}  // namespace tally
