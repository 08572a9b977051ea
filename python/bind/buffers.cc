// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

#include <optional>
#include <stdexcept>
#include <string>

namespace tally::bind {

namespace {

// The number type of a buffer's format; bool is a byte that is 0 or 1.
std::optional<NumberType> number_type(const char* format, Py_ssize_t size) {
  if (format == nullptr) return std::nullopt;
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (format[0] == '\0' || format[1] != '\0') return std::nullopt;
  const bool is_signed = std::string("bhilqn").find(format[0]) != std::string::npos;
  const bool is_unsigned = std::string("?BHILQN").find(format[0]) != std::string::npos;
  if (format[0] == 'd' && size == 8) return NumberType::kFloat64;
  if (format[0] == 'f' && size == 4) return NumberType::kFloat32;
  if (!is_signed && !is_unsigned) return std::nullopt;
  switch (size) {
    case 1:
      return is_signed ? NumberType::kInt8 : NumberType::kUInt8;
    case 2:
      return is_signed ? NumberType::kInt16 : NumberType::kUInt16;
    case 4:
      return is_signed ? NumberType::kInt32 : NumberType::kUInt32;
    case 8:
      return is_signed ? NumberType::kInt64 : NumberType::kUInt64;
    default:
      return std::nullopt;
  }
}

}  // namespace

void refuse_array(const char* expected) {
  throw std::invalid_argument(std::string("expected an array with ") + expected);
}

Buffer::Buffer(PyObject* array, int dimensions, bool writable) {
  const int flags = PyBUF_STRIDES | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
  if (PyObject_GetBuffer(array, &view_, flags) != 0) {
    PyErr_Clear();
    refuse_array(writable ? "a writable buffer" : "a buffer");
  }
  const std::optional<NumberType> type = number_type(view_.format, view_.itemsize);
  if (view_.ndim != dimensions || !type) {
    const bool wrong_shape = view_.ndim != dimensions;
    PyBuffer_Release(&view_);
    refuse_array(wrong_shape ? (dimensions == 1 ? "one dimension" : "two dimensions")
                             : "plain numbers");
  }
  type_ = *type;
}

Matrix Buffer::matrix() const {
  return {view_.buf, type_, length(0), length(1), stride(0), stride(1)};
}

Numbers Buffer::numbers() const { return {view_.buf, type_, stride(0), {}}; }

bool Buffer::is_contiguous() const { return PyBuffer_IsContiguous(&view_, 'C') != 0; }

std::size_t Buffer::size() const { return static_cast<std::size_t>(view_.len / view_.itemsize); }

}  // namespace tally::bind
