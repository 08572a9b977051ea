// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/table_bytes.h"

#include <cstring>

#include "tally/base/error.h"
#include "tally/sums/sum_bytes.h"

namespace tally {

std::string shape_bytes(const std::vector<std::int64_t>& shape) {
  std::string bytes(shape.size() * sizeof(std::int64_t), '\0');
  std::memcpy(bytes.data(), shape.data(), bytes.size());
  return bytes;
}

std::vector<std::int64_t> take_shape(std::size_t count, std::string_view& bytes) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  std::vector<std::int64_t> shape(count);
  const std::size_t size = count * sizeof(std::int64_t);
  bool sound = bytes.size() >= size;
  if (sound) std::memcpy(shape.data(), bytes.data(), size);
  for (const std::int64_t length : shape) sound = sound && length >= 0 && length <= kMost;
  if (!sound) throw Error(ErrorKind::kData, "the stored counts have no shape");
  bytes.remove_prefix(size);
  return shape;
}

SumGrid take_grid(std::int64_t classes, std::int64_t columns, std::string_view& bytes) {
  SumGrid sums(classes, columns);
  for (std::int64_t k = 0; k < classes; ++k) {
    for (std::int64_t j = 0; j < columns; ++j) {
      ExactSum sum = take_sum(bytes);
      if (!sum.is_zero()) sums.adder(k, j) = std::move(sum);
    }
  }
  return sums;
}

}  // namespace tally
