// SPDX-License-Identifier: Apache-2.0
// Arrays that come from Python, where they lie.
//
// Anything with the buffer protocol will do: numpy arrays of any order, stride and byte width, and
// read-only memory maps. A Buffer holds the array until it dies; it must be made and destroyed with
// the GIL held, and read without it.
#pragma once

#include <Python.h>

#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/batch.h"

namespace tally::bind {

class Buffer {
 public:
  /// Throws std::invalid_argument, with what the array should have been, if `array` has no buffer,
  /// another number of dimensions, or items that are no numbers of this machine.
  Buffer(PyObject* array, int dimensions, bool writable = false);
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  NumberType type() const { return type_; }
  std::int64_t length(int dimension) const { return view_.shape[dimension]; }
  std::int64_t stride(int dimension) const { return view_.strides[dimension]; }
  const void* data() const { return view_.buf; }

  Matrix matrix() const;    ///< REQUIRES: two dimensions
  Numbers numbers() const;  ///< REQUIRES: one dimension

  /// All items in a row. Throws std::invalid_argument if they are of another type or have gaps.
  template <class T>
  std::span<T> items() const;

 private:
  bool is_contiguous() const;
  std::size_t size() const;

  Py_buffer view_;
  NumberType type_;
};

/// What is wrong with an array, as the reader of an error sees it.
[[noreturn]] void refuse_array(const char* expected);

// ---------------------------------------------------------------------------------------------

template <class T>
std::span<T> Buffer::items() const {
  using Item = std::remove_const_t<T>;
  if (type_ != number_type_of<Item>() || !is_contiguous()) refuse_array("items in one run");
  return {static_cast<T*>(view_.buf), size()};
}

}  // namespace tally::bind
