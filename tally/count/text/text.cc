// SPDX-License-Identifier: Apache-2.0
// Text: Σ w of the rows with a term, and Σ w (x − 1) where it occurs x times in a row.
#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "tally/base/prefetch.h"
#include "tally/count/rows_to_count.h"
#include "tally/count/text/text_tally.h"

namespace tally {

namespace {

constexpr std::int32_t kMissingSlot = 0;

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

// Where all terms of the column were new to the tally, a slot is its code and a step. All of them
// get a slot: not if there are more than entries, since few rows may have a large dictionary.
std::optional<std::int32_t> step_to_slots(TextTally& tally, const Terms& column,
                                          std::int64_t entries, TermMap& terms) {
  bool is_any_empty = false;
  const std::optional<std::int32_t> step = terms.offset_of_all(
      column, entries,
      [&](std::span<const std::string_view> of_codes, std::span<std::int32_t> slots) {
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
std::vector<std::int32_t> looked_up(TextTally& tally, const Terms& column, const RowsToCount& rows,
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

SlotsOfBatch slots_of(TextTally& tally, const Terms& column, const RowsToCount& rows,
                      TermMap& terms) {
  if (all_count(column, rows)) {
    const std::int64_t entries = column.starts[rows.batch.rows] - column.starts[0];
    const std::optional<std::int32_t> step = step_to_slots(tally, column, entries, terms);
    if (step) return {column.codes + column.starts[0], *step, {}};
  }
  std::vector<std::int32_t> slots = looked_up(tally, column, rows, terms);
  const std::int32_t* const numbers = slots.data();
  return {numbers, 0, std::move(slots)};
}

// How many rows of each class count.
std::vector<std::uint64_t> class_sizes(const RowsToCount& rows) {
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(rows.class_count));
  for (const std::int32_t klass : rows.classes) {
    if (klass >= 0) ++sizes[static_cast<std::size_t>(klass)];
  }
  return sizes;
}

// The rows that count, those of a class together: so the sums of a class stay in the cache.
std::vector<std::int64_t> rows_by_class(const RowsToCount& rows,
                                        const std::vector<std::uint64_t>& sizes) {
  std::vector<std::uint64_t> next(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), next.begin(), std::uint64_t{0});
  std::vector<std::int64_t> order(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
  for (std::size_t row = 0; row < rows.classes.size(); ++row) {
    const std::int32_t klass = rows.classes[row];
    if (klass >= 0) order[next[static_cast<std::size_t>(klass)]++] = static_cast<std::int64_t>(row);
  }
  return order;
}

void add_weighted(std::uint32_t& count, std::int64_t) { ++count; }  // of weight 1

void add_times(ExactSum& sum, std::int64_t weight, std::int64_t times) { sum.add(weight * times); }
void add_times(ExactSum& sum, double weight, std::int64_t times) {
  sum.add_product(weight, static_cast<double>(times));
}

// A column and the slots of its entries.
struct TextRows {
  std::span<const std::int32_t> numbers_of(std::int64_t row) const {
    return {slots.numbers + (column.starts[row] - column.starts[0]),
            static_cast<std::size_t>(column.starts[row + 1] - column.starts[row])};
  }
  bool has(std::int64_t row) const { return column.validity.at(row); }

  const Terms& column;
  const SlotsOfBatch& slots;
};

// Counts the rows that have a term; weight_of(row) is the weight of a row.
template <class Cell, class WeightOf>
void count_terms(const TextRows& texts, const RowsToCount& rows,
                 std::span<const std::int64_t> order, const std::vector<Cell*>& sums,
                 WeightOf&& weight_of) {
  const auto of_class = [&](std::int64_t row) {
    return sums[static_cast<std::size_t>(rows.classes[static_cast<std::size_t>(row)])];
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    // A dictionary is larger than the cache, so the sums of a row are asked for a row before.
    if (i + 1 < order.size() && texts.has(order[i + 1])) {
      const Cell* const of_next = of_class(order[i + 1]) + texts.slots.offset;
      for (const std::int32_t number : texts.numbers_of(order[i + 1])) {
        prefetch_line(&of_next[number]);
      }
    }
    const auto weight = weight_of(order[i]);
    Cell* const cells = of_class(order[i]);
    if (!texts.has(order[i])) {
      add_weighted(cells[kMissingSlot], weight);
      continue;
    }
    Cell* const of_first = cells + texts.slots.offset;
    for (const std::int32_t number : texts.numbers_of(order[i])) {
      add_weighted(of_first[number], weight);
    }
  }
}

// Counts how often the terms came again.
template <class WeightOf>
void count_repeats(const TextRows& texts, const RowsToCount& rows,
                   std::span<const std::int64_t> order, TextTally& tally, WeightOf&& weight_of) {
  for (const std::int64_t row : order) {
    if (!texts.has(row)) continue;
    const std::span<const std::int32_t> numbers = texts.numbers_of(row);
    const std::int32_t* const times = texts.column.times + texts.column.starts[row];
    SparseSums& repeats = tally.made_repeats_of(rows.classes[static_cast<std::size_t>(row)]);
    for (std::size_t t = 0; t < numbers.size(); ++t) {
      if (times[t] <= 1) continue;
      const auto slot = static_cast<std::size_t>(std::int64_t{numbers[t]} + texts.slots.offset);
      add_times(repeats.made(slot), weight_of(row), times[t] - 1);
    }
  }
}

}  // namespace

void count_text(TextTally& tally, const TallyColumns& columns, const RowsToCount& rows,
                TermMap& terms) {
  const auto* column = std::get_if<Terms>(columns[0]);
  if (column == nullptr) {
    rows.refuse(0, tally.spec().name, "expected the terms of a text, found another kind of column");
  }
  const SlotsOfBatch slots = slots_of(tally, *column, rows, terms);
  const TextRows texts{*column, slots};
  const std::vector<std::uint64_t> sizes = class_sizes(rows);
  const std::vector<std::int64_t> order = rows_by_class(rows, sizes);
  const auto count = [&](auto&& weight_of) {
    std::vector<std::uint32_t*> small;
    if (rows.weights.empty()) small = tally.small_by_class(sizes);
    if (!small.empty()) {
      count_terms(texts, rows, order, small, [](std::int64_t) { return std::int64_t{1}; });
    } else {
      const auto classes = static_cast<std::int64_t>(sizes.size());
      count_terms(texts, rows, order, tally.cells_by_class(classes), weight_of);
    }
    const bool once = column->times == nullptr || tally.spec().text.once;
    if (!once) count_repeats(texts, rows, order, tally, weight_of);
  };
  if (rows.weights.empty()) {
    count([](std::int64_t) { return std::int64_t{1}; });
  } else {
    count([&](std::int64_t row) { return rows.weights[static_cast<std::size_t>(row)]; });
  }
}

}  // namespace tally
