// Text: Σ w of the rows with a term, and Σ w (x − 1) where it occurs x times in a row.
#include "tally/count/rows_to_count.h"

namespace tally {

void count_text(Tally& tally, const TallyColumns& columns, const RowsToCount& rows,
                TermMap& terms) {
  const std::string& name = tally.spec().name;
  const auto* column = std::get_if<Terms>(columns[0]);
  if (column == nullptr) {
    rows.refuse(0, name, "expected the terms of a text, found another kind of column");
  }
  terms.look_at(*column);
  const std::int32_t size = column->dictionary->size();
  // A column may come from another program.
  const auto slot_of = [&](std::int64_t row, std::int32_t code, std::int32_t times) {
    if (code < 0 || code >= size) {
      rows.refuse(row, name, "a term's code is not in the dictionary");
    }
    const std::int32_t slot =
        terms.number(code, [&](std::string_view term) { return tally.slot_of_term(term); });
    if (slot < 0) rows.refuse(row, name, "a term is empty");
    if (times < 1) rows.refuse(row, name, "a term occurs " + std::to_string(times) + " times");
    return slot;
  };
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      if (!column->validity.at(row)) return add_weighted(tally.cell(klass, missing), weight);
      column->for_each(row, [&](std::int32_t code, std::int32_t times) {
        const std::int32_t slot = slot_of(row, code, times);
        add_weighted(tally.cell(klass, slot), weight);
        if (times > 1 && !tally.spec().text.once) {
          add_weighted(tally.repeat_cell(klass, slot), weight, times - 1.0);
        }
      });
    });
  }
}

}  // namespace tally
