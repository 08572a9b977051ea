// SPDX-License-Identifier: Apache-2.0
// A linear model for tests, and its joints as the formula has them.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "tally/infer/matrix_scorer.h"

namespace tally {

struct LinearModel {
  LinearModel(std::int64_t class_count, std::int64_t column_count, bool with_absent,
              std::mt19937_64& random)
      : classes(class_count), columns(column_count) {
    const auto log_p = [&] { return -std::exp(std::normal_distribution<>(0, 2)(random)); };
    for (std::int64_t i = 0; i < classes * columns; ++i) {
      present.push_back(log_p());
      if (with_absent) absent.push_back(log_p());
    }
    for (std::int64_t k = 0; k < classes; ++k) log_prior.push_back(log_p());
  }
  LinearScorer scorer() const { return {classes, columns, present, absent, log_prior, threshold}; }
  double ruled(double x) const { return !threshold || std::isnan(x) ? x : x > *threshold ? 1 : 0; }

  // Log prior, then what each column adds: a factor of nothing is nothing.
  double joint(const double* row, std::int64_t k) const {
    double fast = log_prior[static_cast<std::size_t>(k)];
    for (std::int64_t j = 0; j < columns && !absent.empty(); ++j) fast += absent[at(j, k)];
    for (std::int64_t j = 0; j < columns; ++j) fast += ruled(row[j]) * weight(j, k);
    return fast;
  }
  double joint_carefully(const double* row, std::int64_t k) const {
    double sum = log_prior[static_cast<std::size_t>(k)];
    for (std::int64_t j = 0; j < columns; ++j) {
      const double x = ruled(row[j]), other = absent.empty() ? 0 : absent[at(j, k)];
      if (std::isnan(x)) continue;
      if (x == 0) {
        sum += other;
      } else if (x == 1) {
        sum += present[at(j, k)];
      } else {
        sum += absent.empty() ? x * present[at(j, k)] : x * weight(j, k) + other;
      }
    }
    return sum;
  }
  // If one of the classes leaves the numbers, all are added up carefully.
  std::vector<double> joints(const double* row) const {
    std::vector<double> out;
    bool finite = true;
    for (std::int64_t k = 0; k < classes; ++k) {
      out.push_back(joint(row, k));
      finite = finite && std::isfinite(out.back());
    }
    for (std::int64_t k = 0; k < classes && !finite; ++k) {
      out[static_cast<std::size_t>(k)] = joint_carefully(row, k);
    }
    return out;
  }

  std::size_t at(std::int64_t j, std::int64_t k) const {
    return static_cast<std::size_t>(j * classes + k);
  }
  double weight(std::int64_t j, std::int64_t k) const {
    return absent.empty() ? present[at(j, k)] : present[at(j, k)] - absent[at(j, k)];
  }

  std::int64_t classes, columns;
  std::vector<double> present, absent, log_prior;
  std::optional<double> threshold;
};

}  // namespace tally
