// SPDX-License-Identifier: Apache-2.0
#include "tally/count/rows_to_count.h"

namespace tally {

std::int32_t classes_in(const std::vector<std::int32_t>& classes) {
  std::int32_t most = -1;  // a loop that the compiler makes vectors of
  for (const std::int32_t klass : classes) most = klass > most ? klass : most;
  return most + 1;
}

const Numbers& RowsToCount::numbers(const Column& column, std::string_view name) const {
  if (const auto* numbers = std::get_if<Numbers>(&column)) return *numbers;
  throw Error(ErrorKind::kData, "expected numbers, found another kind of column",
              batch.place(0, name));
}

const double* plain_doubles(const Numbers& numbers) {
  const bool is_plain = numbers.type == NumberType::kFloat64 && numbers.stride == 8 &&
                        numbers.validity.bits == nullptr &&
                        reinterpret_cast<std::uintptr_t>(numbers.data) % alignof(double) == 0;
  return is_plain ? static_cast<const double*>(numbers.data) : nullptr;
}

}  // namespace tally
