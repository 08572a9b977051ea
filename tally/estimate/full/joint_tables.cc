// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/joint_tables.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace tally {

namespace {

std::size_t sized(std::int32_t code) { return static_cast<std::size_t>(code); }

std::vector<double> rounded(const std::vector<ExactSum>& sums) {
  std::vector<double> out;
  out.reserve(sums.size());
  for (const ExactSum& sum : sums) out.push_back(sum.to_double());
  return out;
}

template <class Size>
void add(Size classes, const double* from, double* to) {
  for (std::size_t k = 0; k < classes; ++k) to[k] += from[k];
}

}  // namespace

double log_of_triple(const TripleCounts& n) {
  if (n.a == 0 || n.b == 0 || n.c == 0) return 0;
  const auto ratio = [&](double both, double first, double second) {
    return (both + 1) / (first * second / n.all + 1);
  };
  const double expected = n.a * n.b * n.c / (n.all * n.all) * ratio(n.ab, n.a, n.b) *
                          ratio(n.ac, n.a, n.c) * ratio(n.bc, n.b, n.c);
  return std::log((n.abc + 1) / (std::min({n.a, n.b, n.c, expected}) + 1));
}

void mix_parents(std::span<const double> parents, ParentSet usable, std::span<double> mixture) {
  const std::size_t K = mixture.size(), columns = parents.size() / K;
  for (std::size_t k = 0; k < K; ++k) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      if ((usable >> i & 1) != 0) most = std::max(most, parents[i * K + k]);
    }
    for (std::size_t i = 0; i < columns; ++i) {
      if ((usable >> i & 1) != 0) sum += std::exp(parents[i * K + k] - most);
    }
    mixture[k] = most + std::log(sum);
  }
}

JointTables::JointTables(const JointCounts& counts, const std::vector<std::size_t>& columns,
                         const std::vector<std::size_t>& triples, std::vector<double> log_shares)
    : log_shares_(std::move(log_shares)) {
  for (const std::size_t place : columns) add_column(counts, place);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    first_pair_.push_back(pairs_.size());
    for (std::size_t j = i + 1; j < columns_.size(); ++j) add_pair(counts, i, j);
  }
  for (const std::size_t t : triples) add_triple(counts, t);
}

void JointTables::add_column(const JointCounts& counts, std::size_t place) {
  const JointTally& tally = counts.tally();
  const std::size_t K = classes(), table = tally.single(place);
  Column& column = columns_.emplace_back();
  column.place = place;
  column.grid = tally.column(place);
  column.codes = counts.codes(place);
  column.labels = tally.labels(place);
  column.seen.resize(sized(column.codes) + 1);
  column.root.resize(column.seen.size() * K);
  column.alone.resize(column.seen.size() * K);
  const auto values = static_cast<double>(std::max<std::int64_t>(1, counts.values(place)));
  ExactSum all;
  for (std::size_t k = 0; k < K; ++k) all += counts.in_table(table, k);
  const double rows = all.to_double();
  for (std::int32_t code = 0; code <= column.codes; ++code) {
    const bool is_known = code < column.codes;
    column.seen[sized(code)] = is_known && counts.is_seen(place, code) ? 1 : 0;
    for (std::size_t k = 0; k < K; ++k) {
      const double n = is_known ? counts.with_value(table, 0, code, k).to_double() : 0;
      const std::size_t at = sized(code) * K + k;
      column.root[at] = log_of_root(n, values, K, rows);
      column.alone[at] = log_of_value(n, values, counts.in_table(table, k).to_double());
    }
  }
}

void JointTables::add_pair(const JointCounts& counts, std::size_t i, std::size_t j) {
  const JointTally& tally = counts.tally();
  const std::size_t K = classes();
  const std::array<const Column*, 2> columns{&columns_[i], &columns_[j]};
  const std::size_t table = tally.pair(columns[0]->place, columns[1]->place);
  std::array<double, 2> values{};  // of the other column
  for (std::size_t side = 0; side < 2; ++side) {
    const std::int64_t others = counts.values(columns[1 - side]->place);
    values[side] = static_cast<double>(std::max<std::int64_t>(1, others));
  }
  Pair& pair = pairs_.emplace_back();
  pair.wide = columns[1]->seen.size();
  pair.cells.assign(columns[0]->seen.size() * pair.wide, -1);
  const auto given = [&](std::size_t side, std::int32_t code, std::size_t k, double n) {
    return log_of_value(n, values[side], counts.with_value(table, side, code, k).to_double());
  };
  for (std::size_t side = 0; side < 2; ++side) {
    pair.never[side].resize(columns[side]->seen.size() * K);
    for (std::int32_t code = 0; code < columns[side]->codes; ++code) {
      for (std::size_t k = 0; k < K; ++k)
        pair.never[side][sized(code) * K + k] = given(side, code, k, 0);
    }
  }
  std::int32_t cells = 0;
  tally.for_each_cell(table, [&](std::span<const std::int32_t> cell, std::int32_t slot) {
    pair.cells[sized(cell[0]) * pair.wide + sized(cell[1])] = cells++;
    const std::size_t at = pair.logs.size();
    pair.logs.resize(at + 2 * K);
    for (std::size_t k = 0; k < K; ++k) {
      const double n = counts.in_cell(k, slot).to_double();
      for (std::size_t side = 0; side < 2; ++side) {
        // Most cells are empty in most classes: those logarithms are there already.
        pair.logs[at + side * K + k] =
            n == 0 ? pair.never[side][sized(cell[side]) * K + k] : given(side, cell[side], k, n);
      }
    }
  });
}

void JointTables::add_triple(const JointCounts& counts, std::size_t t) {
  const JointTally& tally = counts.tally();
  const std::size_t K = classes(), table = tally.triple(t);
  Triple& triple = triples_.emplace_back();
  std::size_t size = 1;
  for (std::size_t side = 0; side < 3; ++side) {
    const std::size_t place = tally.columns_of(table)[side];
    while (columns_[triple.columns[side]].place != place) ++triple.columns[side];
    triple.codes[side] = sized(columns_[triple.columns[side]].codes);
    size *= triple.codes[side];
    triple.one[side] = rounded(counts.with_value(table, side));
    triple.two[side] = rounded(counts.with_others(table, side));
  }
  for (std::size_t k = 0; k < K; ++k) triple.all.push_back(counts.in_table(table, k).to_double());
  triple.cells.assign(size, -1);
  std::int32_t cells = 0;
  tally.for_each_cell(table, [&](std::span<const std::int32_t> cell, std::int32_t slot) {
    const std::array<std::int32_t, 3> codes{cell[0], cell[1], cell[2]};
    triple.cells[triple.at(codes)] = cells++;
    for (std::size_t k = 0; k < K; ++k) {
      triple.logs.push_back(
          log_of_triple(triple.counts(codes, k, K, counts.in_cell(k, slot).to_double())));
    }
  });
}

TripleCounts JointTables::Triple::counts(const std::array<std::int32_t, 3>& code, std::size_t k,
                                         std::size_t K, double abc) const {
  const std::size_t a = sized(code[0]), b = sized(code[1]), c = sized(code[2]);
  TripleCounts n;
  n.abc = abc;
  n.a = one[0][a * K + k];
  n.b = one[1][b * K + k];
  n.c = one[2][c * K + k];
  n.ab = two[2][(a * codes[1] + b) * K + k];
  n.ac = two[1][(a * codes[2] + c) * K + k];
  n.bc = two[0][(b * codes[2] + c) * K + k];
  n.all = all[k];
  return n;
}

std::int32_t JointTables::code(std::size_t i, const Label& label) const {
  const std::int32_t code = columns_[i].labels.find(label);
  return code < 0 ? unseen(i) : code;
}

std::optional<ValueType> JointTables::label_type(std::size_t i) const {
  const Dictionary& labels = columns_[i].labels;
  return labels.size() == 0 ? std::nullopt : std::optional(labels.label(0).type());
}

void JointTables::say(std::span<const std::int32_t> codes, std::span<double> said) const {
  const std::size_t K = classes();
  if (columns() > 0) {
    switch (K) {
      case 2:
        say_parents(std::integral_constant<std::size_t, 2>(), codes, said.data());
        break;
      case 3:
        say_parents(std::integral_constant<std::size_t, 3>(), codes, said.data());
        break;
      default:
        say_parents(K, codes, said.data());
    }
  }
  for (std::size_t t = 0; t < triples(); ++t) {
    say_triple(triples_[t], codes, said.subspan((size() - triples() + t) * K, K));
  }
}

template <class Size>
void JointTables::say_parents(Size classes, std::span<const std::int32_t> codes,
                              double* said) const {
  const std::size_t d = columns_.size();
  ParentSet usable = 0;
  for (std::size_t i = 0; i < d; ++i) {
    double* const of = said + i * classes;
    if (codes[i] < 0) {
      std::fill_n(of, std::size_t{classes}, 0.0);
      continue;
    }
    const Column& column = columns_[i];
    std::copy_n(&column.root[sized(codes[i]) * classes], std::size_t{classes}, of);
    usable |= ParentSet{column.seen[sized(codes[i])] != 0} << i;
  }
  for (std::size_t i = 0; i < d; ++i) {
    if (codes[i] < 0) continue;
    const std::size_t a = sized(codes[i]);
    double* const of_i = said + i * classes;
    const Pair* pair = pairs_.data() + first_pair_[i];
    for (std::size_t j = i + 1; j < d; ++j, ++pair) {
      if (codes[j] < 0) continue;
      const std::size_t b = sized(codes[j]);
      const std::int32_t cell = pair->cells[a * pair->wide + b];
      double* const of_j = said + j * classes;
      if (cell >= 0) [[likely]] {
        const double* const logs = &pair->logs[sized(cell) * 2 * classes];
        add(classes, logs, of_i);
        add(classes, logs + classes, of_j);
      } else {
        add(classes, &pair->never[0][a * classes], of_i);
        add(classes, &pair->never[1][b * classes], of_j);
      }
    }
  }
  const std::span<double> mixture(said + d * classes, classes);
  const ParentSet all = ~ParentSet{0} >> (64 - d);
  if (usable != all) {
    say_alone(codes, mixture);
    for (std::size_t i = 0; i < d; ++i) {
      if ((usable >> i & 1) == 0)
        std::copy_n(mixture.data(), std::size_t{classes}, said + i * classes);
    }
  }
  if (usable != 0) mix_parents({said, d * classes}, usable, mixture);
}

void JointTables::say_alone(std::span<const std::int32_t> codes, std::span<double> said) const {
  std::copy(log_shares_.begin(), log_shares_.end(), said.begin());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (codes[i] >= 0) add(classes(), &columns_[i].alone[sized(codes[i]) * classes()], said.data());
  }
}

void JointTables::say_tree(std::span<const std::int32_t> codes, std::span<const std::int32_t> tree,
                           std::span<double> said) const {
  const std::size_t K = classes();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    double* const of = &said[j * K];
    if (codes[j] < 0) {
      std::fill_n(of, K, 0.0);
      continue;
    }
    const std::size_t i = sized(tree[j]);
    const bool is_given = tree[j] >= 0 && codes[i] >= 0 && columns_[i].seen[sized(codes[i])] != 0;
    if (!is_given) {
      std::copy_n(&columns_[j].alone[sized(codes[j]) * K], K, of);
      continue;
    }
    const bool is_first = i < j;
    const Pair& pair = pairs_[is_first ? pair_at(i, j) : pair_at(j, i)];
    const std::size_t a = sized(codes[i]), b = sized(codes[j]);
    const std::int32_t cell = pair.cells[is_first ? a * pair.wide + b : b * pair.wide + a];
    const double* const logs = cell >= 0 ? &pair.logs[(sized(cell) * 2 + (is_first ? 0 : 1)) * K]
                                         : &pair.never[is_first ? 0 : 1][a * K];
    std::copy_n(logs, K, of);
  }
}

void JointTables::say_triple(const Triple& triple, std::span<const std::int32_t> codes,
                             std::span<double> said) const {
  const std::size_t K = classes();
  std::array<std::int32_t, 3> own{};
  for (std::size_t side = 0; side < 3; ++side) {
    own[side] = codes[triple.columns[side]];
    // A label that was never seen is expected never: all classes have log(1 / 1).
    if (own[side] < 0 || sized(own[side]) >= triple.codes[side]) {
      return std::fill(said.begin(), said.end(), 0.0);
    }
  }
  const std::int32_t cell = triple.cells[triple.at(own)];
  if (cell >= 0) {
    std::copy_n(&triple.logs[sized(cell) * K], K, said.begin());
    return;
  }
  for (std::size_t k = 0; k < K; ++k) said[k] = log_of_triple(triple.counts(own, k, K, 0));
}

}  // namespace tally
