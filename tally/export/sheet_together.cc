// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sheet_together.h"

#include <algorithm>
#include <map>

namespace tally {

namespace {

// The cells of a table of the tally, whose columns have other places here.
SheetTogether::Table table_of(const JointCounts& counts, std::size_t table,
                              std::vector<std::size_t> columns) {
  SheetTogether::Table out;
  out.columns = std::move(columns);
  counts.tally().for_each_cell(table, [&](std::span<const std::int32_t> cell, std::int32_t slot) {
    out.codes.emplace_back(cell.begin(), cell.end());
    for (std::size_t k = 0; k < counts.classes(); ++k) {
      out.rows.push_back(counts.in_cell(k, slot).to_double());
    }
  });
  return out;
}

SheetTogether::Column column_of(const JointCounts& counts, std::size_t place) {
  SheetTogether::Column out{counts.tally().column(place), {}, counts.values(place)};
  if (out.grid.cells != CellKind::kLabel) return out;
  const Dictionary& labels = counts.tally().labels(place);
  for (std::int32_t code = 0; code < labels.size(); ++code)
    out.labels.push_back(labels.label(code));
  return out;
}

// The triple of the tally that has these columns of the grid.
std::size_t triple_of(const JointTally& tally, const std::array<std::size_t, 3>& places) {
  std::size_t t = 0;
  while (!std::equal(places.begin(), places.end(), tally.columns_of(tally.triple(t)).begin())) ++t;
  return tally.triple(t);
}

void add_grid(SheetTogether& out, const FullTables& tables, const JointCounts& counts) {
  const JointTables& joint = *tables.joint;
  const JointTally& tally = counts.tally();
  const std::size_t d = joint.columns();
  if (d > 0) {
    out.parents.assign(tables.weights.begin(),
                       tables.weights.begin() + static_cast<std::ptrdiff_t>(d));
    out.mixture = tables.weights[d];
  }
  for (std::size_t i = 0; i < d; ++i) {
    const std::size_t place = joint.place(i);
    out.columns.push_back(column_of(counts, place));
    out.singles.push_back(table_of(counts, tally.single(place), {i}));
    for (std::size_t j = i + 1; j < d; ++j) {
      out.pairs.push_back(table_of(counts, tally.pair(place, joint.place(j)), {i, j}));
    }
  }
  for (std::size_t t = 0; t < joint.triples(); ++t) {
    const std::array<std::size_t, 3>& of = joint.triple_columns(t);
    const std::size_t table =
        triple_of(tally, {joint.place(of[0]), joint.place(of[1]), joint.place(of[2])});
    out.triples.push_back(table_of(counts, table, {of.begin(), of.end()}));
    out.triples.back().weight = tables.weights[d + 1 + t];
  }
}

}  // namespace

SheetTogether sheet_together_of(const FullTables& tables, const Counts& counts) {
  SheetTogether out;
  const FullFeatures features = full_features(counts);
  out.log_shares = tables.log_shares;
  if (tables.joint) add_grid(out, tables, *features.joint);
  if (tables.scatter) {
    out.scaled = tables.scaled;
    out.scaled_types = tables.scaled_types;
    out.clouds = *features.scatter;
    out.freedom = features.freedom;
    out.linear = tables.weights[tables.weights.size() - 2];
    out.quadratic = tables.weights.back();
  }
  return out;
}

void add_inputs(const SheetTogether& together, std::vector<Sheet::Input>& inputs) {
  std::map<std::string, ValueType> types;
  for (const Sheet::Input& input : inputs) types[input.name] = input.type;
  for (const SheetTogether::Column& column : together.columns) {
    types[column.grid.name] = column.grid.type;
  }
  for (std::size_t i = 0; i < together.scaled.size(); ++i) {
    types[together.scaled[i].name] = together.scaled_types[i];
  }
  inputs.clear();
  for (const auto& [name, type] : types) inputs.push_back({name, type});
}

}  // namespace tally
