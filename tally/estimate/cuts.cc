// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/cuts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "tally/estimate/n_log_n.h"

namespace tally {

namespace {

double n_log_n(double n) { return n > 0 ? n * std::log2(n) : 0; }

// A number with few digits near the middle of what lies between two numbers, so that people can read
// it: 34.5 and not 34.5078. The middle itself if there is none.
double round_middle(double low, double high) {
  const double middle = low / 2 + high / 2, gap = high - low;
  const double digits = -std::floor(std::log10(gap));
  if (!(std::abs(digits) < 300)) return middle;
  for (const double more : {0.0, 1.0}) {
    // A power of ten below 1 is no double: it is divided by its inverse.
    const double power = std::pow(10.0, std::abs(digits + more));
    const double rounded =
        digits + more > 0 ? std::round(middle * power) / power : std::round(middle / power) * power;
    if (std::abs(rounded - middle) <= gap / 4) return rounded;
  }
  return middle;
}

// Between cell − 1 and the cell: not below what the one holds, and below what the other does.
double cut_before(const CellCounts& cells, std::size_t cell) {
  const double low = cells.greatest[cell - 1], high = cells.least[cell];
  const double cut = round_middle(low, high);
  return cut >= low && cut < high ? cut : low;
}

// The rows of some neighbouring cells, by class.
class Stretch {
 public:
  explicit Stretch(std::size_t classes) : by_class_(classes) {}

  void add(const CellCounts& cells, std::size_t cell, double sign) {
    for (std::size_t k = 0; k < by_class_.size(); ++k) {
      by_class_[k] += sign * cells.counts[cell * by_class_.size() + k];
    }
  }
  void add(std::size_t k, double n) { by_class_[k] += n; }
  double rows() const {
    double sum = 0;
    for (const double n : by_class_) sum += n;
    return sum;
  }
  double classes() const {
    return static_cast<double>(
        std::count_if(by_class_.begin(), by_class_.end(), [](double n) { return n > 0; }));
  }
  // n times the entropy, in bits.
  double disorder() const {
    double sum = 0;
    for (const double n : by_class_) sum -= n_log_n(n);
    return sum + n_log_n(rows());
  }

 private:
  std::vector<double> by_class_;
};

Stretch stretch(const CellCounts& cells, std::size_t begin, std::size_t end) {
  Stretch out(cells.classes);
  for (std::size_t cell = begin; cell < end; ++cell) out.add(cells, cell, 1);
  return out;
}

bool is_worth_it(const Stretch& whole, const Stretch& left, const Stretch& right, double copies) {
  const double n = whole.rows() / copies;
  if (!(n > 1)) return false;
  const double gain = (whole.disorder() - left.disorder() - right.disorder()) / copies;  // times n
  const auto told = [](const Stretch& part) {
    return part.rows() > 0 ? part.classes() * part.disorder() / part.rows() : 0;
  };
  const double cost = std::log2(n - 1) + std::log2(std::pow(3, whole.classes()) - 2) -
                      (told(whole) - told(left) - told(right));
  return gain > cost;
}

// The first cut of least disorder among those between [begin, end), which is two cells or more.
std::size_t best_cut(const CellCounts& cells, std::size_t begin, std::size_t end) {
  Stretch left(cells.classes), right = stretch(cells, begin, end);
  std::size_t best = begin + 1;
  double least = HUGE_VAL;
  for (std::size_t cut = begin + 1; cut < end; ++cut) {
    left.add(cells, cut - 1, 1);
    right.add(cells, cut - 1, -1);
    const double disorder = left.disorder() + right.disorder();
    if (!(disorder < least)) continue;
    least = disorder;
    best = cut;
  }
  return best;
}

// The same where all counts are integers that doubles can add up: what a stretch has is then a
// difference, and of many cuts only those that may be the best are worked out.
class WholeCells {
 public:
  static std::optional<WholeCells> of(const CellCounts& cells) {
    WholeCells out(cells);
    for (std::size_t k = 0; k < cells.classes; ++k) {
      std::vector<double>& up_to = out.up_to_[k];
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const double n = cells.counts[cell * cells.classes + k];
        if (!(n >= 0 && n <= kMost && n == std::floor(n))) return std::nullopt;
        up_to[cell + 1] = up_to[cell] + n;
        out.up_to_.back()[cell + 1] += up_to[cell + 1];
      }
    }
    if (out.up_to_.back().back() > kMost) return std::nullopt;
    return out;
  }

  Stretch stretch(std::size_t begin, std::size_t end) const {
    Stretch out(up_to_.size() - 1);
    for (std::size_t k = 0; k + 1 < up_to_.size(); ++k)
      out.add(k, up_to_[k][end] - up_to_[k][begin]);
    return out;
  }

  std::size_t best_cut(std::size_t begin, std::size_t end) {
    const std::span<const double> nearly = near_disorders(begin, end);
    const double n = up_to_.back()[end] - up_to_.back()[begin];
    // Twice, on two sides, a sum over the classes: no term is larger than n log n.
    const double error =
        4 * static_cast<double>(up_to_.size() + 2) * n * std::log2(n + 1) * kNLogNError;
    const double most = *std::min_element(nearly.begin(), nearly.end()) + 2 * error;
    std::size_t best = begin + 1;
    double least = HUGE_VAL;
    for (std::size_t cut = begin + 1; cut < end; ++cut) {
      if (nearly[cut - begin - 1] > most) continue;
      const double disorder = stretch(begin, cut).disorder() + stretch(cut, end).disorder();
      if (!(disorder < least)) continue;
      least = disorder;
      best = cut;
    }
    return best;
  }

 private:
  static constexpr double kMost = 0x1p50;

  explicit WholeCells(const CellCounts& cells)
      : up_to_(cells.classes + 1, std::vector<double>(cells.size() + 1)) {}

  // From begin + 1 on, some at a time, so that they stay at hand.
  std::span<const double> near_disorders(std::size_t begin, std::size_t end) {
    constexpr std::size_t kTile = 512;
    disorders_.assign(end - begin - 1, 0);
    for (std::size_t first = begin + 1; first < end; first += kTile) {
      const std::size_t size = std::min(kTile, end - first);
      for (const std::vector<double>& up_to : up_to_) {
        add_n_log_n(std::span(up_to).subspan(first, size), up_to[begin], up_to[end],
                    &up_to == &up_to_.back() ? 1 : -1,
                    std::span(disorders_).subspan(first - begin - 1, size));
      }
    }
    return disorders_;
  }

  std::vector<std::vector<double>> up_to_;  // [class, then all][cell]: the rows of all cells before
  std::vector<double> disorders_;
};

// The cells before which mdl cuts, ascending.
std::vector<std::size_t> mdl_places(const CellCounts& cells) {
  std::vector<std::size_t> taken;
  std::optional<WholeCells> whole = WholeCells::of(cells);
  const auto stretch_of = [&](std::size_t begin, std::size_t end) {
    return whole ? whole->stretch(begin, end) : stretch(cells, begin, end);
  };
  std::vector<std::pair<std::size_t, std::size_t>> to_do{{0, cells.size()}};
  while (!to_do.empty()) {
    const auto [begin, end] = to_do.back();
    to_do.pop_back();
    if (end - begin < 2) continue;
    const std::size_t cut = whole ? whole->best_cut(begin, end) : best_cut(cells, begin, end);
    if (!is_worth_it(stretch_of(begin, end), stretch_of(begin, cut), stretch_of(cut, end),
                     cells.copies)) {
      continue;
    }
    taken.push_back(cut);
    to_do.emplace_back(begin, cut);
    to_do.emplace_back(cut, end);
  }
  std::sort(taken.begin(), taken.end());
  return taken;
}

std::vector<double> cuts_before(const CellCounts& cells, const std::vector<std::size_t>& places) {
  std::vector<double> cuts;
  for (const std::size_t place : places) cuts.push_back(cut_before(cells, place));
  return cuts;
}

// [cell]: the rows of this and all cells before.
std::vector<double> rows_up_to(const CellCounts& cells) {
  std::vector<double> up_to;
  double rows = 0;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (std::size_t k = 0; k < cells.classes; ++k) rows += cells.counts[cell * cells.classes + k];
    up_to.push_back(rows);
  }
  return up_to;
}

// Cells [begin, end) that are to be halved.
struct Bin {
  std::size_t begin, end;
};

// The cell before which the bin is halved: the border next to its middle row, the upper of two that
// are as near; nothing if it is not to be halved. `before[cell]` are the rows of all cells before it.
std::optional<std::size_t> middle_of(const Bin& bin, const std::vector<double>& before,
                                     double copies) {
  const double fewest_rows = 10 * copies, fewest_left = 2 * copies;
  const double first = before[bin.begin], last = before[bin.end];
  if (last - first < fewest_rows) return std::nullopt;
  const double middle = std::floor((first + last) / 2);
  const auto above =
      std::upper_bound(before.begin() + static_cast<std::ptrdiff_t>(bin.begin),
                       before.begin() + static_cast<std::ptrdiff_t>(bin.end), middle);
  const auto cell = static_cast<std::size_t>(above - before.begin()) - 1;
  const double low = before[cell], high = before[cell + 1];
  const bool is_lower = (middle - low < high - middle && low > first) || high == last;
  const std::size_t cut = is_lower ? cell : cell + 1;
  const double left = before[cut] - first, right = last - before[cut];
  if (left < fewest_left || right < fewest_left) return std::nullopt;
  return cut;
}

}  // namespace

std::vector<double> mdl_cuts(const CellCounts& cells) {
  return cuts_before(cells, mdl_places(cells));
}

std::vector<double> grid_cuts(const CellCounts& cells, std::size_t bins) {
  std::vector<std::size_t> places = mdl_places(cells);
  std::vector<double> before = rows_up_to(cells);
  before.insert(before.begin(), 0);
  while (places.size() + 1 < bins) {
    std::vector<Bin> parts;
    for (std::size_t i = 0; i <= places.size(); ++i) {
      parts.push_back({i == 0 ? 0 : places[i - 1], i == places.size() ? cells.size() : places[i]});
    }
    const auto rows = [&](const Bin& bin) { return before[bin.end] - before[bin.begin]; };
    std::stable_sort(parts.begin(), parts.end(),
                     [&](const Bin& a, const Bin& b) { return rows(a) > rows(b); });
    std::optional<std::size_t> cut;
    for (std::size_t i = 0; i < parts.size() && !cut; ++i)
      cut = middle_of(parts[i], before, cells.copies);
    if (!cut) break;
    places.insert(std::upper_bound(places.begin(), places.end(), *cut), *cut);
  }
  return cuts_before(cells, places);
}

std::vector<double> even_cuts(const CellCounts& cells) {
  const std::vector<double> up_to = rows_up_to(cells);
  const double rows = up_to.empty() ? 0 : up_to.back();
  const double bins = std::min(std::max(2.0, std::floor(std::sqrt(rows / cells.copies))), 4096.0);
  std::vector<double> cuts;
  std::size_t cell = 0, last = 0;
  for (double bin = 1; bin < bins; ++bin) {
    // The cell of the row at this quantile, counted from 0.
    const double row = std::floor((rows - 1) * bin / bins);
    while (cell < cells.size() && up_to[cell] <= row) ++cell;
    if (cell + 1 >= cells.size()) break;
    if (cell + 1 == last) continue;
    last = cell + 1;
    cuts.push_back(cut_before(cells, last));
  }
  return cuts;
}

}  // namespace tally
