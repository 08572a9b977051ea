#include "tally/count/rows_to_count.h"

namespace tally {

const Numbers& RowsToCount::numbers(const Column& column, std::string_view name) const {
  if (const auto* numbers = std::get_if<Numbers>(&column)) return *numbers;
  throw Error(ErrorKind::kData, "expected numbers, found another kind of column",
              batch.place(0, name));
}

}  // namespace tally
