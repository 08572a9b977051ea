// SPDX-License-Identifier: Apache-2.0
// Random tables whose columns are counted together, with everything that is ugly: missing cells, labels
// that one row alone has, declared values that none has, classes of few rows, heavy tails, weights. And
// what the rule full should say about their rows, worked out from the rows one by one.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

struct UglyTable {
  Schema schema;
  Batch batch;
  std::vector<std::size_t> truths;                     // [row]
  std::vector<double> weights;                         // [row]
  std::vector<std::string> columns;                    // of the grid, sorted
  std::vector<std::vector<std::optional<int>>> codes;  // [column][row]: any numbering
  std::vector<std::optional<int>> fixed_values;        // [column]: V, where the rows do not tell it
  std::vector<std::vector<double>> z;                  // [scaled][row]
  std::size_t classes = 0;
};

inline UglyTable ugly_table(std::size_t rows, std::size_t classes, bool has_weights,
                            unsigned seed) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::mt19937 random(seed);
  const auto chance = [&](unsigned one_in) { return random() % one_in == 0; };
  std::student_t_distribution<double> student(2);
  UglyTable out;
  std::vector<std::optional<Label>> klass, colour, grade;
  std::vector<std::optional<bool>> flag;
  std::vector<double> height, tail, level, above;
  for (std::size_t i = 0; i < rows; ++i) {
    // The last class is rare, and every class has a row.
    std::size_t k = i < classes ? i : random() % classes;
    if (i >= classes && k == classes - 1 && !chance(4)) k = 0;
    out.truths.push_back(k);
    klass.emplace_back(Label::of("k" + std::to_string(k)));
    colour.emplace_back(
        chance(9) ? std::nullopt
                  : std::optional(Label::of(chance(8) ? "own" + std::to_string(i)
                                                      : "c" + std::to_string((random() + k) % 3))));
    grade.emplace_back(
        chance(11) ? std::nullopt
                   : std::optional(Label::of("g" + std::to_string(random() % (2 + k % 2)))));
    flag.emplace_back(chance(7) ? std::nullopt
                                : std::optional(chance(2 + static_cast<unsigned>(k))));
    const double x = static_cast<double>(k) + student(random);
    height.push_back(chance(8) ? kNone : std::round(10 * x) / 10);
    tail.push_back(
        chance(10)
            ? kNone
            : std::round(8 * (x * (flag.back().value_or(false) ? 1 : -1) + student(random))) / 8);
    level.push_back(static_cast<double>(random() % 5));
    above.push_back(chance(9) ? kNone : static_cast<double>(random() % 5) - 2);
    out.weights.push_back(has_weights ? 0.1 * static_cast<double>(1 + random() % 30) : 1);
  }
  BatchBuilder builder;
  builder.labels("class", klass).labels("colour", colour).labels("grade", grade);
  builder.booleans("flag", flag).numbers("height", height).numbers("tail", tail);
  builder.numbers("level", level).numbers("above", above).numbers("weight", out.weights);
  out.batch = builder.batch();

  Schema schema;
  ColumnSchema graded = feature("grade", Family::kCategorical, ValueType::kText);
  for (const char* name : {"g0", "g1", "g2", "g3"}) graded.values.push_back(Label::of(name));
  ColumnSchema cut = feature("above", Family::kBernoulli);
  cut.binarize = 0.5;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    graded,
                    cut,
                    feature("flag", Family::kBernoulli, ValueType::kBoolean),
                    feature("height", Family::kGaussian),
                    feature("tail", Family::kGaussian),
                    feature("level", Family::kGaussian),
                    target_column("class")};
  if (has_weights) {
    ColumnSchema weight = feature("weight", Family::kGaussian);
    weight.role = Role::kWeight;
    schema.columns.push_back(weight);
  }
  schema = counted_as(Counting::kWeighted, validated(schema));
  schema.joint.grid = {{"above", {}}, {"colour", {}},          {"flag", {}},
                       {"grade", {}}, {"height", {0, 1, 2.5}}, {"tail", {-1, 0.5}}};
  schema.joint.triples = {
      {"above", "colour", "height"}, {"flag", "height", "tail"}, {"colour", "flag", "grade"}};
  schema.joint.scaled = {{"height", 1, 2}, {"level", 2, 1.5}, {"tail", 0.5, 3}};
  out.schema = validated(schema);
  out.classes = classes;

  out.columns = {"above", "colour", "flag", "grade", "height", "tail"};
  out.fixed_values = {2, std::nullopt, 2, 4, 4, 3};
  out.codes.resize(6);
  out.z.resize(3);
  std::map<std::string, int> colours;
  const auto bin = [](const std::vector<double>& cuts, double v) {
    int below = 0;
    for (const double at : cuts) below += at < v ? 1 : 0;
    return below;
  };
  const auto number = [](double v, auto&& code) {
    return std::isnan(v) ? std::optional<int>() : std::optional<int>(code(v));
  };
  for (std::size_t i = 0; i < rows; ++i) {
    out.codes[0].push_back(number(above[i], [](double v) { return v > 0.5 ? 1 : 0; }));
    out.codes[1].push_back(
        colour[i] ? std::optional<int>(
                        colours.try_emplace(colour[i]->to_string(), colours.size()).first->second)
                  : std::nullopt);
    out.codes[2].push_back(flag[i] ? std::optional<int>(*flag[i] ? 1 : 0) : std::nullopt);
    out.codes[3].push_back(grade[i] ? std::optional<int>(grade[i]->to_string()[1] - '0')
                                    : std::nullopt);
    out.codes[4].push_back(number(height[i], [&](double v) { return bin({0, 1, 2.5}, v); }));
    out.codes[5].push_back(number(tail[i], [&](double v) { return bin({-1, 0.5}, v); }));
    out.z[0].push_back(scaled({"height", 1, 2}, height[i]));
    out.z[1].push_back(scaled({"level", 2, 1.5}, level[i]));
    out.z[2].push_back(scaled({"tail", 0.5, 3}, tail[i]));
  }
  return out;
}

// What parents, mixture, triples, linear and quadratic say about a row by all other rows but `without`
// (−1: by all rows): loops over the rows, and the formulas as they stand. `columns` are those heard.
class SaidByRows {
 public:
  SaidByRows(const UglyTable& table, std::vector<std::size_t> columns, double freedom,
             std::ptrdiff_t without = -1)
      : t_(table), columns_(std::move(columns)), freedom_(freedom), without_(without) {}

  double share(std::size_t y) const {
    return (sum(y, [](std::size_t) { return true; }) + 1.0 / K()) /
           (all([](std::size_t) { return true; }) + 1);
  }

  double naive(std::size_t row, std::size_t y) const {
    double out = std::log(share(y));
    for (const std::size_t j : columns_) {
      if (!code(j, row)) continue;
      out +=
          std::log((sum(y, [&](std::size_t r) { return code(j, r) == code(j, row); }) + 1 / V(j)) /
                   (sum(y, [&](std::size_t r) { return code(j, r).has_value(); }) + 1));
    }
    return out;
  }

  bool can_be_parent(std::size_t i, std::size_t row) const {
    return code(i, row) && all([&](std::size_t r) { return code(i, r) == code(i, row); }) > 1e-12;
  }

  double parent(std::size_t i, std::size_t row, std::size_t y) const {
    if (!can_be_parent(i, row)) return naive(row, y);
    const auto has_a = [&](std::size_t r) { return code(i, r) == code(i, row); };
    double out = std::log((sum(y, has_a) + 1 / (K() * V(i))) /
                          (all([&](std::size_t r) { return code(i, r).has_value(); }) + 1));
    for (const std::size_t j : columns_) {
      if (j == i || !code(j, row)) continue;
      out +=
          std::log((sum(y, [&](std::size_t r) { return has_a(r) && code(j, r) == code(j, row); }) +
                    1 / V(j)) /
                   (sum(y, [&](std::size_t r) { return has_a(r) && code(j, r); }) + 1));
    }
    return out;
  }

  double mixture(std::size_t row, std::size_t y) const {
    long double out = 0;
    for (const std::size_t i : columns_) {
      if (can_be_parent(i, row)) out += std::exp(static_cast<long double>(parent(i, row, y)));
    }
    return out > 0 ? static_cast<double>(std::log(out)) : naive(row, y);
  }

  double triple(const std::array<std::size_t, 3>& of, std::size_t row, std::size_t y) const {
    for (const std::size_t i : of) {
      if (!code(i, row)) return 0;
    }
    const auto known = [&](std::size_t r) {
      return code(of[0], r) && code(of[1], r) && code(of[2], r);
    };
    const auto count = [&](bool a, bool b, bool c) {
      return sum(y, [&](std::size_t r) {
        return known(r) && (!a || code(of[0], r) == code(of[0], row)) &&
               (!b || code(of[1], r) == code(of[1], row)) &&
               (!c || code(of[2], r) == code(of[2], row));
      });
    };
    const double Y = count(false, false, false);
    if (Y < 1e-12) return 0;
    const double a = count(true, false, false), b = count(false, true, false),
                 c = count(false, false, true);
    const double r_ab = (count(true, true, false) + 1) / (a * b / Y + 1);
    const double r_ac = (count(true, false, true) + 1) / (a * c / Y + 1);
    const double r_bc = (count(false, true, true) + 1) / (b * c / Y + 1);
    const double e = std::min({a, b, c, a * b * c / (Y * Y) * r_ab * r_ac * r_bc});
    return std::log((count(true, true, true) + 1) / (e + 1));
  }

  double linear(std::size_t row, std::size_t y) const {
    const double n = rows_of(y);
    if (n < 1e-12) return std::log(share(y)) - static_cast<double>(d()) / 2 - 2;
    return std::log(share(y)) - 0.5 * distance(shared(), off(row, y)).first * n / (n + 1);
  }

  double quadratic(std::size_t row, std::size_t y) const {
    if (rows_of(y) < 1e-12) {
      double least = HUGE_VAL;
      for (std::size_t k = 0; k < t_.classes; ++k) {
        if (rows_of(k) > 1e-12) least = std::min(least, quadratic(row, k));
      }
      return least;
    }
    const double n = rows_of(y), size = static_cast<double>(d()), c = std::max(5.0, size);
    Matrix psi = scatter(y), w = shared();
    for (std::size_t i = 0; i < d(); ++i) {
      for (std::size_t j = 0; j < d(); ++j) psi[i][j] += c * w[i][j];
    }
    const auto [D, determinant] = distance(psi, off(row, y));
    const double nu = c + n + 1, s = 1 + 1 / n;
    return std::log(share(y)) + std::lgamma((nu + size) / 2) - std::lgamma(nu / 2) -
           size / 2 * std::log(M_PI * s) - 0.5 * std::log(determinant) -
           (nu + size) / 2 * std::log(1 + D / s);
  }

 private:
  using Matrix = std::vector<std::vector<double>>;

  double K() const { return static_cast<double>(t_.classes); }
  std::size_t d() const { return t_.z.size(); }
  const std::optional<int>& code(std::size_t i, std::size_t row) const { return t_.codes[i][row]; }

  template <class F>
  double all(F&& f) const {
    ExactSum out;
    for (std::size_t r = 0; r < t_.truths.size(); ++r) {
      if (static_cast<std::ptrdiff_t>(r) != without_ && f(r)) out.add(t_.weights[r]);
    }
    return out.to_double();
  }
  template <class F>
  double sum(std::size_t y, F&& f) const {
    return all([&](std::size_t r) { return t_.truths[r] == y && f(r); });
  }
  double V(std::size_t j) const {
    if (t_.fixed_values[j]) return *t_.fixed_values[j];
    std::set<int> seen;
    for (std::size_t r = 0; r < t_.truths.size(); ++r) {
      if (static_cast<std::ptrdiff_t>(r) != without_ && code(j, r)) seen.insert(*code(j, r));
    }
    return std::max<double>(1, static_cast<double>(seen.size()));
  }

  double rows_of(std::size_t y) const {
    return sum(y, [](std::size_t) { return true; });
  }
  std::vector<double> off(std::size_t row, std::size_t y) const {
    std::vector<double> out;
    for (std::size_t i = 0; i < d(); ++i) out.push_back(t_.z[i][row] - mean(i, y));
    return out;
  }
  double mean(std::size_t i, std::size_t y) const {
    double out = 0;
    for (std::size_t r = 0; r < t_.truths.size(); ++r) {
      if (t_.truths[r] == y && static_cast<std::ptrdiff_t>(r) != without_)
        out += t_.weights[r] * t_.z[i][r];
    }
    return out / rows_of(y);
  }
  Matrix scatter(std::size_t y) const {
    Matrix out(d(), std::vector<double>(d()));
    for (std::size_t i = 0; i < d(); ++i) {
      for (std::size_t j = 0; j < d(); ++j) {
        const double mi = mean(i, y), mj = mean(j, y);
        for (std::size_t r = 0; r < t_.truths.size(); ++r) {
          if (t_.truths[r] != y || static_cast<std::ptrdiff_t>(r) == without_) continue;
          out[i][j] += t_.weights[r] * (t_.z[i][r] - mi) * (t_.z[j][r] - mj);
        }
      }
    }
    return out;
  }
  Matrix shared() const {
    Matrix out(d(), std::vector<double>(d()));
    for (std::size_t y = 0; y < t_.classes; ++y) {
      if (rows_of(y) < 1e-12) continue;
      const Matrix one = scatter(y);
      for (std::size_t i = 0; i < d(); ++i) {
        for (std::size_t j = 0; j < d(); ++j) out[i][j] += one[i][j] / freedom_;
      }
    }
    for (std::size_t i = 0; i < d(); ++i) out[i][i] += 0.02;
    return out;
  }
  // vᵀ A⁻¹ v and |A|, by elimination.
  static std::pair<double, double> distance(Matrix a, const std::vector<double>& v) {
    std::vector<double> x = v;
    double determinant = 1, out = 0;
    const std::size_t n = v.size();
    for (std::size_t i = 0; i < n; ++i) {
      determinant *= a[i][i];
      for (std::size_t r = i + 1; r < n; ++r) {
        const double share = a[r][i] / a[i][i];
        for (std::size_t c = i; c < n; ++c) a[r][c] -= share * a[i][c];
        x[r] -= share * x[i];
      }
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t c = i + 1; c < n; ++c) x[i] -= a[i][c] * x[c];
      x[i] /= a[i][i];
    }
    for (std::size_t i = 0; i < n; ++i) out += v[i] * x[i];
    return {out, determinant};
  }

  const UglyTable& t_;
  std::vector<std::size_t> columns_;
  double freedom_;
  std::ptrdiff_t without_;
};

}  // namespace tally
