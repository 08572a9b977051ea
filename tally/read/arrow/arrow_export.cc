// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_export.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace tally {

namespace {

/// What a schema points to.
struct OwnedSchema {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

/// What an array points to.
struct OwnedArray {
  std::vector<std::vector<std::uint8_t>> buffers;
  std::vector<const void*> buffer_pointers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

template <class Structure, class Owned>
void release(Structure* structure) {
  auto* const owned = static_cast<Owned*>(structure->private_data);
  for (Structure& child : owned->children) {
    if (child.release != nullptr) child.release(&child);
  }
  delete owned;
  structure->release = nullptr;
}

const char* format_of(const TableColumn& column) {
  if (column.type == ValueType::kText) return "u";
  if (column.type == ValueType::kBoolean) return "b";
  return column.is_whole ? "l" : "g";
}

ArrowSchema make_schema(const char* format, const std::string& name,
                        std::vector<ArrowSchema> children) {
  auto* const owned = new OwnedSchema{name, std::move(children), {}};
  for (ArrowSchema& child : owned->children) owned->pointers.push_back(&child);
  ArrowSchema out{};
  out.format = format;
  out.name = owned->name.c_str();
  out.flags = ARROW_FLAG_NULLABLE;
  out.n_children = static_cast<std::int64_t>(owned->children.size());
  out.children = owned->pointers.data();
  out.release = &release<ArrowSchema, OwnedSchema>;
  out.private_data = owned;
  return out;
}

// The first buffer is the validity; an empty one means that no row is missing.
ArrowArray make_array(std::int64_t rows, std::vector<std::vector<std::uint8_t>> buffers,
                      std::vector<ArrowArray> children) {
  auto* const owned = new OwnedArray{std::move(buffers), {}, std::move(children), {}};
  for (const std::vector<std::uint8_t>& buffer : owned->buffers) {
    const bool is_validity = owned->buffer_pointers.empty();
    owned->buffer_pointers.push_back(is_validity && buffer.empty() ? nullptr : buffer.data());
  }
  for (ArrowArray& child : owned->children) owned->pointers.push_back(&child);
  ArrowArray out{};
  out.length = rows;
  out.null_count = owned->buffers.front().empty() ? 0 : -1;
  out.n_buffers = static_cast<std::int64_t>(owned->buffer_pointers.size());
  out.buffers = owned->buffer_pointers.data();
  out.n_children = static_cast<std::int64_t>(owned->children.size());
  out.children = owned->pointers.data();
  out.release = &release<ArrowArray, OwnedArray>;
  out.private_data = owned;
  return out;
}

template <class Predicate>
std::vector<std::uint8_t> bitmap(std::size_t rows, Predicate&& is_set) {
  std::vector<std::uint8_t> bits((rows + 7) / 8 + 1);
  for (std::size_t row = 0; row < rows; ++row) {
    if (is_set(row)) bits[row / 8] = static_cast<std::uint8_t>(bits[row / 8] | (1U << (row % 8)));
  }
  return bits;
}

template <class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T) + 1);
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), values.size() * sizeof(T));
  return bytes;
}

ArrowArray export_texts(const std::vector<std::string>& texts) {
  std::vector<std::int32_t> offsets{0};
  std::vector<std::uint8_t> bytes;
  for (const std::string& text : texts) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(static_cast<std::int32_t>(bytes.size()));
  }
  bytes.push_back(0);
  return make_array(static_cast<std::int64_t>(texts.size()),
                    {bitmap(texts.size(), [&](std::size_t row) { return !texts[row].empty(); }),
                     bytes_of(offsets), std::move(bytes)},
                    {});
}

ArrowArray export_integers(const std::vector<std::optional<std::int64_t>>& integers) {
  std::vector<std::int64_t> values;
  for (const std::optional<std::int64_t>& integer : integers) values.push_back(integer.value_or(0));
  return make_array(
      static_cast<std::int64_t>(integers.size()),
      {bitmap(integers.size(), [&](std::size_t row) { return integers[row].has_value(); }),
       bytes_of(values)},
      {});
}

ArrowArray export_column(const TableColumn& column) {
  if (column.type == ValueType::kText) return export_texts(column.texts);
  if (column.is_whole) return export_integers(column.integers);
  const std::vector<double>& numbers = column.numbers;
  const std::size_t rows = numbers.size();
  return make_array(static_cast<std::int64_t>(rows),
                    {bitmap(rows, [&](std::size_t row) { return !std::isnan(numbers[row]); }),
                     column.type == ValueType::kNumber
                         ? bytes_of(numbers)
                         : bitmap(rows, [&](std::size_t row) { return numbers[row] == 1; })},
                    {});
}

}  // namespace

ArrowSchema export_schema(const std::vector<TableColumn>& columns) {
  std::vector<ArrowSchema> children;
  for (const TableColumn& column : columns) {
    children.push_back(make_schema(format_of(column), column.name, {}));
  }
  return make_schema("+s", "", std::move(children));
}

ArrowArray export_rows(const std::vector<TableColumn>& columns) {
  std::vector<ArrowArray> children;
  for (const TableColumn& column : columns) children.push_back(export_column(column));
  const std::int64_t rows = children.empty() ? 0 : children.front().length;
  return make_array(rows, {{}}, std::move(children));
}

}  // namespace tally
