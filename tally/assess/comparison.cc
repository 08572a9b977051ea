// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/comparison.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "tally/base/log_math.h"
#include "tally/base/parallel.h"
#include "tally/family/draw.h"

namespace tally {

namespace {

constexpr std::int64_t kMostExact = 1000;

double two_sided_binomial(std::int64_t b, std::int64_t c) {
  const auto n = static_cast<double>(b + c);
  double mass = std::ldexp(1, -static_cast<int>(b + c));  // above the least double up to kMostExact
  double sum = mass;
  for (double x = 1; x <= static_cast<double>(std::min(b, c)); ++x) {
    mass *= (n - x + 1) / x;
    sum += mass;
  }
  return std::min(1.0, 2 * sum);
}

double resampled_mean(std::span<const double> values, std::uint64_t seed, std::int64_t number) {
  Random random(seed, static_cast<std::uint64_t>(number));
  const auto size = static_cast<std::uint32_t>(values.size());
  double sum = 0;
  for (std::uint32_t i = 0; i < size; ++i) sum += values[random.below(size)];
  return sum / size;
}

// Linear between the order statistics, as R and numpy have it (type 7).
double quantile(const std::vector<double>& sorted, double p) {
  const double at = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - std::floor(at)) * (sorted[above] - sorted[below]);
}

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double mean(const ExactSum& sum, std::size_t rows) {
  return rows == 0 ? 0 : ratio(sum, ExactSum(static_cast<std::int64_t>(rows)));
}

// The mean loss, and how many losses are infinite.
std::pair<double, std::int64_t> log_loss(std::span<const RowOutcome> outcomes) {
  ExactSum sum;
  std::int64_t infinite = 0;
  for (const RowOutcome& outcome : outcomes) {
    if (std::isinf(outcome.loss)) {
      ++infinite;
    } else {
      sum.add(outcome.loss);
    }
  }
  return {infinite > 0 ? -kLogZero : mean(sum, outcomes.size()), infinite};
}

nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

}  // namespace

RowOutcome outcome_of(const Posteriors& posteriors, std::int64_t row,
                      const std::vector<Label>& classes, const Label& truth) {
  const auto at = std::lower_bound(classes.begin(), classes.end(), truth);
  if (at == classes.end() || *at != truth || posteriors.impossible(row)) return {false, -kLogZero};
  const auto klass = static_cast<std::size_t>(at - classes.begin());
  const std::span<const double> joint = posteriors.joint_of(row);
  const auto decision = std::max_element(joint.begin(), joint.end()) - joint.begin();
  // −0 would be shown as such.
  return {static_cast<std::size_t>(decision) == klass,
          std::max(0.0, -posteriors.log_posterior_of(row)[klass])};
}

McNemar mcnemar(std::int64_t only_a, std::int64_t only_b) {
  if (only_a + only_b <= kMostExact) {
    return {McNemarTest::kExact, 0, two_sided_binomial(only_a, only_b)};
  }
  const auto n = static_cast<double>(only_a + only_b);
  const double away = std::max(0.0, std::abs(static_cast<double>(only_a - only_b)) - 1);
  const double statistic = away * away / n;
  return {McNemarTest::kChiSquare, statistic, std::erfc(std::sqrt(statistic / 2))};
}

Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options) {
  std::vector<double> means;
  std::int64_t next = 0;
  in_order(
      options.threads,
      [&]() -> std::optional<std::int64_t> {
        return next < options.resamples ? std::optional(next++) : std::nullopt;
      },
      [&](std::int64_t number, int) { return resampled_mean(values, options.seed, number); },
      [&](double value) { means.push_back(value); });
  std::sort(means.begin(), means.end());
  return {quantile(means, 0.025), quantile(means, 0.975)};
}

double Comparison::accuracy_a() const { return share(both_right + only_a, rows()); }
double Comparison::accuracy_b() const { return share(both_right + only_b, rows()); }

Comparison compare(std::span<const RowOutcome> a, std::span<const RowOutcome> b,
                   const BootstrapOptions& options) {
  Comparison out;
  std::vector<double> differences;
  ExactSum sum;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ++(a[i].right ? (b[i].right ? out.both_right : out.only_a)
                  : (b[i].right ? out.only_b : out.both_wrong));
    const double difference = a[i].loss - b[i].loss;
    if (!std::isfinite(difference)) continue;
    differences.push_back(difference);
    sum.add(difference);
  }
  out.mcnemar = mcnemar(out.only_a, out.only_b);
  std::tie(out.log_loss_a, out.infinite_a) = log_loss(a);
  std::tie(out.log_loss_b, out.infinite_b) = log_loss(b);
  out.finite = static_cast<std::int64_t>(differences.size());
  out.resamples = options.resamples;
  out.seed = options.seed;
  if (out.finite == 0) return out;
  out.difference = mean(sum, differences.size());
  out.interval = bootstrap_mean(differences, options);
  return out;
}

std::string to_json(const Comparison& c) {
  nlohmann::ordered_json out;
  out["rows"] = c.rows();
  const auto model = [&](double accuracy, double loss, std::int64_t infinite) {
    nlohmann::ordered_json side;
    side["accuracy"] = accuracy;
    side["log_loss"] = finite_or_null(loss);
    side["infinite_losses"] = infinite;
    return side;
  };
  out["a"] = model(c.accuracy_a(), c.log_loss_a, c.infinite_a);
  out["b"] = model(c.accuracy_b(), c.log_loss_b, c.infinite_b);
  out["table"] = {{"both_right", c.both_right},
                  {"only_a_right", c.only_a},
                  {"only_b_right", c.only_b},
                  {"both_wrong", c.both_wrong}};
  const bool exact = c.mcnemar.test == McNemarTest::kExact;
  out["mcnemar"]["test"] = exact ? "exact binomial" : "chi-square with continuity correction";
  if (!exact) out["mcnemar"]["statistic"] = c.mcnemar.statistic;
  out["mcnemar"]["p"] = c.mcnemar.p;
  nlohmann::ordered_json& difference = out["log_loss_difference"];
  difference["rows"] = c.finite;
  difference["a_minus_b"] = c.difference;
  difference["low"] = c.interval.low;
  difference["high"] = c.interval.high;
  difference["resamples"] = c.resamples;
  difference["seed"] = c.seed;
  return out.dump();
}

}  // namespace tally
