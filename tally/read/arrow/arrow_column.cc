// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_column.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "tally/base/error.h"

namespace tally {

namespace {

using Kind = ArrowType::Kind;
__extension__ using Wide = unsigned __int128;

Validity validity_of(const ArrowArray& array, std::int64_t offset) {
  if (array.null_count == 0 || array.n_buffers == 0) return {};
  return {static_cast<const std::uint8_t*>(array.buffers[0]), offset};
}

// IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits.
double half_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const double fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  return sign *
         (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

template <class T>
void append_number(T value, std::string& out) {
  char digits[40];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

}  // namespace

ArrowColumn::ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t offset)
    : type_(arrow_type(schema)),
      array_(&array),
      offset_(array.offset + offset),
      validity_(validity_of(array, offset_)) {
  if (schema.dictionary == nullptr) return;
  index_type_ = arrow_index_type(schema);
  dictionary_ = std::make_shared<ArrowColumn>(*schema.dictionary, *array.dictionary, 0);
}

template <class T>
T ArrowColumn::value(std::size_t buffer, std::int64_t row) const {
  return internal::load<T>(array_->buffers[buffer],
                           (offset_ + row) * static_cast<std::int64_t>(sizeof(T)));
}

Numbers ArrowColumn::numbers(std::int64_t first) const {
  const auto width = visit_type(type_.number_type,
                                [](auto type) { return static_cast<std::int64_t>(sizeof(type)); });
  const auto* data = static_cast<const char*>(array_->buffers[1]);
  if (data != nullptr) data += (offset_ + first) * width;
  return {data, type_.number_type, width, {validity_.bits, validity_.offset + first}, type_.holds};
}

Bits ArrowColumn::bits(std::int64_t first) const {
  return {static_cast<const std::uint8_t*>(array_->buffers[1]),
          offset_ + first,
          {validity_.bits, validity_.offset + first}};
}

double ArrowColumn::number_at(std::int64_t row) const {
  if (dictionary_) {
    const std::int64_t code = code_at(row);
    return code < 0 ? std::numeric_limits<double>::quiet_NaN() : dictionary_->number_at(code);
  }
  if (!is_valid(row)) return std::numeric_limits<double>::quiet_NaN();
  if (type_.kind == Kind::kHalf) return half_value(value<std::uint16_t>(1, row));
  return visit_type(type_.number_type, [&](auto type) {
    const auto stored = value<decltype(type)>(1, row);
    if (type_.is_plain()) return static_cast<double>(stored);
    // Days fit 32 bits: their seconds are exact.
    const auto each = static_cast<double>(type_.seconds_each);
    if (type_.seconds_each != 1) return static_cast<double>(stored) * each;
    return seconds_of(static_cast<std::int64_t>(stored), type_.per_second);
  });
}

std::int64_t ArrowColumn::code_at(std::int64_t row) const {
  if (!is_valid(row)) return -1;
  const std::int64_t code = visit_type(index_type_, [&](auto type) {
    return static_cast<std::int64_t>(value<decltype(type)>(1, row));
  });
  if (code < 0 || code >= dictionary_->array_->length) {
    internal::refuse_code(row, static_cast<std::int32_t>(dictionary_->array_->length));
  }
  return code;
}

void ArrowColumn::append_text(std::int64_t row, std::string& out) const {
  if (dictionary_) {
    const std::int64_t code = code_at(row);
    if (code >= 0) dictionary_->append_text(code, out);
    return;
  }
  if (type_.kind == Kind::kNull || !is_valid(row)) return;
  switch (type_.kind) {
    case Kind::kBoolean:
      out += bits(0).at(row) ? "true" : "false";
      break;
    case Kind::kText:
    case Kind::kLargeText:
    case Kind::kTextView:
      out += text_at(row);
      break;
    case Kind::kDecimal:
      append_decimal(row, out);
      break;
    case Kind::kNumber:
      if (type_.holds != ValueType::kNumber) {
        out += numeric_text(number_at(row), type_.holds);
        break;
      }
      visit_type(type_.number_type, [&](auto type) {
        using T = decltype(type);
        using Wider = std::conditional_t<std::is_same_v<T, float>, double, T>;
        append_number(static_cast<Wider>(value<T>(1, row)), out);
      });
      break;
    default:
      append_number(number_at(row), out);
  }
}

std::string_view ArrowColumn::text_at(std::int64_t row) const {
  if (dictionary_) {
    const std::int64_t code = code_at(row);
    return code < 0 ? std::string_view{} : dictionary_->text_at(code);
  }
  if (!is_valid(row)) return {};
  if (type_.kind == Kind::kTextView) return view_at(row);
  const bool is_large = type_.kind == Kind::kLargeText;
  const std::int64_t begin =
      is_large ? value<std::int64_t>(1, row) : std::int64_t{value<std::int32_t>(1, row)};
  const std::int64_t end =
      is_large ? value<std::int64_t>(1, row + 1) : std::int64_t{value<std::int32_t>(1, row + 1)};
  return {static_cast<const char*>(array_->buffers[2]) + begin,
          static_cast<std::size_t>(end - begin)};
}

// A view is its size, and then the text itself if that is 12 bytes or fewer, else the first four
// bytes, the number of the buffer it lies in, and where.
std::string_view ArrowColumn::view_at(std::int64_t row) const {
  struct View {
    std::int32_t size;
    char start[4];
    std::int32_t buffer;
    std::int32_t begin;
  };
  const View view = value<View>(1, row);
  const auto size = static_cast<std::size_t>(view.size);
  if (size <= 12) {
    const auto* const views = static_cast<const char*>(array_->buffers[1]);
    return {views + (offset_ + row) * static_cast<std::int64_t>(sizeof view) + sizeof view.size,
            size};
  }
  return {static_cast<const char*>(array_->buffers[2 + view.buffer]) + view.begin, size};
}

void ArrowColumn::append_decimal(std::int64_t row, std::string& out) const {
  const auto* cell = static_cast<const char*>(array_->buffers[1]) + (offset_ + row) * type_.bytes;
  const bool is_negative = (cell[type_.bytes - 1] & 0x80) != 0;
  Wide digits = is_negative ? ~Wide{0} : Wide{0};
  std::memcpy(&digits, cell, static_cast<std::size_t>(type_.bytes));
  if (is_negative) digits = ~digits + 1;
  std::string text;
  for (; digits != 0; digits /= 10) text += static_cast<char>('0' + static_cast<int>(digits % 10));
  const auto places = static_cast<std::size_t>(std::max(0, type_.scale));
  if (text.size() <= places) text.append(places + 1 - text.size(), '0');
  // The zeros behind the point say nothing: 2.50 is 2.5.
  const std::size_t first = std::min(places, std::min(text.find_first_not_of('0'), text.size()));
  std::string fraction(text.begin() + static_cast<std::ptrdiff_t>(first),
                       text.begin() + static_cast<std::ptrdiff_t>(places));
  std::string whole(text.begin() + static_cast<std::ptrdiff_t>(places), text.end());
  std::reverse(whole.begin(), whole.end());
  std::reverse(fraction.begin(), fraction.end());
  if (type_.scale < 0 && whole != "0") whole.append(static_cast<std::size_t>(-type_.scale), '0');
  if (is_negative) out += '-';
  out += whole;
  if (!fraction.empty()) out += "." + fraction;
}

CellColumn ArrowTexts::of(const ArrowColumn& column, std::span<const std::int64_t> rows) {
  bytes_.clear();
  cells_.clear();
  for (const std::int64_t row : rows) {
    const std::size_t begin = bytes_.size();
    column.append_text(row, bytes_);
    if (bytes_.size() > std::numeric_limits<std::int32_t>::max()) {
      throw Error(ErrorKind::kData, "the text is too long", Place{"", -1, row, ""});
    }
    Cell cell;
    cell.begin = static_cast<std::uint32_t>(begin);
    cell.size = static_cast<std::uint32_t>(bytes_.size() - begin);
    cell.is_quoted = 1;
    cells_.push_back(cell);
  }
  return {bytes_.data(), cells_.data(), 1, rows.size(), true};
}

}  // namespace tally
