// Text: Σ w of the rows with a term, and Σ w (x − 1) where it occurs x times in a row.
#include <algorithm>
#include <span>

#include "tally/base/prefetch.h"
#include "tally/count/rows_to_count.h"

namespace tally {

namespace {

// The slots of all terms of the batch, in the order of its codes. Each is checked, since a column
// may come from another program.
std::vector<std::int32_t> slots_of(Tally& tally, const Terms& column, const RowsToCount& rows,
                                   TermMap& terms) {
  const std::string& name = tally.spec().name;
  terms.look_at(column);
  const std::int32_t size = column.dictionary->size();
  const std::int64_t first = column.starts[0];
  std::vector<std::int32_t> slots;
  slots.reserve(static_cast<std::size_t>(column.starts[rows.batch.rows] - first));
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    const bool counts = rows.classes[static_cast<std::size_t>(row)] >= 0 && column.validity.at(row);
    column.for_each(row, [&](std::int32_t code, std::int32_t) { terms.prefetch(code); });
    column.for_each(row, [&](std::int32_t code, std::int32_t times) {
      if (!counts) return slots.push_back(-1);
      if (code < 0 || code >= size) {
        rows.refuse(row, name, "a term's code is not in the dictionary");
      }
      const std::int32_t slot =
          terms.number(code, [&](std::string_view term) { return tally.slot_of_term(term); });
      if (slot < 0) rows.refuse(row, name, "a term is empty");
      if (times < 1) rows.refuse(row, name, "a term occurs " + std::to_string(times) + " times");
      slots.push_back(slot);
    });
  }
  return slots;
}

// A dictionary is larger than the cache, so a sum is asked for some terms before it is its turn.
template <class Weight>
void count_row(std::span<const std::int32_t> slots, Weight weight, ExactSum* sums) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i + kAhead < slots.size()) prefetch_line(&sums[slots[i + kAhead]]);
    add_weighted(sums[slots[i]], weight);
  }
}

void add_times(ExactSum& sum, std::int64_t weight, std::int64_t times) { sum.add(weight * times); }
void add_times(ExactSum& sum, double weight, std::int64_t times) {
  sum.add_product(weight, static_cast<double>(times));
}

}  // namespace

void count_text(Tally& tally, const TallyColumns& columns, const RowsToCount& rows,
                TermMap& terms) {
  const auto* column = std::get_if<Terms>(columns[0]);
  if (column == nullptr) {
    rows.refuse(0, tally.spec().name, "expected the terms of a text, found another kind of column");
  }
  const std::vector<std::int32_t> slots = slots_of(tally, *column, rows, terms);
  const std::int32_t last = *std::max_element(rows.classes.begin(), rows.classes.end());
  const std::vector<ExactSum*> sums = tally.cells_by_class(last + 1);
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      ExactSum* const of_class = sums[static_cast<std::size_t>(klass)];
      if (!column->validity.at(row)) return add_weighted(of_class[missing], weight);
      const std::span<const std::int32_t> of_row(
          slots.data() + (column->starts[row] - column->starts[0]),
          slots.data() + (column->starts[row + 1] - column->starts[0]));
      const bool once = column->times == nullptr || tally.spec().text.once;
      const std::int32_t* const times = once ? nullptr : column->times + column->starts[row];
      count_row(of_row, weight, of_class);
      for (std::size_t i = 0; !once && i < of_row.size(); ++i) {
        if (times[i] > 1) add_times(tally.repeat_cell(klass, of_row[i]), weight, times[i] - 1);
      }
    });
  }
}

}  // namespace tally
