// SPDX-License-Identifier: Apache-2.0
#include "tally/model/stored_histograms.h"

#include <algorithm>
#include <cmath>

#include "tally/model/model_tables.h"
#include "tally/sample.h"

namespace tally {

namespace {

void read_line(const RowReader& row, std::string_view line, Schema& schema) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view origin = line.substr(0, space);
  const std::string name = name_in_line(line.substr(std::min(space + 1, line.size())));
  const ColumnSchema* const found = schema.find(name);
  if (found == nullptr) row.wrong("a histogram of the column " + in_quotes(name));
  if (!may_have_histogram(*found)) {
    row.wrong("a histogram of the column " + in_quotes(name) + ", which holds no numbers");
  }
  const std::optional<double> number = parse_number(origin);
  if (!number || !(std::abs(*number) <= kMostOrigin)) {
    row.wrong("the origin " + in_quotes(origin) + " of the column " + in_quotes(name));
  }
  auto& column = schema.columns[static_cast<std::size_t>(found - schema.columns.data())];
  column.histogram = true;
  column.origin = *number + 0.0;  // not −0
}

}  // namespace

// As a line of the sample's evidence has it.
std::string line_of_name(const std::string& name) { return SampledColumn("", {name}).terms; }

std::string name_in_line(std::string_view line) {
  SampledColumn column;
  column.terms = line;
  std::string out;
  column.for_each([&](std::string_view term) { out = term; });
  return out;
}

std::string stored_histograms(const Schema& schema) {
  std::string out;
  for (const ColumnSchema& column : schema.columns) {
    if (!column.histogram) continue;
    if (!out.empty()) out += '\n';
    out += shortest(column.origin) + ' ' + line_of_name(column.name);
  }
  return out;
}

void read_histograms(Database& db, Schema& schema) {
  RowReader row(db, kMetaTable, {kHistogramsKey});
  if (!row.next()) return;
  std::string_view left = row.text(1);
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    read_line(row, left.substr(0, end), schema);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  // What was in another form or order does not come out the same again.
  if (row.text(1).empty() || stored_histograms(schema) != row.text(1)) {
    row.wrong("a list of histograms that is not in canonical form");
  }
}

}  // namespace tally
