// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_type.h"

#include <cstdlib>
#include <optional>
#include <string_view>

#include "tally/base/error.h"

namespace tally {

namespace {

using Kind = ArrowType::Kind;

std::optional<NumberType> plain_number(std::string_view format) {
  constexpr std::string_view kLetters = "gfcsilCSIL";  // in the order of NumberType
  const std::size_t at = kLetters.find(format);
  if (format.size() != 1 || at == std::string_view::npos) return std::nullopt;
  return static_cast<NumberType>(at);
}

ArrowType number(NumberType type) {
  ArrowType out;
  out.kind = Kind::kNumber;
  out.number_type = type;
  return out;
}

ArrowType seconds(ValueType holds, NumberType type, std::int64_t per_second) {
  ArrowType out = number(type);
  out.holds = holds;
  out.per_second = per_second;
  return out;
}

ArrowType refused(const std::string& why) {
  ArrowType out;
  out.refusal = why;
  return out;
}

// Seconds, milli-, micro- or nanoseconds.
std::int64_t units_per_second(char unit) {
  return unit == 's' ? 1 : unit == 'm' ? 1'000 : unit == 'u' ? 1'000'000 : 1'000'000'000;
}

ArrowType days() {
  ArrowType out = seconds(ValueType::kTime, NumberType::kInt32, 1);
  out.seconds_each = 86'400;
  return out;
}

// d:precision,scale[,bits]
ArrowType decimal(const std::string& format) {
  const std::size_t comma = format.find(',');
  if (comma == std::string::npos) return refused("has the unknown type " + in_quotes(format));
  const std::size_t second = format.find(',', comma + 1);
  const int bits = second == std::string::npos ? 128 : std::atoi(format.c_str() + second + 1);
  if (bits > 128) return refused("is a decimal of more than 38 digits, which is not read");
  ArrowType out;
  out.kind = Kind::kDecimal;
  out.bytes = bits / 8;
  out.scale = std::atoi(format.c_str() + comma + 1);
  return out;
}

ArrowType nested(std::string_view format) {
  const char letter = format.size() > 1 ? format[1] : ' ';
  const char* const what = letter == 's'   ? "a struct"
                           : letter == 'm' ? "a map"
                           : letter == 'u' ? "a union"
                           : letter == 'r' ? "run-end encoded"
                                           : "a list";
  return refused(std::string("is nested (") + what + "), and only flat columns are read");
}

ArrowType temporal(const std::string& format) {
  const char unit = format.size() > 2 ? format[2] : ' ';
  switch (format[1]) {
    case 'd':
      return unit == 'D' ? days() : seconds(ValueType::kTime, NumberType::kInt64, 1'000);
    case 't':
      return seconds(ValueType::kDuration,
                     unit == 's' || unit == 'm' ? NumberType::kInt32 : NumberType::kInt64,
                     units_per_second(unit));
    case 's':
      return seconds(ValueType::kTime, NumberType::kInt64, units_per_second(unit));
    case 'D':
      return seconds(ValueType::kDuration, NumberType::kInt64, units_per_second(unit));
    default:
      return refused("is an interval of months and days, which has no fixed length");
  }
}

}  // namespace

ArrowType arrow_type(const ArrowSchema& schema) {
  if (schema.dictionary != nullptr) return arrow_type(*schema.dictionary);
  const std::string format = schema.format;
  if (const std::optional<NumberType> type = plain_number(format)) return number(*type);
  ArrowType out;
  out.kind = format == "n"    ? Kind::kNull
             : format == "b"  ? Kind::kBoolean
             : format == "e"  ? Kind::kHalf
             : format == "u"  ? Kind::kText
             : format == "U"  ? Kind::kLargeText
             : format == "vu" ? Kind::kTextView
                              : Kind::kRefused;
  if (out.kind != Kind::kRefused) return out;
  if (format.starts_with("d:")) return decimal(format);
  if (format.starts_with("t") && format.size() > 1) return temporal(format);
  if (format.starts_with("+")) return nested(format);
  if (format.starts_with("z") || format.starts_with("Z") || format.starts_with("vz") ||
      format.starts_with("w")) {
    return refused("holds bytes, not text");
  }
  return refused("has the unknown type " + in_quotes(format));
}

NumberType arrow_index_type(const ArrowSchema& schema) {
  const std::optional<NumberType> type = plain_number(schema.format);
  if (type && *type != NumberType::kFloat64 && *type != NumberType::kFloat32) return *type;
  throw Error(ErrorKind::kData, "the codes of a dictionary are no whole numbers",
              Place{"", -1, -1, schema.name == nullptr ? "" : schema.name});
}

}  // namespace tally
