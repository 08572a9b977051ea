// Categorical: n_kv = Σ w over the rows of class k with value v.
#include "tally/count/rows_to_count.h"

namespace tally {

namespace {

std::string declared_values(const Tally& tally) {
  std::string out;
  for (const Label& value : tally.spec().values)
    out += (out.empty() ? "" : ",") + value.to_string();
  return out;
}

// A cell that has no slot in the tally.
std::string shown(const Column& column, std::int64_t row) {
  const std::optional<Label> label = cell_label(column, row);
  if (label) return label->to_string();
  const auto* numbers = std::get_if<Numbers>(&column);
  return numbers == nullptr ? "a text" : shortest(numbers->at(row));
}

}  // namespace

void count_categorical(Tally& tally, const TallyColumns& columns, const RowsToCount& rows,
                       CodeMap& codes) {
  const Column& column = *columns[0];
  const auto slot_of = [&](const Label& label) {
    const std::int32_t slot = tally.slot_of(label);
    return slot < 0 ? CodeMap::kRefused : slot;
  };
  codes.for_each(column, rows.batch.rows, slot_of, [&](std::int64_t row, std::int32_t slot) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      if (slot == CodeMap::kRefused) {
        const std::string found = "found " + quoted(shown(column, row));
        rows.refuse(row, tally.name(),
                    tally.spec().values.empty()
                        ? "expected a " + std::string(to_string(tally.value_type())) + ", " + found
                        : "expected one of the declared values " + declared_values(tally) + ", " +
                              found + "; declare it too with --values");
      }
      add_weighted(tally.cell(klass, slot == CodeMap::kMissing ? 0 : slot), weight);
    });
  });
}

}  // namespace tally
