// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/joint_counts.h"

#include <algorithm>

namespace tally {

JointCounts::JointCounts(const JointTally& tally, std::span<const Counts::Class> classes)
    : tally_(&tally) {
  for (const Counts::Class& klass : classes) codes_.push_back(klass.code);
  for (std::size_t table = 0; table < tally.tables(); ++table) {
    margins_.push_back(margins_of(table));
  }
  for (std::size_t column = 0; column < tally.columns(); ++column) {
    values_.push_back(values_of_column(column));
  }
}

JointCounts::Margins JointCounts::margins_of(std::size_t table) const {
  const std::size_t K = classes();
  const std::span<const std::size_t> columns = tally_->columns_of(table);
  const bool is_triple = columns.size() == 3;
  Margins out;
  out.all.resize(K);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out.codes[i] = static_cast<std::size_t>(tally_->codes(columns[i]));
    out.one[i].resize(out.codes[i] * K);
  }
  for (std::size_t i = 0; is_triple && i < 3; ++i) {
    out.two[i].resize(out.codes[(i + 1) % 3] * out.codes[(i + 2) % 3] * K);
  }
  tally_->for_each_cell(table, [&](std::span<const std::int32_t> cell, std::int32_t slot) {
    std::array<std::size_t, 3> at{};
    for (std::size_t i = 0; i < cell.size(); ++i) at[i] = static_cast<std::size_t>(cell[i]);
    for (std::size_t k = 0; k < K; ++k) {
      const ExactSum n = in_cell(k, slot);
      if (n.is_zero()) continue;
      out.all[k] += n;
      for (std::size_t i = 0; i < cell.size(); ++i) out.one[i][at[i] * K + k] += n;
      if (!is_triple) continue;
      out.two[0][(at[1] * out.codes[2] + at[2]) * K + k] += n;
      out.two[1][(at[0] * out.codes[2] + at[2]) * K + k] += n;
      out.two[2][(at[0] * out.codes[1] + at[1]) * K + k] += n;
    }
  });
  return out;
}

bool JointCounts::is_seen(std::size_t column, std::int32_t code) const {
  for (std::size_t k = 0; k < classes(); ++k) {
    if (with_value(tally_->single(column), 0, code, k).sign() > 0) return true;
  }
  return false;
}

std::int64_t JointCounts::values_of_column(std::size_t column) const {
  const GridSpec& grid = tally_->column(column);
  if (grid.cells == CellKind::kTruth) return 2;
  if (!counts_values(column)) return codes(column);
  std::int64_t seen = 0;
  for (std::int32_t code = 0; code < codes(column); ++code) seen += is_seen(column, code) ? 1 : 0;
  return seen;
}

}  // namespace tally
