// SPDX-License-Identifier: Apache-2.0
#include "tally/report/feature_grids.h"

#include <algorithm>

#include "tally/inside/explain.h"
#include "tally/picture/svg.h"

namespace tally {

namespace {

double total(const ValueView& value) {
  double sum = 0;
  for (const double n : value.numbers.front().numbers) sum += n;
  return sum;
}

}  // namespace

std::string grid_picture(const NumberGrid& grid, Ground ground) {
  return grid.columns.size() > kMostColours ? heat_svg(grid, ground) : bar_svg(grid, ground);
}

double number_of(const ValueView& value, std::string_view name, std::size_t k) {
  for (const ClassNumbers& one : value.numbers) {
    if (one.name == name) return one.numbers[k];
  }
  return 0;
}

std::vector<std::size_t> most_seen(const std::vector<ValueView>& values, std::size_t most) {
  std::vector<std::size_t> out(values.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = v;
  if (out.size() <= most) return out;
  std::vector<double> totals;
  for (const ValueView& value : values) totals.push_back(total(value));
  std::stable_sort(out.begin(), out.end(),
                   [&](std::size_t a, std::size_t b) { return totals[a] > totals[b]; });
  out.resize(most);
  std::sort(out.begin(), out.end());
  return out;
}

NumberGrid values_grid(const FeatureView& feature, const std::vector<std::string>& classes) {
  NumberGrid grid{isolated(feature.name) + " by class", {}, classes, {}, {}};
  for (const std::size_t v : most_seen(feature.values, kMostBars)) {
    const ValueView& value = feature.values[v];
    grid.rows.push_back(value.value);
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const double p = number_of(value, "p", k);
      grid.numbers.push_back(p);
      grid.said.push_back(isolated(value.value) + " in " + isolated(classes[k]) + ": " +
                          count_text(number_of(value, "n", k)) + ", p = " + six_digits(p));
    }
  }
  return grid;
}

NumberGrid terms_grid(const std::string& name, const std::vector<const ValueView*>& terms,
                      const std::vector<std::string>& classes, const std::vector<double>& rows) {
  NumberGrid grid{name, {}, classes, {}, {}};
  for (const ValueView* const term : terms) {
    grid.rows.push_back(term->value);
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const double n = number_of(*term, "n", k);
      grid.numbers.push_back(rows[k] > 0 ? n / rows[k] : 0);
      grid.said.push_back(isolated(term->value) + " in " + isolated(classes[k]) + ": " +
                          count_text(n) + " of " + count_text(rows[k]) + " rows");
    }
  }
  return grid;
}

}  // namespace tally
