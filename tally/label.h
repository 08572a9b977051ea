// SPDX-License-Identifier: Apache-2.0
// The name of a class or a category, with its type.
//
// An integral real is the integer, so that `1` from a CSV file, 1 from Parquet and 1.0 from Python
// are one label. Order everywhere, ties included: booleans (false first), numbers by value, then
// text by its UTF-8 bytes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace tally {

/// What the cells of a column are. All labels of one column have one type, one of the first three.
enum class ValueType : std::uint8_t {
  kBoolean,
  kNumber,
  kText,
  kTime,      ///< a number: seconds since 1970, UTC (see iso_time.h)
  kDuration,  ///< a number: seconds
};

std::string_view to_string(ValueType type);  ///< "boolean", "number", "text", "time", "duration"
std::optional<ValueType> parse_value_type(std::string_view text);

/// Whether cells of this type are numbers that can be added up.
constexpr bool is_numeric(ValueType type) {
  return type == ValueType::kNumber || type == ValueType::kTime || type == ValueType::kDuration;
}

class Label {
 public:
  Label() = default;  ///< the empty text

  static Label of(bool value) { return Label(Value(value)); }
  static Label of(std::int64_t value) { return Label(Value(value)); }
  static Label of(std::uint64_t value);
  /// REQUIRES: finite. An integral value within 64 bits, signed or not, becomes the integer; −0
  /// becomes 0.
  static Label of(double value);
  static Label of(std::string_view value) { return Label(Value(std::string(value))); }
  static Label of(const char* value) { return of(std::string_view(value)); }

  /// Reads the text of a cell as a label of this type: "true" in any case, any spelling of a finite
  /// number, or the text itself. std::nullopt if the text is not of the type; no label is a time or
  /// a duration.
  static std::optional<Label> parse(std::string_view text, ValueType type);

  ValueType type() const;
  /// true, -1, 0.25 (the shortest text that reads back to the same number), or the text itself.
  /// parse(to_string(), type()) gives the same label: model files key on this.
  std::string to_string() const;

  friend bool operator==(const Label& a, const Label& b) { return a.value_ == b.value_; }
  friend std::strong_ordering operator<=>(const Label& a, const Label& b);

  std::size_t hash() const { return std::hash<Value>{}(value_); }

 private:
  // An unsigned integer is above the signed ones.
  using Value = std::variant<std::string, bool, std::int64_t, double, std::uint64_t>;
  explicit Label(Value value) : value_(std::move(value)) {}

  Value value_;
};

/// A number written with as few digits as read back to the same double: "0.1", "1e+300", "-inf".
std::string shortest(double value);

/// Reads a number: decimal or exponent form with an optional sign, and inf, infinity, nan in any
/// case. std::nullopt if `text` is anything else. A number beyond a double is ±inf.
std::optional<double> parse_number(std::string_view text);

}  // namespace tally

template <>
struct std::hash<tally::Label> {
  std::size_t operator()(const tally::Label& label) const { return label.hash(); }
};

namespace tally {

/// Labels and their codes: 0, 1, 2 … in the order in which they came.
///
/// A dictionary only grows, so a code once given stays. One thread may add while nobody else reads;
/// otherwise it may be shared between threads.
class Dictionary {
 public:
  Dictionary() = default;
  explicit Dictionary(const std::vector<Label>& labels) {
    for (const Label& label : labels) code(label);
  }

  /// The code of the label, which is added if it is new.
  std::int32_t code(const Label& label) {
    const auto [entry, added] = codes_.try_emplace(label, size());
    if (added) labels_.push_back(label);
    return entry->second;
  }

  /// The code of the label, or −1.
  std::int32_t find(const Label& label) const {
    const auto entry = codes_.find(label);
    return entry == codes_.end() ? -1 : entry->second;
  }

  /// REQUIRES: 0 <= code < size().
  const Label& label(std::int32_t code) const { return labels_[static_cast<std::size_t>(code)]; }
  const std::vector<Label>& labels() const { return labels_; }
  std::int32_t size() const { return static_cast<std::int32_t>(labels_.size()); }

 private:
  std::vector<Label> labels_;
  std::unordered_map<Label, std::int32_t> codes_;
};

}  // namespace tally
