// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/scatter_law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "tally/family/log_gamma.h"

namespace tally {

namespace {

constexpr double kFloor = 0.02;       // of W, beside what was seen
constexpr double kLeastStrength = 5;  // c
constexpr double kLeastPivot = 1e-9;  // of sums that no rows have: nothing is divided by zero
// A row that decides so much of a matrix is left out by making the matrix again: the difference of two
// numbers that are nearly the same has no digits. Few rows can, for their shares add up to d.
constexpr double kLeastLeft = 0.05;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// a b − c d, to the last bits (W. Kahan).
double difference_of_products(double a, double b, double c, double d) {
  const double cd = c * d;
  return std::fma(a, b, -cd) + std::fma(-c, d, cd);
}

using Room = std::array<double, kMostScaledColumns>;
std::span<double> first(Room& room, std::size_t d) { return std::span(room).first(d); }

std::size_t triangle(std::size_t d) { return d * (d + 1) / 2; }

}  // namespace

ScatterSums::ScatterSums(const ScatterTally& tally, std::span<const Counts::Class> classes)
    : columns(tally.columns()) {
  for (const Counts::Class& klass : classes) {
    rows.push_back(klass.weight.to_double());
    for (std::size_t i = 0; i < columns; ++i) {
      sums.push_back(tally.at(klass.code, tally.sum_slot(i)).to_double());
      for (std::size_t j = 0; j <= i; ++j) {
        products.push_back(tally.at(klass.code, tally.product_slot(i, j)).to_double());
      }
    }
  }
}

double ScatterSums::freedom() const {
  double all = 0;
  for (const double n : rows) all += n;
  return std::max(1.0, all - static_cast<double>(rows.size()));
}

void ScatterLaw::Root::solve(std::size_t d, std::span<const double> z, std::span<double> x) const {
  const double* row = lower.data();
  for (std::size_t i = 0; i < d; ++i) {
    x[i] = (z[i] - dot({row, i}, x.first(i))) / row[i];
    row += i + 1;
  }
}

// Cholesky.
ScatterLaw::Root ScatterLaw::root_of(std::vector<double> lower, std::size_t d) {
  Root out;
  for (std::size_t i = 0; i < d; ++i) {
    double* const row = &lower[triangle(i)];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* const other = &lower[triangle(j)];
      const double left = row[j] - dot({row, j}, {other, j});
      row[j] = j < i ? left / other[j] : std::sqrt(std::max(left, kLeastPivot));
    }
    out.log_determinant += 2 * std::log(row[i]);
  }
  out.lower = std::move(lower);
  return out;
}

ScatterLaw::ScatterLaw(ScatterSums sums, double freedom)
    : sums_(std::move(sums)),
      freedom_(freedom),
      strength_(std::max(kLeastStrength, static_cast<double>(sums_.columns))) {
  const std::size_t d = columns(), K = classes(), size = triangle(d);
  means_.resize(K * d);
  std::vector<std::vector<double>> scatters(K);
  std::vector<double> shared(size);
  for (std::size_t k = 0; k < K; ++k) {
    const double n = sums_.rows[k];
    if (!(n > 0)) continue;
    std::vector<double>& scatter = scatters[k];
    const double* const sum = &sums_.sums[k * d];
    const double* product = &sums_.products[k * size];
    for (std::size_t i = 0; i < d; ++i) {
      means_[k * d + i] = sum[i] / n;
      for (std::size_t j = 0; j <= i; ++j) {
        scatter.push_back(difference_of_products(n, *product++, sum[i], sum[j]) / n);
      }
    }
    for (std::size_t i = 0; i < size; ++i) shared[i] += scatter[i];
  }
  for (double& one : shared) one /= freedom_;
  for (std::size_t i = 0; i < d; ++i) shared[triangle(i) + i] += kFloor;
  own_.resize(K);
  for (std::size_t k = 0; k < K; ++k) {
    if (scatters[k].empty()) continue;
    for (std::size_t i = 0; i < size; ++i) scatters[k][i] += strength_ * shared[i];
    own_[k] = root_of(std::move(scatters[k]), d);
  }
  shared_ = root_of(std::move(shared), d);
  whitened_.resize(K * d);
  for (std::size_t k = 0; k < K; ++k) {
    shared_.solve(d, std::span(means_).subspan(k * d, d), std::span(whitened_).subspan(k * d, d));
  }
}

double ScatterLaw::linear_of(double log_share, double rows, double distance) const {
  return log_share - 0.5 * distance * rows / (rows + 1);
}

double ScatterLaw::quadratic_of(double log_share, double rows, double distance,
                                double log_determinant) const {
  const auto d = static_cast<double>(columns());
  const double nu = strength_ + rows + 1, s = 1 + 1 / rows;
  return log_share + log_rising(nu / 2, d / 2) - d / 2 * std::log(std::numbers::pi * s) -
         0.5 * log_determinant - (nu + d) / 2 * std::log1p(distance / s);
}

void ScatterLaw::fill_empty(std::span<const double> rows, std::span<const double> log_shares,
                            std::span<double> linear, std::span<double> quadratic) const {
  double least = 0;
  bool any = false;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] > 0)
      least = std::exchange(any, true) ? std::min(least, quadratic[k]) : quadratic[k];
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] > 0) continue;
    linear[k] = log_shares[k] - static_cast<double>(columns()) / 2 - 2;
    quadratic[k] = least;
  }
}

// z less the mean of a class, which stands in `means` for all classes.
void ScatterLaw::subtract(std::span<const double> z, const std::vector<double>& means,
                          std::size_t k, std::span<double> off) const {
  const double* const mean = &means[k * columns()];
  for (std::size_t i = 0; i < z.size(); ++i) off[i] = z[i] - mean[i];
}

void ScatterLaw::say(std::span<const double> z, std::span<const double> log_shares,
                     std::span<double> linear, std::span<double> quadratic) const {
  const std::size_t d = columns();
  Room off_room, x_room, white_room;
  const std::span<double> off = first(off_room, d), x = first(x_room, d),
                          white = first(white_room, d);
  shared_.solve(d, z, white);
  for (std::size_t k = 0; k < classes(); ++k) {
    const double n = sums_.rows[k];
    if (!(n > 0)) continue;
    subtract(white, whitened_, k, x);
    linear[k] = linear_of(log_shares[k], n, dot(x, x));
    subtract(z, means_, k, off);
    own_[k].solve(d, off, x);
    quadratic[k] = quadratic_of(log_shares[k], n, dot(x, x), own_[k].log_determinant);
  }
  fill_empty(sums_.rows, log_shares, linear, quadratic);
}

void ScatterLaw::say_without(std::span<const double> z, std::size_t own, double weight,
                             std::span<const double> log_shares, std::span<double> linear,
                             std::span<double> quadratic) const {
  const std::size_t d = columns();
  std::vector<double> rows = sums_.rows;
  const double n = rows[own];
  rows[own] = std::max(0.0, n - weight);
  // Of the last row of a class the scatter was 0: the matrices stay.
  const bool is_last = !(rows[own] > 0);
  const double c = is_last ? 0 : n / rows[own];
  Room off_room, v_room, x_room, y_room, white_room, white_v_room;
  const std::span<double> off = first(off_room, d), v = first(v_room, d), x = first(x_room, d),
                          y = first(y_room, d), white = first(white_room, d),
                          white_v = first(white_v_room, d);
  subtract(z, means_, own, v);
  shared_.solve(d, z, white);
  subtract(white, whitened_, own, white_v);
  bool is_precise = true;
  // Of z − μ_k and v, seen by the matrix's root: D without the row, and den.
  const auto without = [&](std::span<const double> of_k, std::span<const double> of_v, double e,
                           bool is_own) {
    if (is_last) return std::pair(dot(of_k, of_k), 1.0);
    const double Q = dot(of_v, of_v), den = 1 - e * Q, cross = dot(of_k, of_v);
    is_precise = is_precise && den >= kLeastLeft;
    return std::pair(is_own ? c * c * Q / den : dot(of_k, of_k) + e * cross * cross / den, den);
  };
  for (std::size_t k = 0; k < classes() && is_precise; ++k) {
    if (!(rows[k] > 0)) continue;
    subtract(white, whitened_, k, x);
    const double distance = without(x, white_v, c * weight / freedom_, k == own).first;
    linear[k] = linear_of(log_shares[k], rows[k], distance);
    subtract(z, means_, k, off);
    own_[k].solve(d, off, x);
    if (!is_last) own_[k].solve(d, v, y);
    const double e = c * weight * (strength_ / freedom_ + (k == own ? 1 : 0));
    const auto [by_own, den] = without(x, y, e, k == own);
    quadratic[k] =
        quadratic_of(log_shares[k], rows[k], by_own, own_[k].log_determinant + std::log(den));
  }
  if (is_precise) return fill_empty(rows, log_shares, linear, quadratic);
  ScatterSums others = sums_;
  others.rows[own] = rows[own];
  double* product = &others.products[own * triangle(d)];
  for (std::size_t i = 0; i < d; ++i) {
    others.sums[own * d + i] -= weight * z[i];
    for (std::size_t j = 0; j <= i; ++j) *product++ -= weight * z[i] * z[j];
  }
  ScatterLaw(std::move(others), freedom_).say(z, log_shares, linear, quadratic);
}

}  // namespace tally
