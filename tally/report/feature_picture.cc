// SPDX-License-Identifier: Apache-2.0
#include "tally/report/feature_picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tally/estimate/assemble.h"
#include "tally/estimate/weighted_rule.h"
#include "tally/explain/number_text.h"
#include "tally/family/number_family.h"
#include "tally/picture/svg.h"

namespace tally {

namespace {

struct Spread {
  double mean, deviation;
};
Spread spread_of(const GaussianTable& law, std::size_t k) {
  return {law.mean[k], law.deviation[k]};
}
Spread spread_of(const StudentTable& law, std::size_t k) { return {law.location[k], law.scale[k]}; }
Spread spread_of(const PoissonTable& law, std::size_t k) {
  return {law.rate[k], std::sqrt(law.rate[k])};
}
Spread spread_of(const NegativeBinomialTable& law, std::size_t k) {
  const double mean = law.a[k] / law.b[k];
  return {mean, std::sqrt(mean * (1 + 1 / law.b[k]))};
}
Spread spread_of(const SpreadCountTable& law, std::size_t k) {
  return {law.mean[k], std::sqrt(law.mean[k] * law.dispersion[k])};
}

// Calls f(law) if the table is one.
template <class F>
void with_law(const FeatureEstimate* estimate, F&& f) {
  if (estimate == nullptr) return;
  std::visit(
      [&](const auto& law) {
        if constexpr (IsNumberLaw<std::decay_t<decltype(law)>>) f(law);
      },
      estimate->table);
}

std::optional<CellCounts> cells_of(const Counts& counts, const std::string& column) {
  const HistogramTally* const histogram = counts.histogram(column);
  if (histogram == nullptr) return std::nullopt;
  CellCounts cells = cell_counts(*histogram, codes_of(counts.classes()));
  for (double& x : cells.least) x += histogram->origin();
  for (double& x : cells.greatest) x += histogram->origin();
  if (cells.size() == 0) return std::nullopt;
  return cells;
}

// Without the few numbers at either end that would squeeze all others into a corner.
DrawnRange middle_of(const CellCounts& cells) {
  double all = 0;
  for (const double n : cells.counts) all += n;
  const double spare = 0.005 * all;
  const auto sum_at = [&](std::size_t cell) {
    double sum = 0;
    for (std::size_t k = 0; k < cells.classes; ++k) sum += cells.counts[cell * cells.classes + k];
    return sum;
  };
  std::size_t first = 0, last = cells.size() - 1;
  for (double seen = sum_at(first); first < last && seen <= spare; seen += sum_at(++first)) {
  }
  for (double seen = sum_at(last); last > first && seen <= spare; seen += sum_at(--last)) {
  }
  return {cells.least[first], cells.greatest[last]};
}

// Of a histogram: as many bars as are worth drawing, of numbers that are whole one for each.
std::vector<double> edges_of(const CellCounts& cells, const DrawnRange& range) {
  constexpr double kMostBars = 40;
  const bool whole = std::all_of(cells.least.begin(), cells.least.end(),
                                 [](double x) { return x == std::floor(x); }) &&
                     range.high - range.low < 2 * kMostBars;
  std::vector<double> out;
  if (whole) {
    const double step = std::max(1.0, std::ceil((range.high - range.low + 1) / kMostBars));
    for (double x = std::floor(range.low) - 0.5; x < range.high + step; x += step) out.push_back(x);
    return out;
  }
  // A whole number of them: the last one ends where the range does.
  const double bars =
      std::floor(std::clamp(std::sqrt(static_cast<double>(cells.size())) * 2, 8.0, kMostBars));
  const double width = range.high > range.low ? (range.high - range.low) / bars : 1;
  for (int i = 0; i <= static_cast<int>(bars); ++i) out.push_back(range.low + width * i);
  return out;
}

}  // namespace

std::optional<DrawnRange> number_range(const Counts& counts, const std::string& column,
                                       const FeatureEstimate* estimate, std::size_t classes) {
  if (const std::optional<CellCounts> cells = cells_of(counts, column)) {
    return DrawnRange{cells->least.front(), cells->greatest.back()};
  }
  std::optional<DrawnRange> out;
  with_law(estimate, [&](const auto& law) {
    for (std::size_t k = 0; k < classes; ++k) {
      const Spread spread = spread_of(law, k);
      if (!std::isfinite(spread.mean) || !std::isfinite(spread.deviation)) continue;
      const double low = spread.mean - 4 * spread.deviation,
                   high = spread.mean + 4 * spread.deviation;
      out = out ? DrawnRange{std::min(out->low, low), std::max(out->high, high)}
                : DrawnRange{low, high};
    }
  });
  if (out && numbers_of(estimate->family) != nullptr && numbers_of(estimate->family)->is_count()) {
    out = DrawnRange{0, std::max(1.0, std::ceil(out->high))};
  }
  return out;
}

std::optional<NumberBars> number_bars(const Counts& counts, const std::string& column,
                                      const FeatureEstimate* estimate) {
  const std::vector<Counts::Class> classes = counts.classes();
  NumberBars out;
  if (std::optional<CountedBars> counted = counted_bars(counts, column, ValueType::kNumber)) {
    out.edges = std::move(counted->edges);
    for (std::size_t at = 0; at < counted->rows.size(); at += classes.size()) {
      const auto bar = counted->rows.begin() + static_cast<std::ptrdiff_t>(at);
      out.rows.push_back(
          std::accumulate(bar, bar + static_cast<std::ptrdiff_t>(classes.size()), 0.0));
    }
    return out;
  }
  const std::optional<DrawnRange> range = number_range(counts, column, estimate, classes.size());
  if (!range || !(range->high > range->low)) return std::nullopt;
  constexpr double kBars = 40;
  const bool is_count =
      numbers_of(estimate->family) != nullptr && numbers_of(estimate->family)->is_count();
  const double step = is_count ? std::max(1.0, std::ceil((range->high - range->low + 1) / kBars))
                               : (range->high - range->low) / kBars;
  const double first = is_count ? range->low - 0.5 : range->low;
  const auto bars = static_cast<std::size_t>(std::ceil((range->high - first) / step - 1e-9));
  for (std::size_t b = 0; b <= bars; ++b)
    out.edges.push_back(first + step * static_cast<double>(b));
  out.rows.assign(bars, 0);
  with_law(estimate, [&](const auto& law) {
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const auto density = law.in_class(k);
      const double rows = classes[k].weight.to_double();
      for (std::size_t b = 0; b < bars; ++b) {
        double x = (out.edges[b] + out.edges[b + 1]) / 2;
        if (is_count) x = std::round(x);
        const double expected = rows * std::exp(density(x, 1.0)) * step;
        if (std::isfinite(expected)) out.rows[b] += expected;
      }
    }
  });
  return out;
}

std::optional<CountedBars> counted_bars(const Counts& counts, const std::string& column,
                                        ValueType type) {
  const std::optional<CellCounts> cells = cells_of(counts, column);
  if (!cells) return std::nullopt;
  const std::size_t K = cells->classes;
  const DrawnRange range = middle_of(*cells);
  CountedBars out{range.low, range.high, {}, {}, {}, {}, {}};
  out.edges = edges_of(*cells, range);
  out.edges.back() = std::max(out.edges.back(), range.high);  // whatever sums have been rounded to
  const std::size_t bars = out.edges.size() - 1;
  out.rows.assign(bars * K, 0);
  out.beyond.assign(K, 0);
  out.totals.assign(K, 0);
  for (std::size_t cell = 0; cell < cells->size(); ++cell) {
    const double x = (cells->least[cell] + cells->greatest[cell]) / 2;
    auto above = std::upper_bound(out.edges.begin(), out.edges.end(), x);
    if (above == out.edges.end() && x == out.edges.back()) --above;
    const bool inside = above != out.edges.begin() && above != out.edges.end();
    for (std::size_t k = 0; k < K; ++k) {
      const double n = cells->counts[cell * K + k];
      out.totals[k] += n;
      (inside ? out.rows[static_cast<std::size_t>(above - out.edges.begin() - 1) * K + k]
              : out.beyond[k]) += n;
    }
  }
  for (std::size_t b = 0; b < bars; ++b) {
    out.between.push_back(measure_text(out.edges[b], type) + " … " +
                          measure_text(out.edges[b + 1], type));
  }
  return out;
}

std::optional<std::string> number_picture(const Counts& counts, const FeatureEstimate* estimate,
                                          const FeatureView& feature,
                                          const std::vector<std::string>& classes, Ground ground) {
  const std::size_t K = classes.size();
  const std::optional<CountedBars> bars = counted_bars(counts, feature.name, feature.type);
  const std::optional<DrawnRange> range =
      bars ? DrawnRange{bars->low, bars->high} : number_range(counts, feature.name, estimate, K);
  if (!range) return std::nullopt;
  DensityChart chart{
      isolated(feature.name) + " by class", feature.name, classes, {}, {}, {}, {}, {}};
  if (bars) {
    chart.edges = bars->edges;
    const std::size_t size = bars->between.size();
    chart.bars.assign(K, std::vector<double>(size));
    for (std::size_t b = 0; b < size; ++b) {
      std::string said = bars->between[b];
      for (std::size_t k = 0; k < K; ++k) {
        const double n = bars->rows[b * K + k], width = chart.edges[b + 1] - chart.edges[b];
        chart.bars[k][b] = bars->totals[k] > 0 ? n / bars->totals[k] / width : 0;
        said += (k == 0 ? ": " : ", ") + isolated(classes[k]) + " " + count_text(n);
      }
      chart.said.push_back(std::move(said));
    }
  }
  constexpr int kPoints = 160;
  const bool is_count = estimate != nullptr && numbers_of(estimate->family) != nullptr &&
                        numbers_of(estimate->family)->is_count();
  for (int i = 0; i <= kPoints; ++i) {
    double x = range->low + (range->high - range->low) * i / kPoints;
    if (is_count) x = std::round(x);
    if (chart.x.empty() || x > chart.x.back()) chart.x.push_back(x);
  }
  with_law(estimate, [&](const auto& law) {
    for (std::size_t k = 0; k < K; ++k) {
      const auto density = law.in_class(k);
      std::vector<double>& curve = chart.curves.emplace_back();
      for (const double x : chart.x) curve.push_back(std::exp(density(x, 1.0)));
    }
  });
  if (K <= kMostColours) return density_svg(chart, ground);
  NumberGrid grid{chart.name, {}, classes, {}, {}};
  if (!bars) return std::nullopt;  // the table of parameters has to do
  grid.rows = bars->between;
  for (std::size_t b = 0; b < grid.rows.size(); ++b) {
    for (std::size_t k = 0; k < K; ++k) {
      grid.numbers.push_back(chart.bars[k][b]);
      grid.said.push_back(isolated(classes[k]) + ", " + grid.rows[b] + ": " +
                          count_text(bars->rows[b * K + k]));
    }
  }
  return heat_svg(grid, ground);
}

}  // namespace tally
