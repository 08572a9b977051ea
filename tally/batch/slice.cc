// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/slice.h"

namespace tally {

namespace {

Validity later(Validity validity, std::int64_t rows) {
  validity.offset += rows;
  return validity;
}

Numbers later(Numbers numbers, std::int64_t rows) {
  numbers.data = static_cast<const char*>(numbers.data) + rows * numbers.stride;
  numbers.validity = later(numbers.validity, rows);
  return numbers;
}

Codes later(Codes codes, std::int64_t rows) {
  codes.indices = later(codes.indices, rows);
  return codes;
}

Bits later(Bits bits, std::int64_t rows) {
  bits.offset += rows;
  bits.validity = later(bits.validity, rows);
  return bits;
}

Texts later(Texts texts, std::int64_t rows) { return {texts.cells + rows}; }

Terms later(Terms terms, std::int64_t rows) {
  terms.starts += rows;
  terms.validity = later(terms.validity, rows);
  return terms;
}

Column from_row(const Column& column, std::int64_t row) {
  return std::visit([&](const auto& values) -> Column { return later(values, row); }, column);
}

// The rows without their cells.
Batch bare_slice(const Batch& batch, std::int64_t begin, std::int64_t end) {
  Batch part;
  part.rows = end - begin;
  part.file = batch.file;
  part.first_row = batch.first_row + begin;
  if (!batch.lines.empty())
    part.lines.assign(batch.lines.begin() + begin, batch.lines.begin() + end);
  part.owner = batch.owner;
  return part;
}

}  // namespace

Batch slice(const Batch& batch, std::int64_t begin, std::int64_t end) {
  Batch part = bare_slice(batch, begin, end);
  part.columns.reserve(batch.columns.size());
  for (const NamedColumn& column : batch.columns) {
    part.columns.push_back({column.name, from_row(column.values, begin)});
  }
  return part;
}

Batch slice(const Batch& batch, std::int64_t begin, std::int64_t end,
            std::span<const std::string> names, std::span<const Column* const> columns) {
  Batch part = bare_slice(batch, begin, end);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    part.columns.push_back({names[i], from_row(*columns[i], begin)});
  }
  return part;
}

}  // namespace tally
