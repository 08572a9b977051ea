// SPDX-License-Identifier: Apache-2.0
#include "tally/export/together_json.h"

namespace tally {

namespace {

using Json = ExportJson;

Json column_json(const SheetTogether::Column& column) {
  Json out{{"name", column.grid.name}, {"values", column.values}};
  switch (column.grid.cells) {
    case CellKind::kTruth:
      out["kind"] = "truths";
      if (column.grid.binarize) out["above"] = *column.grid.binarize;
      return out;
    case CellKind::kNumber:
      out["kind"] = "numbers";
      out["cuts"] = column.grid.cuts;
      return out;
    case CellKind::kLabel:
    case CellKind::kBin:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  out["kind"] = "labels";
  out["labels"] = labels_as_json(column.labels);
  return out;
}

// {"columns": [i, j], "cells": [[a, b], …], "rows": [[n of each class], …]}
Json table_json(const SheetTogether::Table& table, std::size_t classes) {
  return {
      {"columns", table.columns}, {"cells", table.codes}, {"rows", by_item(table.rows, classes)}};
}

Json tables_json(const std::vector<SheetTogether::Table>& tables, std::size_t classes) {
  Json out = Json::array();
  for (const SheetTogether::Table& table : tables) out.push_back(table_json(table, classes));
  return out;
}

}  // namespace

Json together_as_json(const SheetTogether& together) {
  const std::size_t classes = together.log_shares.size();
  Json out{{"log_shares", together.log_shares},
           {"columns", Json::array()},
           {"parents", together.parents},
           {"mixture", together.mixture}};
  for (const SheetTogether::Column& column : together.columns) {
    out["columns"].push_back(column_json(column));
  }
  out["singles"] = tables_json(together.singles, classes);
  out["pairs"] = tables_json(together.pairs, classes);
  out["triples"] = tables_json(together.triples, classes);
  for (std::size_t t = 0; t < together.triples.size(); ++t) {
    out["triples"][t]["weight"] = together.triples[t].weight;
  }
  if (together.scaled.empty()) return out;
  Json scaled = Json::array();
  for (const ScaledColumn& column : together.scaled) {
    scaled.push_back({{"name", column.name}, {"mean", column.mean}, {"spread", column.spread}});
  }
  const std::size_t d = together.scaled.size();
  out["clouds"] = {{"columns", std::move(scaled)},
                   {"most", kMostScaled},
                   {"unit", kScaledUnit},
                   {"freedom", together.freedom},
                   {"rows", together.clouds.rows},
                   {"sums", by_item(together.clouds.sums, d)},
                   {"products", by_item(together.clouds.products, d * (d + 1) / 2)},
                   {"linear", together.linear},
                   {"quadratic", together.quadratic}};
  return out;
}

}  // namespace tally
