// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/left_out_full.h"

#include <algorithm>

#include "tally/count/grid_codes.h"

namespace tally {

LeftOutFull::LeftOutFull(const Schema& schema, const FullFeatures& features,
                         const FullTables& tables, const Batch& rows)
    : features_(features),
      tables_(tables),
      single_(schema, features.voices, rows),
      columns_(features.columns.size()) {
  read(rows);
  for (const std::size_t place : features.columns) {
    ExactSum& all = rows_.emplace_back();
    for (std::size_t k = 0; k < features.classes().size(); ++k) {
      all += features.joint->in_table(features.joint->tally().single(place), k);
    }
  }
}

// REQUIRES of the batch: the columns are there, which single_ has looked for.
void LeftOutFull::read(const Batch& rows) {
  const auto size = static_cast<std::size_t>(rows.rows);
  const std::size_t columns = features_.columns.size(), scaled_columns = features_.scaled.size();
  codes_.resize(size * columns);
  std::vector<std::int32_t> codes(size);
  for (std::size_t i = 0; i < columns; ++i) {
    const JointTally& tally = features_.joint->tally();
    const std::size_t place = features_.columns[i];
    CodeMap map;
    grid_codes(
        tally.column(place), *rows.find(tally.column(place).name), map,
        [&](const Label& label) { return tally.find_code(place, label); }, codes);
    for (std::size_t row = 0; row < size; ++row) codes_[row * columns + i] = codes[row];
  }
  z_.resize(size * scaled_columns);
  for (std::size_t i = 0; i < scaled_columns; ++i) {
    const auto& numbers = std::get<Numbers>(*rows.find(features_.scaled[i].name));
    for (std::size_t row = 0; row < size; ++row) {
      z_[row * scaled_columns + i] =
          scaled(features_.scaled[i], numbers.at(static_cast<std::int64_t>(row)));
    }
  }
}

void LeftOutFull::say(std::int64_t row, std::span<double> said) {
  const std::size_t K = features_.classes().size();
  single_.say(row, said.first(features_.voices.features.size() * K));
  said = said.subspan(features_.voices.features.size() * K);
  Row at{truth(row), {}, log_shares(classes_without(row)), {}};
  at.weight.add(weight(row));
  const auto place = static_cast<std::size_t>(row);
  if (features_.joint) {
    const std::size_t d = features_.columns.size();
    at.codes = std::span(codes_).subspan(place * d, d);
    say_parents(at, said.first((d + 1) * K));
    for (std::size_t t = 0; t < features_.triples.size(); ++t) {
      say_triple(at, t, said.subspan((d + 1 + t) * K, K));
    }
  }
  if (features_.scatter) {
    const std::size_t d = features_.scaled.size();
    tables_.scatter->say_without(std::span(z_).subspan(place * d, d), at.own, weight(row),
                                 at.log_shares, said.subspan(said.size() - 2 * K, K), said.last(K));
  }
}

double LeftOutFull::without(ExactSum sum, const Row& row, std::size_t k) const {
  if (k == row.own) sum -= row.weight;
  return sum.to_double();
}

// As JointTables::say_parents, in the same order.
void LeftOutFull::say_parents(const Row& row, std::span<double> said) {
  const std::size_t K = row.log_shares.size(), d = row.codes.size();
  const auto of = [&](std::size_t i) { return said.subspan(i * K, K); };
  usable_ = 0;
  for (std::size_t i = 0; i < d; ++i) say_root(row, i, of(i));
  for (std::size_t i = 0; i < d; ++i) {
    if (row.codes[i] < 0) continue;
    for (std::size_t j = i + 1; j < d; ++j) {
      if (row.codes[j] >= 0) say_pair(row, i, j, of(i), of(j));
    }
  }
  const std::span<double> mixture = of(d);
  say_alone(row, mixture);
  for (std::size_t i = 0; i < d; ++i) {
    if ((usable_ >> i & 1) == 0) std::copy(mixture.begin(), mixture.end(), of(i).begin());
  }
  if (usable_ != 0) mix_parents(said.first(d * K), usable_, mixture);
}

void LeftOutFull::say_root(const Row& row, std::size_t i, std::span<double> said) {
  const std::size_t K = said.size(), place = features_.columns[i];
  const JointCounts& counts = *features_.joint;
  Column& column = columns_[i];
  column = {};
  if (row.codes[i] < 0) return std::fill(said.begin(), said.end(), 0.0);
  ExactSum others;  // who have the value as well
  for (std::size_t k = 0; k < K; ++k) {
    others += counts.with_value(counts.tally().single(place), 0, row.codes[i], k);
  }
  const bool is_last = others == row.weight;
  usable_ |= ParentSet{!is_last} << i;
  column.has_lost_value = is_last && counts.counts_values(place);
  column.values = static_cast<double>(
      std::max<std::int64_t>(1, counts.values(place) - (column.has_lost_value ? 1 : 0)));
  ExactSum rows = rows_[i];
  rows -= row.weight;
  const double all = rows.to_double();
  for (std::size_t k = 0; k < K; ++k) {
    const ExactSum& n = counts.with_value(counts.tally().single(place), 0, row.codes[i], k);
    said[k] = log_of_root(without(n, row, k), column.values, K, all);
  }
}

void LeftOutFull::say_pair(const Row& row, std::size_t i, std::size_t j, std::span<double> of_i,
                           std::span<double> of_j) {
  const std::size_t K = of_i.size();
  const JointCounts& counts = *features_.joint;
  const std::size_t table = counts.tally().pair(features_.columns[i], features_.columns[j]);
  const std::array<std::int32_t, 2> cell{row.codes[i], row.codes[j]};
  const double* const known = tables_.joint->pair(i, j, cell[0], cell[1]);
  const std::int32_t slot = counts.tally().find_slot(table, cell);
  const std::array<std::span<double>, 2> said{of_i, of_j};
  const std::array<const Column*, 2> child{&columns_[j], &columns_[i]};
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t k = 0; k < K; ++k) {
      if (k != row.own && !child[side]->has_lost_value) {
        said[side][k] += known[side * K + k];
        continue;
      }
      said[side][k] += log_of_value(without(counts.in_cell(k, slot), row, k), child[side]->values,
                                    without(counts.with_value(table, side, cell[side], k), row, k));
    }
  }
}

// The naive score, of use where a column is no parent.
void LeftOutFull::say_alone(const Row& row, std::span<double> said) const {
  const std::size_t K = said.size();
  const JointCounts& counts = *features_.joint;
  std::copy(row.log_shares.begin(), row.log_shares.end(), said.begin());
  const ParentSet all = ~ParentSet{0} >> (64 - row.codes.size());
  if (usable_ == all) return;
  for (std::size_t i = 0; i < row.codes.size(); ++i) {
    if (row.codes[i] < 0) continue;
    const std::size_t table = counts.tally().single(features_.columns[i]);
    for (std::size_t k = 0; k < K; ++k) {
      said[k] += log_of_value(without(counts.with_value(table, 0, row.codes[i], k), row, k),
                              columns_[i].values, without(counts.in_table(table, k), row, k));
    }
  }
}

void LeftOutFull::say_triple(const Row& row, std::size_t t, std::span<double> said) const {
  const JointCounts& counts = *features_.joint;
  const std::size_t table = counts.tally().triple(features_.triples[t]);
  std::array<std::int32_t, 3> cell{};
  for (std::size_t side = 0; side < 3; ++side) {
    cell[side] = row.codes[tables_.joint->triple_columns(t)[side]];
    if (cell[side] < 0) return std::fill(said.begin(), said.end(), 0.0);
  }
  std::copy_n(tables_.joint->triple(t, cell), said.size(), said.begin());
  const std::size_t k = row.own;
  const auto left = [&](const ExactSum& sum) { return without(sum, row, k); };
  TripleCounts n;
  n.abc = left(counts.in_cell(k, counts.tally().find_slot(table, cell)));
  n.a = left(counts.with_value(table, 0, cell[0], k));
  n.b = left(counts.with_value(table, 1, cell[1], k));
  n.c = left(counts.with_value(table, 2, cell[2], k));
  n.ab = left(counts.with_others(table, 2, cell[0], cell[1], k));
  n.ac = left(counts.with_others(table, 1, cell[0], cell[2], k));
  n.bc = left(counts.with_others(table, 0, cell[1], cell[2], k));
  n.all = left(counts.in_table(table, k));
  said[k] = log_of_triple(n);
}

}  // namespace tally
