// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/uncut_rows.h"

#include <algorithm>

#include "tally/read/cells/cell.h"

namespace tally {

namespace {

Schema schema_of(const Schema& schema, const std::vector<std::string>& columns) {
  Schema out = counted_as(Counting::kNaive, schema);
  std::erase_if(out.columns, [&](const ColumnSchema& column) {
    const bool is_asked = std::find(columns.begin(), columns.end(), column.name) != columns.end();
    return column.role == Role::kExposure || (column.role == Role::kFeature && !is_asked);
  });
  for (ColumnSchema& column : out.columns) column.text.pairs = false;
  out.joint = {};
  return validated(std::move(out));
}

std::string_view beginning_of(std::string_view text) {
  if (text.size() <= UncutRows::kMostBytes) return text;
  std::size_t end = UncutRows::kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

UncutRows::UncutRows(const Schema& schema, const std::vector<std::string>& columns,
                     std::int64_t most)
    : schema_(schema_of(schema, columns)), digester_(schema_), sample_(most) {}

void UncutRows::add(const Batch& batch) {
  std::vector<TermColumn> uncut;
  uncut.reserve(batch.columns.size());
  Batch whole = batch;
  for (NamedColumn& column : whole.columns) {
    const auto* const texts = std::get_if<Texts>(&column.values);
    if (texts == nullptr || schema_.find(column.name) == nullptr) continue;
    TermColumn& terms = uncut.emplace_back();
    terms.start();
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      if (texts->is_missing(row) || trimmed(texts->cells[row]).empty()) {
        terms.end_missing_row();
        continue;
      }
      // Readers differ in whether they keep blanks at the ends, which no cutting sees.
      terms.add(beginning_of(trimmed(texts->cells[row])));
      terms.end_row();
    }
    column.values = terms.finish();
  }
  digester_.add(whole, nullptr, sample_);
}

}  // namespace tally
