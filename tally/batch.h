// SPDX-License-Identifier: Apache-2.0
// What passes between the verbs.
//
// A *batch* is a few named columns of equal length, owned or borrowed. Nothing else passes between
// `read` and `count`. A column is numbers, codes into a dictionary, bits, texts, or
// the terms of texts; its memory is laid out as Arrow lays it out. A *schema* says what each column
// is for. No code behind `read` knows whether a batch came from a file, a DataFrame or three
// arrays:
//
//   std::vector<double> height = {1.70, 1.82, 1.65};
//   tally::Batch batch;
//   batch.rows = 3;
//   batch.columns.push_back({"height", tally::Numbers::of(height)});
//   batch.columns.push_back({"sex", tally::Codes::of(codes, dictionary)});
//
// Batches and columns are values and views: they may be read by several threads at once, and do not
// own what they point to, except through `Batch::owner`. BatchBuilder and `one_row` make batches
// that own their cells.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tally/error.h"
#include "tally/label.h"
#include "tally/schema.h"

namespace tally {

class TermDictionary;

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
  /// The same numbers with another meaning (see `holds`).
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

  /// What a code stands for. REQUIRES: it is in the dictionary.
  std::string_view term(std::int32_t code) const;

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

/// The cells of the input as they were written, row by row, if the caller asked for them.
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

/// The label of one cell; nothing if it is missing or infinite, or in a column of texts or terms.
/// For loops, a CodeMap is faster. Throws Error (kData) for a code that the dictionary does not
/// have.
std::optional<Label> cell_label(const Column& column, std::int64_t row);

class BatchBuilder {
 public:
  BatchBuilder();

  // All columns have to have the same length; otherwise these throw Error (kUsage).
  BatchBuilder& numbers(const std::string& name, std::vector<double> values);  ///< NaN: missing
  /// Times or durations.
  BatchBuilder& seconds(const std::string& name, std::vector<double> values, ValueType type);
  /// Classes or categories; an empty text is missing.
  BatchBuilder& texts(const std::string& name, const std::vector<std::string>& values);
  BatchBuilder& labels(const std::string& name, const std::vector<std::optional<Label>>& values);
  BatchBuilder& booleans(const std::string& name, const std::vector<std::optional<bool>>& values);
  /// Sentences, not yet cut into terms.
  BatchBuilder& sentences(const std::string& name,
                          const std::vector<std::optional<std::string>>& values);
  /// The terms of sentences, each as often as it occurs.
  using Words = std::vector<std::string>;
  BatchBuilder& terms(const std::string& name, const std::vector<std::optional<Words>>& values);

  /// The columns so far. The batch owns the cells: they live as long as it or a copy of it.
  Batch batch() const { return batch_; }

 private:
  struct Cells;
  BatchBuilder& add(const std::string& name, std::size_t rows, Column column);

  std::shared_ptr<Cells> cells_;
  Batch batch_;
};

using CellTexts = std::vector<std::pair<std::string, std::string>>;

/// The evidence of one row as a batch, which owns its cells. A cell is missing if its column is not
/// named, if its text is empty or a mark of the schema, or if it is a usual mark in a column of
/// numbers (see usual_mark). But where one term of a multinomial group is named, the others of the
/// group are 0. Texts are not cut into terms. Throws Error (kUsage): a column that the schema does
/// not have or that is no evidence, a column that is named twice, a text that is not of its
/// column's type or not UTF-8.
Batch one_row(const Schema& schema, const CellTexts& cells);

// -------------------------------------------------------------------------------------------------

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

}  // namespace tally
