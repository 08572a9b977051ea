// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "tally/assess/text_sampler.h"
#include "tally/batch/iso_time.h"
#include "tally/family/draw_math.h"
#include "tally/family/wrong_cells.h"

namespace tally {

namespace {

using Cells = Sampler::Cells;
using DrawCells = std::function<void(Random&, std::size_t klass, Cells&)>;

Label number(double x, ValueType type = ValueType::kNumber) {
  constexpr double kMost = std::numeric_limits<double>::max();
  if (type == ValueType::kNumber) return Label::of(std::clamp(x, -kMost, kMost));
  if (type == ValueType::kTime) x = std::clamp(x, kFirstTime, kLastTime);
  return Label::of(numeric_text(x, type));
}

// REQUIRES: `name` is one of the columns, all but the last of which are sorted.
std::size_t place_of(const std::vector<std::string>& columns, const std::string& name) {
  return static_cast<std::size_t>(std::lower_bound(columns.begin(), columns.end() - 1, name) -
                                  columns.begin());
}

// [class][value]: the running sums of exp(log_p[value · K + class]).
std::vector<std::vector<double>> cumulative(const std::vector<double>& log_p, std::size_t classes) {
  std::vector<std::vector<double>> out(classes);
  for (std::size_t i = 0; i < log_p.size(); ++i) {
    std::vector<double>& sums = out[i % classes];
    sums.push_back((sums.empty() ? 0 : sums.back()) + std::exp(log_p[i]));
  }
  return out;
}

// What a bernoulli over numbers writes for false and true: x > t must tell them apart again.
std::vector<Label> two_numbers(std::optional<double> threshold) {
  const double t = threshold.value_or(0);
  if (t >= 0 && t < 1) return {number(0), number(1)};
  const double above = t + 1 > t ? t + 1 : std::nextafter(t, std::numeric_limits<double>::max());
  return {number(t), number(above)};
}

// The mean length of a group's rows in each class.
std::vector<double> mean_lengths(const Counts& counts, const std::string& group) {
  const ValueTally& tally = values_of(*counts.find(group));
  ExactSum tokens;
  for (const Counts::Class& klass : counts.classes()) tokens += tally.total(klass.code);
  const ExactSum rows = counts.total_weight();
  std::vector<double> out;
  for (const Counts::Class& klass : counts.classes()) {
    const bool seen = klass.weight.sign() > 0;
    if (!seen && rows.is_zero()) {
      out.push_back(0);
    } else {
      out.push_back(ratio(seen ? tally.total(klass.code) : tokens, seen ? klass.weight : rows));
    }
  }
  return out;
}

// Probabilities of a group's terms for one row.
using DrawShares = std::function<std::vector<double>(Random&, std::size_t klass)>;

DrawShares shares_of(const MultinomialTable& table, std::size_t classes) {
  return [table, classes](Random&, std::size_t k) {
    std::vector<double> out;
    for (std::size_t i = k; i < table.log_p.size(); i += classes)
      out.push_back(std::exp(table.log_p[i]));
    return out;
  };
}
// The urn's long-run shares are a Dirichlet variate; given those, its draws are independent.
DrawShares shares_of(const PolyaTable& table, std::size_t classes) {
  return [table, classes](Random& random, std::size_t k) {
    std::vector<double> out;
    for (std::size_t i = k; i < table.a.size(); i += classes)
      out.push_back(draw_log_gamma(random, table.a[i]));
    const double most = *std::max_element(out.begin(), out.end());
    double sum = 0;
    for (double& share : out) sum += share = portable_exp(share - most);
    for (double& share : out) share /= sum;
    return out;
  };
}

// A number of a bin, any as likely as any other. The bins at the ends have one border alone: their
// numbers lie no further from it than the bin beside them is wide, or than 1 where there is none.
double number_in_bin(Random& random, std::span<const double> cuts, std::size_t bin) {
  constexpr double kMost = std::numeric_limits<double>::max();
  const bool is_first = bin == 0, is_last = bin == cuts.size();
  const auto width = [&](std::size_t left) {
    return cuts.size() == 1 ? 1 : std::min(cuts[left + 1] - cuts[left], kMost);
  };
  const double least = is_first ? std::max(cuts[0] - width(0), -kMost) : cuts[bin - 1];
  const double most = is_last ? std::min(least + width(cuts.size() - 2), kMost) : cuts[bin];
  const double share = random.uniform();
  const double x = std::min(least * share + most * (1 - share), most);
  return is_first || x > least ? x : std::nextafter(least, kMost);  // x <= cut is left of it
}

DrawCells draw_of_bins(const CategoricalTable& table, std::size_t place) {
  return [place, cuts = table.cuts, sums = cumulative(table.log_p, table.log_p_unseen.size())](
             Random& random, std::size_t k, Cells& cells) {
    cells[place] = number(number_in_bin(random, cuts, draw_index(random, sums[k])));
  };
}

// The cells of one feature.
DrawCells draw_of(const Counts& counts, const FeatureEstimate& feature,
                  const CategoricalTable& table, const std::vector<std::size_t>& places) {
  const auto draw_among = [&](std::vector<Label> values) -> DrawCells {
    return [place = places[0], sums = cumulative(table.log_p, table.log_p_unseen.size()),
            values = std::move(values)](Random& random, std::size_t k, Cells& cells) {
      cells[place] = values[draw_index(random, sums[k])];
    };
  };
  switch (facts_of(feature.family).cells) {
    case CellKind::kLabel:
      return draw_among(table.values);
    case CellKind::kTruth: {
      const ValueType type = counts.schema().find(feature.columns[0])->type;
      return draw_among(type == ValueType::kNumber ? two_numbers(table.binarize) : table.values);
    }
    case CellKind::kBin:
      return draw_of_bins(table, places[0]);
    case CellKind::kNumber:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  refuse_cells(feature.family, "is not drawn from a table of values");
}

// No table of naive Bayes, which alone is drawn from (for_sampling).
DrawCells draw_of(const Counts&, const FeatureEstimate& feature, const BinTable&,
                  const std::vector<std::size_t>&) {
  throw Error(ErrorKind::kDefect, in_quotes(feature.name) + " has bins, and no law to draw from");
}

// A Poisson length cut into terms is a Poisson count of each term by itself.
template <class Group>
requires(std::is_same_v<Group, MultinomialTable> || std::is_same_v<Group, PolyaTable>) DrawCells
    draw_of(const Counts& counts, const FeatureEstimate& feature, const Group& table,
            const std::vector<std::size_t>& places) {
  const std::vector<double> lengths = mean_lengths(counts, feature.name);
  return [lengths, places, shares = shares_of(table, lengths.size())](Random& random, std::size_t k,
                                                                      Cells& cells) {
    const std::vector<double> p = shares(random, k);
    for (std::size_t term = 0; term < places.size(); ++term) {
      cells[places[term]] = number(draw_poisson(random, lengths[k] * p[term]));
    }
  };
}

// A text; the tables of fisher and of the learned rule are not asked for.
template <class TextTable>
requires(std::is_same_v<TextTable, TermTable> || std::is_same_v<TextTable, TermPolyaTable> ||
         std::is_same_v<TextTable, WitnessTable> ||
         std::is_same_v<TextTable, LeaningTable>) DrawCells
    draw_of(const Counts& counts, const FeatureEstimate& feature, const TextTable&,
            const std::vector<std::size_t>& places) {
  return [place = places[0], draw = draw_text_of(counts, feature)](Random& random, std::size_t k,
                                                                   Cells& cells) {
    cells[place] = Label::of(draw(random, k));
  };
}

template <IsNumberLaw Law>
DrawCells draw_of(const Counts&, const FeatureEstimate& feature, const Law& law,
                  const std::vector<std::size_t>& places) {
  return
      [place = places[0], type = feature.type, law](Random& random, std::size_t k, Cells& cells) {
        cells[place] = number(law.draw(random, k), type);
      };
}

// The only value of a numeric column, or nothing.
std::optional<Label> constant(const Counts& counts, const Tally& tally) {
  ExactSum n, sum;
  for (const Counts::Class& klass : counts.classes()) {
    n += tally.at(klass.code, Part::kWeight);
    sum += tally.at(klass.code, Part::kSum);
  }
  return n.sign() > 0 ? std::optional(number(ratio(sum, n), tally.spec().type)) : std::nullopt;
}

}  // namespace

Sampler::Sampler(const Counts& counts, const Question& question, std::uint64_t seed) : seed_(seed) {
  const Schema& schema = counts.schema();
  for (const ColumnSchema& column : schema.columns) {
    if (column.role == Role::kTarget) continue;
    columns_.push_back(column.name);
    const bool is_one = column.role == Role::kWeight || column.role == Role::kExposure;
    fixed_.push_back(is_one ? std::optional(number(1, column.type)) : std::nullopt);
  }
  columns_.push_back(schema.target().name);
  fixed_.emplace_back();

  const Estimates estimates = estimate(counts, for_sampling(question, schema));
  classes_ = estimates.classes;
  cumulative_prior_ = cumulative(estimates.log_prior, 1).front();
  for (const FeatureEstimate& feature : estimates.features) {
    std::vector<std::size_t> places;
    for (const std::string& name : feature.columns) places.push_back(place_of(columns_, name));
    features_.push_back(std::visit(
        [&](const auto& table) { return draw_of(counts, feature, table, places); }, feature.table));
  }
  for (const std::string& name : estimates.left_out) {
    const Tally& tally = *counts.find(name);
    for (const std::string& column : tally.spec().columns)
      fixed_[place_of(columns_, column)] = constant(counts, tally);
  }
}

void Sampler::draw(std::int64_t row, Cells& cells) const {
  Random random(seed_, static_cast<std::uint64_t>(row));
  cells = fixed_;
  const std::size_t klass = draw_index(random, cumulative_prior_);
  cells.back() = classes_[klass];
  for (const DrawFeature& feature : features_) feature(random, klass, cells);
}

}  // namespace tally
