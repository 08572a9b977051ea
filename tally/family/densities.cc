// SPDX-License-Identifier: Apache-2.0
#include "tally/family/densities.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/family/log_gamma.h"

namespace tally {

namespace {

constexpr double kHalfLogPi = 0.57236494292470008707;

double standardised(double x, double centre, double scale) {
  const double away = x - centre;
  return std::isinf(away) ? (x / 2 - centre / 2) / scale * 2 : away / scale;
}

double none_expected(double x) { return x == 0 ? 0 : kLogZero; }

}  // namespace

GaussianDensity::GaussianDensity(double mean, double deviation)
    : mean_(mean), deviation_(deviation), log_norm_(-std::log(deviation) - kHalfLogTwoPi) {}

double GaussianDensity::operator()(double x, double) const {
  const double z = standardised(x, mean_, deviation_);
  return log_norm_ - 0.5 * z * z;
}

StudentDensity::StudentDensity(double degrees, double location, double scale)
    : degrees_(degrees),
      location_(location),
      scale_(scale),
      root_degrees_(std::sqrt(degrees)),
      log_norm_(log_rising(degrees / 2, 0.5) - 0.5 * std::log(degrees) - kHalfLogPi -
                std::log(scale)) {}

double StudentDensity::operator()(double x, double) const {
  constexpr double kSquareFits = 1e150;
  const double w = std::abs(standardised(x, location_, scale_) / root_degrees_);
  const double tail = w < kSquareFits ? std::log1p(w * w) : 2 * std::log(w);
  return log_norm_ - (degrees_ + 1) / 2 * tail;
}

double PoissonMass::operator()(double x, double e) const {
  if (rate_ == 0 || e == 0) return none_expected(x);
  const double m = std::min(rate_ * e, std::numeric_limits<double>::max());
  if (x == 0) return -m;
  if (x < kStirlingFrom) return x * (std::log(rate_) + std::log(e)) - m - log_gamma(x + 1);
  // x log m − m − logΓ(x + 1) with Stirling's series put in: the large terms meet in D(x, m).
  return -count_deviance(x, m) - kHalfLogTwoPi - 0.5 * std::log(x) - stirling_tail(x);
}

double NegativeBinomialMass::log_coefficient(double x) const {
  return x < kStirlingFrom ? log_rising(a_, x) - log_gamma(x + 1)
                           : log_rising(x + 1, a_ - 1) - log_gamma(a_);
}

double NegativeBinomialMass::operator()(double x, double e) const {
  if (e == 0) return none_expected(x);
  if (x < kStirlingFrom || a_ < kStirlingFrom) {
    const double without_events = -a_ * std::log1p(e / b_);
    return x == 0 ? without_events : log_coefficient(x) + without_events - x * std::log1p(b_ / e);
  }
  // Of n = a + x, a are expected at b / (b + e) and x at e / (b + e); Stirling's series as above.
  const double n = std::min(a_ + x, std::numeric_limits<double>::max());
  return -count_deviance(a_, n / (1 + e / b_)) - count_deviance(x, n / (1 + b_ / e)) +
         0.5 * (std::log(a_ / n) - std::log(x)) - kHalfLogTwoPi + stirling_tail(n) -
         stirling_tail(a_) - stirling_tail(x);
}

}  // namespace tally
