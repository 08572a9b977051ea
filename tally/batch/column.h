// SPDX-License-Identifier: Apache-2.0
// A column and a batch of columns: views over memory in Arrow's layout.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tally/base/error.h"
#include "tally/batch/dictionary.h"
#include "tally/batch/term_dictionary.h"

namespace tally {

/// Arrow's validity bitmap: bit i (least significant first) is 1 where row i has a value.
struct Validity {
  const std::uint8_t* bits = nullptr;  ///< null: every row has a value
  std::int64_t offset = 0;

  bool at(std::int64_t row) const {
    if (bits == nullptr) return true;
    const std::int64_t i = row + offset;
    return ((bits[i >> 3] >> (i & 7)) & 1) != 0;
  }
};

enum class NumberType : std::uint8_t {
  kFloat64,
  kFloat32,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUInt8,
  kUInt16,
  kUInt32,
  kUInt64,
};

/// Numbers of any width, `stride` bytes apart (a column of a row-major matrix has a long stride).
/// A NaN is missing, like a row that is not valid. The value of a number is its nearest double.
struct Numbers {
  const void* data = nullptr;
  NumberType type = NumberType::kFloat64;
  std::int64_t stride = 8;
  Validity validity;
  ValueType holds = ValueType::kNumber;  ///< or kTime, kDuration: numbers of seconds

  template <class T>
  static Numbers of(std::span<const T> values);
  static Numbers of(const std::vector<double>& values) {
    return of(std::span<const double>(values));
  }

  /// The value at `row`, NaN where it is missing. For loops, `visit` is faster.
  double at(std::int64_t row) const;
  /// The label of a finite value: the number, or the text of a time or duration (see iso_time.h).
  Label label(double value) const;
  /// The same numbers as something else.
  Numbers as(ValueType other) const {
    Numbers out = *this;
    out.holds = other;
    return out;
  }
};

/// Codes into a dictionary; a row that is not valid, or whose code is negative, is missing.
struct Codes {
  Numbers indices;  ///< of an integer type
  std::shared_ptr<const Dictionary> dictionary;

  static Codes of(std::span<const std::int32_t> codes,
                  std::shared_ptr<const Dictionary> dictionary) {
    return {Numbers::of(codes), std::move(dictionary)};
  }
};

/// Booleans, one bit each (least significant first).
struct Bits {
  const std::uint8_t* bits = nullptr;
  std::int64_t offset = 0;
  Validity validity;

  bool at(std::int64_t row) const {
    const std::int64_t i = row + offset;
    return ((bits[i >> 3] >> (i & 7)) & 1) != 0;
  }
};

/// Texts as they were written, one view per row; a view without an address (data() == nullptr) is
/// missing. `text` cuts them into terms before they are counted or scored.
struct Texts {
  const std::string_view* cells = nullptr;

  bool is_missing(std::int64_t row) const { return cells[row].data() == nullptr; }
};

/// The terms of each row's text and how often they occur: compressed sparse rows.
struct Terms {
  const std::int64_t* starts = nullptr;  ///< rows + 1 of them: row i has starts[i] … starts[i + 1]
  const std::int32_t* codes = nullptr;   ///< into the dictionary, different within a row
  const std::int32_t* times = nullptr;   ///< 1 or more; null: every term once
  std::shared_ptr<const TermDictionary> dictionary;
  Validity validity;  ///< a text without a term is not missing

  /// Calls f(code, times) for every term of a row.
  template <class F>
  void for_each(std::int64_t row, F&& f) const {
    for (std::int64_t i = starts[row]; i < starts[row + 1]; ++i) {
      f(codes[i], times == nullptr ? std::int32_t{1} : times[i]);
    }
  }
};

using Column = std::variant<Numbers, Codes, Bits, Texts, Terms>;

struct NamedColumn {
  std::string name;
  Column values;
};

/// The cells of the input as they were written, row by row, where a caller wants them back.
struct KeptCells {
  std::vector<std::string> names;
  std::vector<std::string> cells;  ///< rows × names
};

struct Batch {
  std::int64_t rows = 0;
  std::vector<NamedColumn> columns;

  // Where the rows come from, for errors. Without lines, a row is named by its number.
  std::string file;
  std::int64_t first_row = 0;       ///< of all rows read, counted from 0
  std::vector<std::int64_t> lines;  ///< per row, or empty

  KeptCells kept;
  std::shared_ptr<const void> owner;  ///< keeps the columns' memory alive, if anything has to

  /// The column of this name, or null. Looks through all of them: see Binding.
  const Column* find(std::string_view name) const;
  /// Where a cell stands, for an error.
  Place place(std::int64_t row, std::string_view column) const;
};

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

/// The label of one cell; none where it is missing, infinite, a text or its terms. For loops, a
/// CodeMap is faster. Throws Error (kData) for a code that the dictionary does not have.
std::optional<Label> cell_label(const Column& column, std::int64_t row);

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

template <class T>
constexpr NumberType number_type_of() {
  if constexpr (std::is_same_v<T, double>)
    return NumberType::kFloat64;
  else if constexpr (std::is_same_v<T, float>)
    return NumberType::kFloat32;
  else if constexpr (std::is_same_v<T, std::int8_t>)
    return NumberType::kInt8;
  else if constexpr (std::is_same_v<T, std::int16_t>)
    return NumberType::kInt16;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return NumberType::kInt32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return NumberType::kInt64;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return NumberType::kUInt8;
  else if constexpr (std::is_same_v<T, std::uint16_t>)
    return NumberType::kUInt16;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return NumberType::kUInt32;
  else {
    static_assert(std::is_same_v<T, std::uint64_t>, "not a number type");
    return NumberType::kUInt64;
  }
}

template <class T>
Numbers Numbers::of(std::span<const T> values) {
  return {values.data(), number_type_of<T>(), sizeof(T), {}, ValueType::kNumber};
}

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
