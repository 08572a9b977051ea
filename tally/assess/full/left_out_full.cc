// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/left_out_full.h"

#include <algorithm>

#include "tally/count/joint/grid_codes.h"

namespace tally {

namespace {

constexpr std::size_t kRowsAtOnce = 1024;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 22;  // numbers, 32 MB

}  // namespace

LeftOutFull::LeftOutFull(const Schema& schema, const FullFeatures& features,
                         const FullTables& tables, const Batch& rows,
                         std::span<const std::int64_t> times)
    : features_(features),
      tables_(tables),
      single_(schema, features.voices, rows, times),
      all_rows_(static_cast<std::size_t>(rows.rows)) {
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
  const std::size_t columns = features_.columns.size(), scaled_columns = features_.scaled.size();
  codes_.resize(columns * all_rows_);
  for (std::size_t i = 0; i < columns; ++i) {
    const JointTally& tally = features_.joint->tally();
    const std::size_t place = features_.columns[i];
    CodeMap map;
    grid_codes(
        tally.column(place), *rows.find(tally.column(place).name), map,
        [&](const Label& label) { return tally.find_code(place, label); },
        std::span(codes_).subspan(i * all_rows_, all_rows_));
  }
  z_.resize(all_rows_ * scaled_columns);
  for (std::size_t i = 0; i < scaled_columns; ++i) {
    const auto& numbers = std::get<Numbers>(*rows.find(features_.scaled[i].name));
    for (std::size_t row = 0; row < all_rows_; ++row) {
      z_[row * scaled_columns + i] =
          scaled(features_.scaled[i], numbers.at(static_cast<std::int64_t>(row)));
    }
  }
}

LeftOutFull::Row LeftOutFull::row_of(std::int64_t row) const {
  Row out{truth(row), {}};
  out.weight.add(single_.leaves(row));
  return out;
}

void LeftOutFull::say(std::int64_t row, std::span<double> said) {
  const std::size_t K = features_.classes().size();
  single_.say(row, said.first(features_.voices.features.size() * K));
  said = said.subspan(features_.voices.features.size() * K);
  const std::vector<double> shares = log_shares(classes_without(row));
  if (features_.joint) {
    const std::size_t d = features_.columns.size();
    say_parents(row, shares, said.first((d + 1) * K));
    const auto at = static_cast<std::size_t>(row - block_.begin);
    for (std::size_t t = 0; t < features_.triples.size(); ++t) {
      const std::span<const double> found = in_block(d + t, at);
      std::copy(found.begin(), found.end(), &said[(d + 1 + t) * K]);
    }
  }
  if (features_.scatter) {
    const std::size_t d = features_.scaled.size();
    tables_.scatter->say_without(std::span(z_).subspan(static_cast<std::size_t>(row) * d, d),
                                 truth(row), single_.leaves(row), shares,
                                 said.subspan(said.size() - 2 * K, K), said.last(K));
  }
}

double LeftOutFull::without(const ExactSum& sum, const Row& row, std::size_t k) const {
  if (k != row.own) return sum.to_double();
  std::int64_t all = 0, own = 0;
  if (sum.whole_at_once(all) && row.weight.whole_at_once(own)) [[likely]] {
    return static_cast<double>(all - own);  // of 63 bits both
  }
  ExactSum left = sum;
  left -= row.weight;
  return left.to_double();
}

std::span<double> LeftOutFull::in_block(std::size_t i, std::size_t at) {
  const std::size_t K = features_.classes().size();
  return std::span(block_.said).subspan((i * block_.rows.size() + at) * K, K);
}

// As JointTables::say_parents: the sums of a row run in the same order.
void LeftOutFull::fill_block(std::int64_t begin) {
  const std::size_t K = features_.classes().size(), d = features_.columns.size(),
                    triples = features_.triples.size();
  const std::size_t most =
      std::clamp<std::size_t>(kMostAtOnce / ((d + triples) * K), 1, kRowsAtOnce);
  block_.begin = begin;
  block_.end =
      std::min(begin + static_cast<std::int64_t>(most), static_cast<std::int64_t>(all_rows_));
  block_.rows.clear();
  for (std::int64_t row = begin; row < block_.end; ++row) block_.rows.push_back(row_of(row));
  const std::size_t size = block_.rows.size();
  block_.usable.assign(size, 0);
  block_.columns.assign(d * size, {});
  block_.said.assign((d + triples) * size * K, 0);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t at = 0; at < size; ++at) say_root(at, i);
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i + 1; j < d; ++j) say_pairs(i, j);
  }
  for (std::size_t t = 0; t < triples; ++t) say_triples(t);
}

void LeftOutFull::say_parents(std::int64_t row, std::span<const double> log_shares,
                              std::span<double> said) {
  const std::size_t K = log_shares.size(), d = features_.columns.size();
  if (row < block_.begin || row >= block_.end) fill_block(row);
  const auto at = static_cast<std::size_t>(row - block_.begin);
  for (std::size_t i = 0; i < d; ++i) {
    const std::span<const double> found = in_block(i, at);
    std::copy(found.begin(), found.end(), said.begin() + static_cast<std::ptrdiff_t>(i * K));
  }
  const std::span<double> mixture = said.subspan(d * K, K);
  const ParentSet usable = block_.usable[at], all = ~ParentSet{0} >> (64 - d);
  if (usable != all) {
    say_alone(row, log_shares, mixture);
    for (std::size_t i = 0; i < d; ++i) {
      if ((usable >> i & 1) == 0) std::copy_n(mixture.data(), K, &said[i * K]);
    }
  }
  if (usable != 0) mix_parents(said.first(d * K), usable, mixture);
}

void LeftOutFull::say_root(std::size_t at, std::size_t i) {
  const std::int32_t own = code(block_.begin + static_cast<std::int64_t>(at), i);
  if (own < 0) return;
  const Row& row = block_.rows[at];
  const std::span<double> said = in_block(i, at);
  const std::size_t K = said.size(), place = features_.columns[i];
  const JointCounts& counts = *features_.joint;
  const std::size_t table = counts.tally().single(place);
  ExactSum others;  // who have the value as well
  for (std::size_t k = 0; k < K; ++k) others += counts.with_value(table, 0, own, k);
  const bool is_last = others == row.weight;
  block_.usable[at] |= ParentSet{!is_last} << i;
  Column& column = block_.columns[i * block_.rows.size() + at];
  column.has_lost_value = is_last && counts.counts_values(place);
  column.values = static_cast<double>(
      std::max<std::int64_t>(1, counts.values(place) - (column.has_lost_value ? 1 : 0)));
  ExactSum rows = rows_[i];
  rows -= row.weight;
  const double all = rows.to_double();
  for (std::size_t k = 0; k < K; ++k) {
    said[k] =
        log_of_root(without(counts.with_value(table, 0, own, k), row, k), column.values, K, all);
  }
}

// What two columns say of each other, of all rows of the block.
void LeftOutFull::say_pairs(std::size_t i, std::size_t j) {
  const JointCounts& counts = *features_.joint;
  const std::size_t table = counts.tally().pair(features_.columns[i], features_.columns[j]);
  const std::size_t size = block_.rows.size();
  for (std::size_t at = 0; at < size; ++at) {
    const std::int64_t number = block_.begin + static_cast<std::int64_t>(at);
    const std::array<std::int32_t, 2> cell{code(number, i), code(number, j)};
    if ((cell[0] | cell[1]) < 0) continue;
    const Row& row = block_.rows[at];
    const double* const known = tables_.joint->pair(i, j, cell[0], cell[1]);
    const std::int32_t slot = counts.tally().find_slot(table, cell);
    const std::array<std::span<double>, 2> said{in_block(i, at), in_block(j, at)};
    const std::array<const Column*, 2> child{&block_.columns[j * size + at],
                                             &block_.columns[i * size + at]};
    const std::size_t K = said[0].size();
    for (std::size_t side = 0; side < 2; ++side) {
      const auto by_counts = [&](std::size_t k) {
        return log_of_value(without(counts.in_cell(k, slot), row, k), child[side]->values,
                            without(counts.with_value(table, side, cell[side], k), row, k));
      };
      const bool is_known = !child[side]->has_lost_value;
      for (std::size_t k = 0; k < K; ++k) {
        said[side][k] += is_known && k != row.own ? known[side * K + k] : by_counts(k);
      }
    }
  }
}

// The naive score, of use where a column is no parent.
void LeftOutFull::say_alone(std::int64_t number, std::span<const double> log_shares,
                            std::span<double> said) const {
  const auto at = static_cast<std::size_t>(number - block_.begin);
  const Row& row = block_.rows[at];
  const JointCounts& counts = *features_.joint;
  std::copy(log_shares.begin(), log_shares.end(), said.begin());
  for (std::size_t i = 0; i < features_.columns.size(); ++i) {
    const std::int32_t own = code(number, i);
    if (own < 0) continue;
    const std::size_t table = counts.tally().single(features_.columns[i]);
    const double values = block_.columns[i * block_.rows.size() + at].values;
    for (std::size_t k = 0; k < said.size(); ++k) {
      said[k] += log_of_value(without(counts.with_value(table, 0, own, k), row, k), values,
                              without(counts.in_table(table, k), row, k));
    }
  }
}

// What three columns say together, of all rows of the block.
void LeftOutFull::say_triples(std::size_t t) {
  const JointCounts& counts = *features_.joint;
  const std::size_t table = counts.tally().triple(features_.triples[t]);
  const std::array<std::size_t, 3>& columns = tables_.joint->triple_columns(t);
  for (std::size_t at = 0; at < block_.rows.size(); ++at) {
    const std::int64_t number = block_.begin + static_cast<std::int64_t>(at);
    const std::array<std::int32_t, 3> cell{code(number, columns[0]), code(number, columns[1]),
                                           code(number, columns[2])};
    if ((cell[0] | cell[1] | cell[2]) < 0) continue;
    const Row& row = block_.rows[at];
    const std::span<double> said = in_block(features_.columns.size() + t, at);
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
}

}  // namespace tally
