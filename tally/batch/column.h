// SPDX-License-Identifier: Apache-2.0
// Columns as those read them who count and score: found by name once, and looped over by type.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/batch.h"                  // IWYU pragma: export
#include "tally/batch/term_dictionary.h"  // IWYU pragma: export

namespace tally {

/// Throws Error (kData) if the column means something else than its type in the schema says: plain
/// numbers or labels where `type` is kTime or kDuration, or the other way round. A column of
/// numbers without a value fits all types; what kNumber and the types of labels take is for the
/// reader.
void require_meaning(const Batch& batch, const Column& column, std::string_view name,
                     ValueType type);

/// A column that somebody reads: its name, and the type that the schema gives it.
struct ColumnToRead {
  std::string name;
  ValueType type;

  friend bool operator==(const ColumnToRead&, const ColumnToRead&) = default;
};

/// Finds the same columns in one batch after the other. The batches of one reader have their
/// columns in one order, so all but the first look-up is a comparison of names. Not to be shared by
/// threads.
class Binding {
 public:
  explicit Binding(const std::vector<ColumnToRead>& columns);

  const std::vector<std::string>& names() const { return names_; }
  /// Each column's place in `batch`, in the order of the names; null where the batch has none.
  /// Throws as require_meaning.
  const std::vector<const Column*>& bind(const Batch& batch);

 private:
  std::vector<std::string> names_;
  std::vector<ValueType> types_;
  std::vector<std::size_t> places_;
  std::vector<const Column*> columns_;
};

/// Calls f(T{}) with the C++ type that `type` names, so that a loop over a column chooses its type
/// once and not for each cell.
template <class F>
decltype(auto) visit_type(NumberType type, F&& f);

/// Calls f(row, value) for every row; value is a double, NaN where it is missing.
template <class F>
void for_each_number(const Numbers& numbers, std::int64_t rows, F&& f);

/// Calls f(row, code) for every row; code is −1 where it is missing. Throws Error (kData) for a
/// code that the dictionary does not have.
template <class F>
void for_each_code(const Codes& codes, std::int64_t rows, F&& f);

// ---------------------------------------------------------------------------------------------

namespace internal {

// A value at any address: a column of a packed matrix need not be aligned.
template <class T>
T load(const void* data, std::int64_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(data) + offset, sizeof(T));
  return value;
}

[[noreturn]] void refuse_code(std::int64_t row, std::int32_t size);

}  // namespace internal

template <class F>
decltype(auto) visit_type(NumberType type, F&& f) {
  switch (type) {
    case NumberType::kFloat32:
      return f(float{});
    case NumberType::kInt8:
      return f(std::int8_t{});
    case NumberType::kInt16:
      return f(std::int16_t{});
    case NumberType::kInt32:
      return f(std::int32_t{});
    case NumberType::kInt64:
      return f(std::int64_t{});
    case NumberType::kUInt8:
      return f(std::uint8_t{});
    case NumberType::kUInt16:
      return f(std::uint16_t{});
    case NumberType::kUInt32:
      return f(std::uint32_t{});
    case NumberType::kUInt64:
      return f(std::uint64_t{});
    case NumberType::kFloat64:
      break;
  }
  return f(double{});
}

template <class F>
void for_each_number(const Numbers& numbers, std::int64_t rows, F&& f) {
  visit_type(numbers.type, [&](auto type) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto value = internal::load<decltype(type)>(numbers.data, row * numbers.stride);
      f(row, numbers.validity.at(row) ? static_cast<double>(value)
                                      : std::numeric_limits<double>::quiet_NaN());
    }
  });
}

template <class F>
void for_each_code(const Codes& codes, std::int64_t rows, F&& f) {
  const std::int32_t size = codes.dictionary->size();
  const Numbers indices = codes.indices;  // a copy: f cannot change it, so it stays in registers
  visit_type(indices.type, [&](auto type) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto code = internal::load<decltype(type)>(indices.data, row * indices.stride);
      if (!indices.validity.at(row) || code < decltype(type){0}) {
        f(row, std::int32_t{-1});
        continue;
      }
      // Codes that do not fit 64 bits with a sign become negative here, and are refused as well.
      const auto wide = static_cast<std::int64_t>(code);
      if (wide < 0 || wide >= size) internal::refuse_code(row, size);
      f(row, static_cast<std::int32_t>(wide));
    }
  });
}

}  // namespace tally
