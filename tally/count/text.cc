// Text: Σ w of the rows with a term, and Σ w (x − 1) where it occurs x times in a row.
#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "tally/base/prefetch.h"
#include "tally/count/rows_to_count.h"

namespace tally {

namespace {

// The slots of the entries of a batch, counted from its first.
struct SlotsOfBatch {
  const std::int32_t* numbers;  // a slot is `offset` more
  std::int32_t offset;
  std::vector<std::int32_t> own;  // what numbers points to, if not to the column's codes
};

// Whether all entries count and are sound, so that they need not be looked at one by one.
bool all_count(const Terms& column, const RowsToCount& rows) {
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    const bool has_terms = column.starts[row] < column.starts[row + 1];
    if (has_terms && (rows.classes[static_cast<std::size_t>(row)] < 0 || !column.validity.at(row)))
      return false;
  }
  // The sign of what must not be negative, of all of them.
  const auto last = static_cast<std::uint32_t>(column.dictionary->size()) - 1;
  std::uint32_t signs = 0;
  for (std::int64_t i = column.starts[0]; i < column.starts[rows.batch.rows]; ++i) {
    const auto code = static_cast<std::uint32_t>(column.codes[i]);
    signs |= code | (last - code);
  }
  for (std::int64_t i = column.starts[0];
       column.times != nullptr && i < column.starts[rows.batch.rows]; ++i) {
    signs |= static_cast<std::uint32_t>(column.times[i]) - 1;
  }
  return signs >> 31 == 0;
}

// Where all terms of the column were new to the tally, a slot is its code and a step.
std::optional<std::int32_t> step_to_slots(Tally& tally, const Terms& column, TermMap& terms) {
  bool is_any_empty = false;
  const std::optional<std::int32_t> step = terms.offset_of_all(
      column, [&](std::span<const std::string_view> of_codes, std::span<std::int32_t> slots) {
        is_any_empty = std::any_of(of_codes.begin(), of_codes.end(),
                                   [](std::string_view term) { return term.empty(); });
        if (is_any_empty) return;
        // The tally has all the others of the column, and nothing else: then these are new.
        const std::size_t others =
            static_cast<std::size_t>(column.dictionary->size()) - of_codes.size();
        if (static_cast<std::size_t>(tally.terms().size()) == others) {
          tally.slots_of_new_terms(of_codes, slots);
        } else {
          tally.slots_of_terms(of_codes, slots);
        }
      });
  return is_any_empty ? std::nullopt : step;
}

// The slots of all terms of the batch, in the order of its codes. Each is checked, since a column
// may come from another program.
std::vector<std::int32_t> looked_up(Tally& tally, const Terms& column, const RowsToCount& rows,
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

SlotsOfBatch slots_of(Tally& tally, const Terms& column, const RowsToCount& rows, TermMap& terms) {
  if (all_count(column, rows)) {
    const std::optional<std::int32_t> step = step_to_slots(tally, column, terms);
    if (step) return {column.codes + column.starts[0], *step, {}};
  }
  std::vector<std::int32_t> slots = looked_up(tally, column, rows, terms);
  const std::int32_t* const numbers = slots.data();
  return {numbers, 0, std::move(slots)};
}

template <class Weight>
void count_row(std::span<const std::int32_t> slots, Weight weight, ExactSum* sums) {
  for (const std::int32_t slot : slots) add_weighted(sums[slot], weight);
}

// The rows that count, those of a class together: so the sums of a class stay in the cache.
std::vector<std::int64_t> rows_by_class(const RowsToCount& rows, std::size_t classes) {
  std::vector<std::size_t> next(classes + 1);
  for (const std::int32_t klass : rows.classes) {
    if (klass >= 0) ++next[static_cast<std::size_t>(klass) + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::int64_t> order(next.back());
  for (std::size_t row = 0; row < rows.classes.size(); ++row) {
    const std::int32_t klass = rows.classes[row];
    if (klass >= 0) order[next[static_cast<std::size_t>(klass)]++] = static_cast<std::int64_t>(row);
  }
  return order;
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
  const SlotsOfBatch slots = slots_of(tally, *column, rows, terms);
  const std::int32_t last = *std::max_element(rows.classes.begin(), rows.classes.end());
  const std::vector<ExactSum*> sums = tally.cells_by_class(last + 1);
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  const auto of_row = [&](std::int64_t row) {
    const std::int64_t begin = column->starts[row] - column->starts[0];
    return std::span(slots.numbers + begin,
                     static_cast<std::size_t>(column->starts[row + 1] - column->starts[row]));
  };
  const bool once = column->times == nullptr || tally.spec().text.once;
  const std::vector<std::int64_t> order = rows_by_class(rows, sums.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    // A dictionary is larger than the cache, so the sums of a row are asked for a row before.
    if (i + 1 < order.size() && column->validity.at(order[i + 1])) {
      const auto next = static_cast<std::size_t>(order[i + 1]);
      const ExactSum* const of_next =
          sums[static_cast<std::size_t>(rows.classes[next])] + slots.offset;
      for (const std::int32_t number : of_row(order[i + 1])) prefetch_line(&of_next[number]);
    }
    rows.weigh(order[i], [&](std::int32_t klass, auto weight) {
      ExactSum* const of_class = sums[static_cast<std::size_t>(klass)];
      if (!column->validity.at(order[i])) return add_weighted(of_class[missing], weight);
      const std::span<const std::int32_t> numbers = of_row(order[i]);
      count_row(numbers, weight, of_class + slots.offset);
      if (once) return;
      const std::int32_t* const times = column->times + column->starts[order[i]];
      SparseSums& repeats = tally.made_repeats_of(klass);
      for (std::size_t t = 0; t < numbers.size(); ++t) {
        if (times[t] <= 1) continue;
        const auto slot = static_cast<std::size_t>(numbers[t] + slots.offset);
        add_times(repeats.made(slot), weight, times[t] - 1);
      }
    });
  }
}

}  // namespace tally
