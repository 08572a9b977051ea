// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/full/full_sum.h"

#include <cmath>

#include "tally/base/error.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

FullSum::FullSum(const FullTables& tables)
    : tables_(tables),
      maps_(grid_columns()),
      said_(tables.weights.size() * tables.log_shares.size()) {}

std::vector<ColumnToRead> FullSum::columns_read() const {
  std::vector<ColumnToRead> out;
  for (std::size_t i = 0; i < grid_columns(); ++i) {
    const GridSpec& grid = tables_.joint->grid(i);
    out.push_back({grid.name, grid.type});
  }
  for (std::size_t i = 0; i < tables_.scaled.size(); ++i) {
    out.push_back({tables_.scaled[i].name, tables_.scaled_types[i]});
  }
  return out;
}

void FullSum::read(const Batch& batch, std::span<const Column* const> columns) {
  const auto rows = static_cast<std::size_t>(batch.rows);
  codes_.resize(rows * grid_columns());
  z_.resize(rows * tables_.scaled.size());
  for (std::size_t i = 0; i < grid_columns(); ++i) read_codes(batch, *columns[i], i);
  for (std::size_t i = 0; i < tables_.scaled.size(); ++i) {
    read_scaled(batch, *columns[grid_columns() + i], i);
  }
}

// As the scorers of single columns do it (value_scorer.cc, bin_scorer.cc).
void FullSum::read_codes(const Batch& batch, const Column& column, std::size_t i) {
  const JointTables& joint = *tables_.joint;
  const GridSpec& grid = joint.grid(i);
  const auto* const numbers = std::get_if<Numbers>(&column);
  const auto put = [&](std::int64_t row, std::int32_t code) {
    codes_[static_cast<std::size_t>(row) * grid_columns() + i] = code;
  };
  if (grid.cells == CellKind::kNumber) {
    return for_each_number(
        as_numbers(batch, column, grid.name), batch.rows, [&](std::int64_t row, double x) {
          require_finite(batch, row, grid.name, x);
          put(row, std::isnan(x) ? -1 : static_cast<std::int32_t>(bin_of(grid.cuts, x)));
        });
  }
  if (grid.cells == CellKind::kTruth && numbers != nullptr) {
    return for_each_number(*numbers, batch.rows, [&](std::int64_t row, double x) {
      require_finite(batch, row, grid.name, x);
      if (!grid.binarize && !std::isnan(x) && x != 0 && x != 1) {
        refuse_cell(batch, row, grid.name, "0 or 1", shortest(x));
      }
      put(row, std::isnan(x) ? -1 : x > grid.binarize.value_or(0) ? 1 : 0);
    });
  }
  const auto code_of = [&](const Label& label) {
    const std::optional<ValueType> type = joint.label_type(i);
    return type && label.type() != *type ? CodeMap::kRefused : joint.code(i, label);
  };
  maps_[i].for_each(column, batch.rows, code_of, [&](std::int64_t row, std::int32_t code) {
    if (code == CodeMap::kRefused) {
      const std::optional<Label> found = cell_label(column, row);
      refuse_cell(batch, row, grid.name,
                  "a " + std::string(to_string(joint.label_type(i).value_or(grid.type))),
                  found ? in_quotes(found->to_string()) : "none");
    }
    put(row, code);
  });
}

void FullSum::read_scaled(const Batch& batch, const Column& column, std::size_t i) {
  const ScaledColumn& by = tables_.scaled[i];
  for_each_number(as_numbers(batch, column, by.name), batch.rows, [&](std::int64_t row, double x) {
    require_finite(batch, row, by.name, x);
    z_[static_cast<std::size_t>(row) * tables_.scaled.size() + i] = scaled(by, x);
  });
}

std::span<const std::int32_t> FullSum::codes_of(std::int64_t row) const {
  return std::span(codes_).subspan(static_cast<std::size_t>(row) * grid_columns(), grid_columns());
}

std::span<const double> FullSum::said_about(std::int64_t row) {
  const std::size_t K = tables_.log_shares.size();
  const std::span<double> all(said_);
  if (!tables_.tree.empty()) {
    tables_.joint->say_tree(codes_of(row), tables_.tree, all);
    return all.first(tables_.tree.size() * K);
  }
  if (tables_.joint) tables_.joint->say(codes_of(row), all);
  if (tables_.scatter) {
    const std::size_t d = tables_.scaled.size();
    tables_.scatter->say(std::span(z_).subspan(static_cast<std::size_t>(row) * d, d),
                         tables_.log_shares, all.subspan(all.size() - 2 * K, K), all.last(K));
  }
  return all;
}

void FullSum::add(std::span<double> scores) {
  const std::size_t K = tables_.log_shares.size();
  for (std::size_t row = 0; row * K < scores.size(); ++row) {
    const std::span<const double> said = said_about(static_cast<std::int64_t>(row));
    double* const to = &scores[row * K];
    for (std::size_t f = 0; f < tables_.weights.size(); ++f) {
      const double weight = tables_.weights[f];
      if (weight == 0) continue;
      for (std::size_t k = 0; k < K; ++k) to[k] += weight * said[f * K + k];
    }
  }
}

std::vector<double> said_together(const FullTables& tables, const Batch& batch, std::int64_t row) {
  FullSum sum(tables);
  Binding binding(sum.columns_read());
  const Batch one = slice(batch, row, row + 1, binding.names(), binding.bind(batch));
  std::vector<const Column*> columns;
  for (const NamedColumn& column : one.columns) columns.push_back(&column.values);
  sum.read(one, columns);
  const std::span<const double> said = sum.said_about(0);
  return {said.begin(), said.end()};
}

}  // namespace tally
