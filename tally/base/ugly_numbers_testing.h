// SPDX-License-Identifier: Apache-2.0
// Numbers as nobody would draw them for a demonstration, for tests of laws and of kernels: each
// kind has broken a counting program somewhere. docs/testing.md lists them; a test keeps the two
// alike.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>

namespace tally {

class UglyNumbers {
 public:
  /// A column's kind. Each draws one number for a row; rows are drawn in order.
  struct Kind {
    std::string_view name;
    double (*draw)(std::mt19937_64& random, std::size_t row);
  };

  static constexpr std::size_t kKinds = 15;
  static const std::array<Kind, kKinds>& kinds() {
    static const std::array<Kind, kKinds> kAll{{
        {"tame", [](auto& random, std::size_t) { return normal(random, 3, 2); }},
        {"student-t(2)", [](auto& random, std::size_t) { return student(random, 2); }},
        {"cauchy", [](auto& random, std::size_t) { return student(random, 1); }},
        {"magnitudes",
         [](auto& random, std::size_t) {
           return std::ldexp(normal(random, 0, 1), static_cast<int>(random() % 600) - 300);
         }},
        {"integers beside 1e±300",
         [](auto& random, std::size_t) {
           const auto whole = static_cast<double>(static_cast<std::int64_t>(random() % 200) - 100);
           return random() % 40 != 0 ? whole : random() % 2 == 0 ? 1e300 * whole : 1e-300 * whole;
         }},
        {"constant", [](auto&, std::size_t) { return 0.1; }},
        {"zero but for a few",
         [](auto& random, std::size_t) { return random() % 30 == 0 ? student(random, 2) : 0.0; }},
        {"one odd cell",
         [](auto&, std::size_t row) { return row == 71 ? -5e8 : static_cast<double>(row % 2); }},
        {"signed zeros", [](auto& random, std::size_t) { return random() % 2 == 0 ? 0.0 : -0.0; }},
        {"subnormal",
         [](auto& random, std::size_t) {
           return std::numeric_limits<double>::denorm_min() * static_cast<double>(random() % 999);
         }},
        {"prices",
         [](auto& random, std::size_t) { return static_cast<double>(random() % 9999) / 100; }},
        {"small on a large offset",
         [](auto& random, std::size_t) { return 1e9 + normal(random, 0, 1e-4); }},
        {"integers beyond 2^53",
         [](auto& random, std::size_t) { return static_cast<double>(random() >> 1); }},
        {"powers of two",
         [](auto& random, std::size_t) {
           const double power = std::ldexp(1.0, static_cast<int>(random() % 96) - 70);
           const double to = random() % 2 == 0 ? 0.0 : 1e300;
           const double near = random() % 3 == 0 ? power : std::nextafter(power, to);
           return random() % 2 == 0 ? near : -near;
         }},
        {"growing",
         [](auto& random, std::size_t row) {
           return normal(random, 0, 1) * std::exp2(static_cast<double>(row) / 8);
         }},
    }};
    return kAll;
  }

 private:
  static double normal(std::mt19937_64& random, double mean, double deviation) {
    return std::normal_distribution<double>(mean, deviation)(random);
  }
  static double student(std::mt19937_64& random, double freedom) {
    return std::student_t_distribution<double>(freedom)(random);
  }
};

}  // namespace tally
