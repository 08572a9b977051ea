// SPDX-License-Identifier: Apache-2.0
#include "cutting.h"

#include "tally/inside/draft.h"

namespace tally::bind {

namespace {

bool is_text(const ColumnSchema& column) {
  return column.role == Role::kFeature && column.family == Family::kText;
}

// One after the other: a sample does not depend on the order.
UncutRows uncut_rows(const Schema& schema, const std::vector<std::string>& columns,
                     const Frames& frames) {
  UncutRows rows(schema, columns);
  Pieces pieces(schema);
  for (const auto& frame : frames) {
    pieces.for_each_uncut(frame->batch(), [&](const Batch& piece) { rows.add(piece); });
  }
  return rows;
}

}  // namespace

Schema with_cutting_found(Schema schema, const Frames& frames, int threads,
                          std::vector<Remark>& notes) {
  std::vector<std::string> texts, unspaced;
  for (const ColumnSchema& column : schema.columns) {
    if (!is_text(column)) continue;
    texts.push_back(column.name);
    if (is_much_unspaced(first_text_sample(column.name, frames))) unspaced.push_back(column.name);
  }
  if (texts.empty()) return schema;
  if (!unspaced.empty()) {
    const CuttingChoice choice = choose_cutting(uncut_rows(schema, unspaced, frames), threads);
    for (const std::string& name : unspaced) {
      for (ColumnSchema& column : schema.columns) {
        if (column.name == name) column.text = cut_into(choice.cutting, std::move(column.text));
      }
    }
    if (!choice.tried.empty()) {
      notes.push_back(
          {told(choice, unspaced),
           {Remedy::in_words(
               "text={'tokens': 'word'}, {'tokens': 'char'} or {'han_pairs': True} decides")}});
    }
    return validated(std::move(schema));
  }
  const DigitsChoice choice = choose_digits(uncut_rows(schema, texts, frames), threads);
  if (!choice.alike) return schema;
  for (ColumnSchema& column : schema.columns) {
    if (is_text(column)) column.text.digits_alike = true;
  }
  notes.push_back(
      {told(choice, texts), {Remedy::in_words("text={'tokens': 'word'} decides otherwise")}});
  return validated(std::move(schema));
}

}  // namespace tally::bind
