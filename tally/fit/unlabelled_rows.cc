// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/unlabelled_rows.h"

#include <algorithm>

#include "tally/base/error.h"

namespace tally {

namespace {

Schema with_one_class(Schema schema) {
  for (const ColumnSchema& column : schema.columns) {
    if (column.is_a(Family::kText) && column.text.tokens == TokenKind::kGiven) {
      throw Error(ErrorKind::kUsage,
                  column.text.given.reader + " without a class cannot be used: leave it out");
    }
    if (!column.is_a(Family::kText) || column.text.model == TextModel::kMultinomial) continue;
    throw Error(ErrorKind::kUsage,
                "rows without a class are divided among the classes by the multinomial model of "
                "texts, and " +
                    in_quotes(column.name) + " is " + std::string(to_string(column.text.model)) +
                    ": leave the model out, which any question may name, or the rows without a "
                    "class");
  }
  schema = schema_of_expected(schema);
  for (ColumnSchema& column : schema.columns) {
    if (column.role != Role::kTarget) continue;
    column.type = ValueType::kBoolean;
    column.values.clear();
  }
  return schema;
}

}  // namespace

UnlabelledRows::UnlabelledRows(const Schema& schema, std::int64_t most_cells)
    : schema_(with_one_class(schema)),
      checked_(schema_),
      rows_(schema_),
      most_rows_(most_cells / static_cast<std::int64_t>(schema_.columns.size())),
      most_cells_(most_cells) {}

void UnlabelledRows::append(const Batch& batch) {
  const ColumnSchema& target = schema_.target();
  static const auto kClass = std::make_shared<const Dictionary>(std::vector{Label::of(true)});
  std::vector<std::int32_t> codes(static_cast<std::size_t>(batch.rows));
  if (const Column* const classes = batch.find(target.name)) {
    CodeMap().for_each(
        *classes, batch.rows, [](const Label&) { return 0; },
        [&](std::int64_t row, std::int32_t code) {
          if (code == CodeMap::kMissing) return;
          codes[static_cast<std::size_t>(row)] = -1;
          ++with_class_;
        });
  }
  Batch rows = slice(batch, 0, batch.rows);
  const auto is_target = [&](const NamedColumn& column) { return column.name == target.name; };
  rows.columns.erase(std::remove_if(rows.columns.begin(), rows.columns.end(), is_target),
                     rows.columns.end());
  rows.columns.push_back({target.name, Codes::of(codes, kClass)});
  std::vector<double> ones;
  const ColumnSchema* const weight = schema_.weight();
  if (weight != nullptr && batch.find(weight->name) == nullptr) {
    ones.assign(static_cast<std::size_t>(batch.rows), 1);
    rows.columns.push_back({weight->name, Numbers::of(ones)});
  }
  checked_.add(rows);
  rows_.append(rows);
  for (const NamedColumn& column : rows.columns) {
    const auto* const terms = std::get_if<Terms>(&column.values);
    if (terms == nullptr || schema_.find(column.name) == nullptr) continue;
    terms_ += terms->starts[batch.rows] - terms->starts[0];
  }
  if (terms_ > most_cells_) {
    throw Error(ErrorKind::kData, "the texts without a class have more than " +
                                      std::to_string(most_cells_) +
                                      " terms, which are held in memory: take a part of them");
  }
  if (rows_.size() <= most_rows_) return;
  throw Error(ErrorKind::kData,
              "there are more than " + std::to_string(most_rows_) +
                  " rows without a class, which are held in memory: take a part of them");
}

UnlabelledRows UnlabelledRows::every(std::int64_t stride) const {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < size(); row += stride) rows.push_back(row);
  UnlabelledRows out(schema_);
  out.rows_ = rows_.gather(rows);
  return out;
}

Batch UnlabelledRows::features() const {
  Batch out = rows_.batch();
  std::erase_if(out.columns, [&](const NamedColumn& column) {
    return !schema_.find(column.name)->is_evidence();
  });
  return out;
}

}  // namespace tally
