// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/column.h"

#include <cmath>
#include <unordered_map>

#include "tally/batch/iso_time.h"

namespace tally {

namespace {

// How a column of this type is given.
std::string form_of(ValueType type) {
  if (type == ValueType::kTime) return "dates or timestamps (in CSV: 2024-02-29T12:34:56)";
  if (type == ValueType::kDuration) return "durations or times of day (in CSV: PT1H30M, 01:30:00)";
  return "plain numbers";
}

}  // namespace

double Numbers::at(std::int64_t row) const {
  if (!validity.at(row)) return std::numeric_limits<double>::quiet_NaN();
  return visit_type(type, [&](auto kind) {
    return static_cast<double>(internal::load<decltype(kind)>(data, row * stride));
  });
}

std::string_view Terms::term(std::int32_t code) const { return dictionary->term(code); }

Label Numbers::label(double value) const {
  return holds == ValueType::kNumber ? Label::of(value) : Label::of(numeric_text(value, holds));
}

void internal::refuse_code(std::int64_t row, std::int32_t size) {
  throw Error(ErrorKind::kData,
              "a code is beyond its dictionary of " + std::to_string(size) +
                  " labels; codes count from 0, and a negative one is missing",
              {.file = "", .line = -1, .row = row, .column = ""});
}

std::optional<Label> cell_label(const Column& column, std::int64_t row) {
  if (const auto* codes = std::get_if<Codes>(&column)) {
    const double code = codes->indices.at(row);
    if (std::isnan(code) || code < 0) return std::nullopt;
    if (code >= codes->dictionary->size()) internal::refuse_code(row, codes->dictionary->size());
    return codes->dictionary->label(static_cast<std::int32_t>(code));
  }
  if (const auto* numbers = std::get_if<Numbers>(&column)) {
    const double value = numbers->at(row);
    return std::isfinite(value) ? std::optional(numbers->label(value)) : std::nullopt;
  }
  const auto* bits = std::get_if<Bits>(&column);
  if (bits == nullptr || !bits->validity.at(row)) return std::nullopt;
  return Label::of(bits->at(row));
}

const Column* Batch::find(std::string_view name) const {
  for (const NamedColumn& column : columns) {
    if (column.name == name) return &column.values;
  }
  return nullptr;
}

Place Batch::place(std::int64_t row, std::string_view column) const {
  Place place{.file = file, .line = -1, .row = first_row + row, .column = std::string(column)};
  if (!lines.empty()) place.line = lines[static_cast<std::size_t>(row)];
  return place;
}

void require_meaning(const Batch& batch, const Column& column, std::string_view name,
                     ValueType type) {
  const auto refuse = [&](std::int64_t row, const std::string& found) {
    throw Error(ErrorKind::kData,
                "expected " + std::string(to_string(type)) + "s, found " + found +
                    "s; give the column as " + form_of(type) + ", or fit a new model",
                batch.place(row, name));
  };
  const auto* numbers = std::get_if<Numbers>(&column);
  if (!is_numeric(type) || (numbers != nullptr && numbers->holds == type)) return;
  // Whoever reads plain numbers takes booleans or refuses them.
  if (numbers == nullptr && type == ValueType::kNumber) return;
  if (numbers == nullptr) refuse(0, std::holds_alternative<Bits>(column) ? "boolean" : "label");
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    if (!std::isnan(numbers->at(row))) refuse(row, std::string(to_string(numbers->holds)));
  }
}

Binding::Binding(const std::vector<ColumnToRead>& columns) {
  for (const ColumnToRead& column : columns) {
    names_.push_back(column.name);
    types_.push_back(column.type);
  }
}

const std::vector<const Column*>& Binding::bind(const Batch& batch) {
  const auto stands_at = [&](std::size_t i, std::size_t place) {
    return place < batch.columns.size() && batch.columns[place].name == names_[i];
  };
  bool same_layout = places_.size() == names_.size();
  for (std::size_t i = 0; same_layout && i < names_.size(); ++i)
    same_layout = stands_at(i, places_[i]);
  if (!same_layout) {
    std::unordered_map<std::string_view, std::size_t> place_of;
    for (std::size_t at = 0; at < batch.columns.size(); ++at)
      place_of.emplace(batch.columns[at].name, at);
    places_.assign(names_.size(), batch.columns.size());
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto found = place_of.find(names_[i]);
      if (found != place_of.end()) places_[i] = found->second;
    }
  }
  columns_.assign(names_.size(), nullptr);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (places_[i] >= batch.columns.size()) continue;
    columns_[i] = &batch.columns[places_[i]].values;
    require_meaning(batch, *columns_[i], names_[i], types_[i]);
  }
  return columns_;
}

}  // namespace tally
