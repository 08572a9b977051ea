// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/joint_draft.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "tally/assess.h"
#include "tally/assess/weights/copied_rows.h"
#include "tally/assess/weights/triple_choice.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/mutual_information.h"
#include "tally/estimate/weighted_rule.h"

namespace tally {

namespace {

constexpr double kFewestBins = 3, kMostBins = 16;

// A column that may stand in the grid, and how much it tells.
struct Candidate {
  GridColumn column;
  std::size_t values = 0;
  double tells = 0;
};

// N · MI(x; y) − ½ (V − 1)(K − 1), from the rows with each value. [value][class]
double told_by(const std::vector<std::vector<double>>& rows, double copies) {
  const std::size_t classes = rows.empty() ? 0 : rows[0].size();
  std::vector<double> counts;
  for (const std::vector<double>& value : rows) {
    counts.insert(counts.end(), value.begin(), value.end());
  }
  const auto K = static_cast<double>(classes), V = static_cast<double>(rows.size());
  return rows_times_information(counts, classes) / copies - 0.5 * (V - 1) * (K - 1);
}

std::size_t bins_wanted(double rows) {
  return static_cast<std::size_t>(std::clamp(std::floor(std::cbrt(rows)), kFewestBins, kMostBins));
}

// A number that people can read.
double in_digits(double x, int digits) {
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof(text), x, std::chars_format::scientific, digits - 1);
  return parse_number(std::string_view(text, static_cast<std::size_t>(end.ptr - text))).value_or(x);
}

class Drafter {
 public:
  Drafter(const Counts& counts, double copies, std::size_t most_cells)
      : counts_(counts),
        copies_(copies),
        most_cells_(most_cells),
        codes_(codes_of(counts.classes())) {}

  JointDraft draft() {
    std::vector<Candidate> candidates;
    for (const Tally& tally : counts_.tallies()) {
      const ColumnSchema* const column = counts_.schema().find(tally.name());
      if (column == nullptr || !may_stand_in_grid(*column)) continue;
      const bool is_number = may_have_histogram(*column);
      Candidate found = is_number ? number(*column) : labels(tally);
      if (found.values >= 2) candidates.push_back(std::move(found));
    }
    take_best(std::move(candidates));
    draft_.schema = counts_.schema();
    draft_.schema.joint.grid = std::move(grid_);
    if (scaled_.size() > kMostScaledColumns) {
      draft_.unscaled = scaled_.size();
    } else if (scaled_.size() > 1) {
      draft_.schema.joint.scaled = std::move(scaled_);
    }
    draft_.schema = validated(std::move(draft_.schema));
    return std::move(draft_);
  }

 private:
  Candidate labels(const Tally& tally) const {
    std::vector<std::vector<double>> rows;
    const ValueTally& values = values_of(tally);
    for (const ValueTally::Value& value : values.values()) {
      std::vector<double>& of_value = rows.emplace_back();
      for (const std::int32_t code : codes_)
        of_value.push_back(values.at(code, value.slot).to_double());
    }
    return {{tally.name(), {}}, rows.size(), told_by(rows, copies_)};
  }

  Candidate number(const ColumnSchema& column) {
    Candidate out{{column.name, {}}, 1, 0};
    const HistogramTally* const histogram = counts_.histogram(column.name);
    if (histogram == nullptr) return out;
    CellCounts cells = cell_counts(*histogram, codes_);
    cells.copies = copies_;
    scale(column, cells);
    const std::vector<double> cuts =
        grid_cuts(cells, bins_wanted(counts_.total_weight().to_double() / copies_));
    std::vector<std::vector<double>> rows(cuts.size() + 1, std::vector<double>(codes_.size()));
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      std::vector<double>& bin = rows[bin_of(cuts, cells.least[cell])];
      for (std::size_t k = 0; k < codes_.size(); ++k)
        bin[k] += cells.counts[cell * codes_.size() + k];
    }
    for (const double cut : cuts) {
      const double moved = in_digits(cut + column.origin, 14);
      if (out.column.cuts.empty() || out.column.cuts.back() < moved)
        out.column.cuts.push_back(moved);
    }
    out.values = out.column.cuts.size() + 1;
    out.tells = told_by(rows, copies_);
    return out;
  }

  // By the middles of the cells: a scale need not be exact, but the same for everybody.
  void scale(const ColumnSchema& column, const CellCounts& cells) {
    double rows = 0, sum = 0, square = 0;
    std::vector<double> middles, weights;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      middles.push_back(cells.least[cell] / 2 + cells.greatest[cell] / 2);
      double n = 0;
      for (std::size_t k = 0; k < codes_.size(); ++k) n += cells.counts[cell * codes_.size() + k];
      weights.push_back(n);
      rows += n;
      sum += n * middles.back();
    }
    if (!(rows > 1)) return;
    const double mean = sum / rows;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      square += weights[cell] * (middles[cell] - mean) * (middles[cell] - mean);
    }
    const double spread = in_digits(std::sqrt(square / (rows - 1)), 6);
    const double origin = in_digits(mean + column.origin, 6);
    // What has no spread, or too much of it for a double, has no scale.
    if (!(spread >= 1 / kMostOrigin) || !(spread <= kMostOrigin) ||
        !(std::abs(origin) <= kMostOrigin)) {
      return;
    }
    // Rounded to six digits, a mean far from zero is off by more than the spread: then by more of them.
    const bool is_near = std::abs(origin - mean - column.origin) < spread / 100;
    scaled_.push_back({column.name, is_near ? origin : mean + column.origin, spread});
  }

  void take_best(std::vector<Candidate> candidates) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.tells > b.tells; });
    double values = 0, cells = 0;
    for (const Candidate& candidate : candidates) {
      const auto own = static_cast<double>(candidate.values);
      const double more = own * values * static_cast<double>(codes_.size());
      if (grid_.size() == kMostGridColumns || cells + more > static_cast<double>(most_cells_)) {
        draft_.left_out.push_back(candidate.column.name);
        continue;
      }
      cells += more;
      values += own;
      grid_.push_back(candidate.column);
    }
    std::sort(draft_.left_out.begin(), draft_.left_out.end());
  }

  const Counts& counts_;
  double copies_;
  std::size_t most_cells_;
  std::vector<std::int32_t> codes_;
  std::vector<GridColumn> grid_;
  std::vector<ScaledColumn> scaled_;
  JointDraft draft_;
};

// Fewer times in proportion, if they are very many.
std::vector<std::int64_t> fewer(std::vector<std::int64_t> times) {
  constexpr double kMostTimes = 4 * kRowsToDraft;
  const double all = std::accumulate(times.begin(), times.end(), 0.0);
  if (all <= kMostTimes) return times;
  for (std::int64_t& one : times) {
    one = static_cast<std::int64_t>(std::ceil(static_cast<double>(one) * kMostTimes / all));
  }
  return times;
}

Counts counted_again(const Schema& schema, const Batch& batch,
                     std::span<const std::int64_t> times) {
  std::vector<std::int64_t> rows;
  for (std::size_t row = 0; row < times.size(); ++row) {
    rows.insert(rows.end(), static_cast<std::size_t>(times[row]), static_cast<std::int64_t>(row));
  }
  RowStore store(schema);
  store.append(batch);
  Counts counts(schema);
  const RowStore repeated = store.gather(rows);
  counts.add(repeated.batch());
  return counts;
}

// What was counted of all rows, and under the schema also of columns together.
Counts counted_together(const Counts& counts, const Schema& schema, const Batch& batch,
                        std::span<const std::int64_t> times) {
  const bool is_each_once =
      std::all_of(times.begin(), times.end(), [](std::int64_t n) { return n == 1; });
  Counts out = counts.with_together(schema);
  out.add_together(batch, is_each_once ? std::span<const std::int64_t>() : times);
  return out;
}

}  // namespace

std::vector<std::string> JointDraft::notes() const {
  std::vector<std::string> out;
  if (!left_out.empty()) {
    constexpr std::size_t kMostNames = 12;
    std::string names;
    for (std::size_t i = 0; i < std::min(left_out.size(), kMostNames); ++i) {
      names += (i == 0 ? "" : ", ") + left_out[i];
    }
    if (left_out.size() > kMostNames) {
      names += " and " + std::to_string(left_out.size() - kMostNames) + " more";
    }
    out.push_back("not counted together with others, beyond 64 columns or the cells: " + names);
  }
  if (unscaled > 0) {
    out.push_back("how numbers vary together is not counted: there are " +
                  std::to_string(unscaled) + " columns of numbers, more than " +
                  std::to_string(kMostScaledColumns));
  }
  if (triples_left_out > 0) {
    out.push_back(
        "triples of columns that would tell more than their pairs, but are not counted, beyond the "
        "cells: " +
        std::to_string(triples_left_out));
  }
  return out;
}

JointDraft draw_up_joint(const Counts& counts, const RowSample& sample, std::size_t most_cells) {
  const double copies = copies_in(sample, counts.schema());
  JointDraft draft = Drafter(counts, copies, most_cells).draft();
  JointSchema& joint = draft.schema.joint;
  if (joint.grid.size() >= 3 && !sample.rows().empty()) {
    const Batch rows = batch_of(sample, draft.schema);
    const std::vector<std::int64_t> times = times_of(sample);
    const bool is_all = sample.below().empty();
    const std::vector<std::int64_t> counted = is_all ? times : fewer(times);
    // No row leaves more often than it was counted.
    const bool has_copies = copies > 1;
    const double each =
        std::accumulate(counted.begin(), counted.end(), 0.0) / static_cast<double>(counted.size());
    joint.triples = choose_triples(is_all ? counted_together(counts, draft.schema, rows, counted)
                                          : counted_again(draft.schema, rows, counted),
                                   rows, {has_copies ? counted : times, has_copies ? each : 1.0},
                                   most_cells, &draft.triples_left_out);
    draft.schema = validated(std::move(draft.schema));
  }
  return draft;
}

}  // namespace tally
