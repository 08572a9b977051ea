// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/found_cutting.h"

#include <algorithm>
#include <utility>

namespace tally {

namespace {

Remark remark(std::string sentence, std::string otherwise) {
  return {std::move(sentence), {Remedy::of(RemedyKind::kNameCutting, std::move(otherwise))}};
}

FoundCutting of_unspaced(const std::vector<std::string>& columns, const ReadUncut& read,
                         int threads) {
  const CuttingChoice choice = choose_cutting(read(columns), threads);
  FoundCutting found{columns, choice.cutting, false, std::nullopt};
  if (!choice.tried.empty()) found.remark = remark(told(choice, columns), "");
  return found;
}

FoundCutting of_digits(const std::vector<std::string>& columns, const ReadUncut& read,
                       int threads) {
  const DigitsChoice choice = choose_digits(read(columns), threads);
  if (!choice.alike) return {};
  return {columns, std::nullopt, true, remark(told(choice, columns), "word")};
}

}  // namespace

FoundCutting find_cutting(const Schema& schema, const std::vector<std::string>& unspaced,
                          const ReadUncut& read, int threads) {
  if (!unspaced.empty()) return of_unspaced(unspaced, read, threads);
  std::vector<std::string> texts;
  for (const ColumnSchema& column : schema.columns) {
    if (column.is_a(Family::kText) && !column.text.digits_alike) texts.push_back(column.name);
  }
  return texts.empty() ? FoundCutting{} : of_digits(texts, read, threads);
}

Schema with_cutting(const FoundCutting& found, Schema schema) {
  for (ColumnSchema& column : schema.columns) {
    if (std::ranges::find(found.columns, column.name) == found.columns.end()) continue;
    if (found.cutting) column.text = cut_into(*found.cutting, std::move(column.text));
    if (found.digits_alike) column.text.digits_alike = true;
  }
  return validated(std::move(schema));
}

}  // namespace tally
