// SPDX-License-Identifier: Apache-2.0
// The density, or probability mass, of one cell in one class, as a logarithm.
//
// Each is built from a class's parameters once, works out there what does not depend on the cell,
// and is called for every cell. None of them gives NaN for finite arguments: what cannot be is
// −inf, and so is a density whose logarithm lies beyond a double. All are called with an exposure,
// which means something to counts alone.
#pragma once

namespace tally {

/// −log σ − ½ log 2π − ½ ((x − μ) / σ)². REQUIRES: σ > 0.
class GaussianDensity {
 public:
  GaussianDensity(double mean, double deviation);
  double operator()(double x, double = 1) const;

 private:
  double mean_, deviation_, log_norm_;
};

/// Student's t with ν degrees, location and scale:
///   logΓ((ν + 1) / 2) − logΓ(ν / 2) − ½ log(ν π) − log s − (ν + 1) / 2 · log(1 + z² / ν),
///   z = (x − location) / s.                                          REQUIRES: ν > 0, s > 0.
class StudentDensity {
 public:
  StudentDensity(double degrees, double location, double scale);
  double operator()(double x, double = 1) const;

 private:
  double degrees_, location_, scale_, root_degrees_, log_norm_;
};

/// x log(r e) − r e − logΓ(x + 1) for x events over the exposure e; x may be real. No rate or no
/// exposure leaves no event: 0 for x = 0, else −inf. REQUIRES: r, x, e >= 0.
class PoissonMass {
 public:
  explicit PoissonMass(double rate) : rate_(rate) {}
  double operator()(double x, double e) const;

 private:
  double rate_;
};

/// logΓ(a + x) − logΓ(a) − logΓ(x + 1) + a log(b / (b + e)) + x log(e / (b + e)); as PoissonMass
/// without an exposure. REQUIRES: a, b > 0, x, e >= 0.
class NegativeBinomialMass {
 public:
  NegativeBinomialMass(double a, double b) : a_(a), b_(b) {}
  double operator()(double x, double e) const;

 private:
  double log_coefficient(double x) const;

  double a_, b_;
};

}  // namespace tally
