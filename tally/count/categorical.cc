// Categorical: n_kv = Σ w over the rows of class k with value v.
#include <algorithm>

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

// Rows without weights: integers that are found through their code, and nothing else.
void count_codes(Tally& tally, const Codes& column, const std::vector<std::int32_t>& slots,
                 const RowsToCount& rows, std::int32_t classes) {
  std::vector<ExactSum*> sums = tally.cells_by_class(classes);
  const std::int32_t* const class_of = rows.classes.data();
  const std::int32_t* const slot_of = slots.data();
  ExactSum* const* const sums_of = sums.data();
  for_each_code(column, rows.batch.rows, [=](std::int64_t row, std::int32_t code) {
    if (class_of[row] >= 0)
      sums_of[class_of[row]][code < 0 ? 0 : slot_of[code]].add(std::int64_t{1});
  });
}

// Whether the cells of all codes and classes are few beside the rows.
bool are_few(std::size_t codes, std::int32_t classes, std::size_t rows) {
  return 2 * (codes + 1) * static_cast<std::size_t>(classes) <= rows;
}

// The same of few codes: plain counts, which are added to the sums at the end. If there are very
// few, rows take turns at four tables, so that equal ones need not wait for each other.
void count_few_codes(Tally& tally, const Codes& column, const std::vector<std::int32_t>& slots,
                     const RowsToCount& rows, std::int32_t classes) {
  const std::size_t width = slots.size() + 1;                               // the first: missing
  const std::size_t cells = width * static_cast<std::size_t>(classes + 1);  // the first class: none
  const std::size_t tables = 16 * cells <= rows.classes.size() ? 4 : 1;
  std::vector<std::uint32_t> seen(tables * cells);
  const std::int32_t* const class_of = rows.classes.data();
  std::uint32_t* const counts = seen.data() + width + 1;
  for_each_code(column, rows.batch.rows, [=](std::int64_t row, std::int32_t code) {
    const std::int64_t table = row & static_cast<std::int64_t>(tables - 1);
    ++counts[table * static_cast<std::int64_t>(cells) +
             class_of[row] * static_cast<std::int64_t>(width) + code];
  });
  for (std::int32_t klass = 0; klass < classes; ++klass) {
    for (std::size_t i = 0; i < width; ++i) {
      std::int64_t count = 0;
      for (std::size_t table = 0; table < tables; ++table) {
        count += seen[table * cells + static_cast<std::size_t>(klass + 1) * width + i];
      }
      if (count > 0) tally.cell(klass, i == 0 ? 0 : slots[i - 1]).add(count);
    }
  }
}

// One more than the highest class.
std::int32_t classes_in(const std::vector<std::int32_t>& classes) {
  std::int32_t most = -1;  // a loop that the compiler makes vectors of
  for (const std::int32_t klass : classes) most = klass > most ? klass : most;
  return most + 1;
}

bool has_refused(const std::vector<std::int32_t>& slots) {
  return std::find(slots.begin(), slots.end(), CodeMap::kRefused) != slots.end();
}

}  // namespace

void count_categorical(Tally& tally, const TallyColumns& columns, const RowsToCount& rows,
                       CodeMap& codes) {
  const Column& column = *columns[0];
  const auto slot_of = [&](const Label& label) {
    const std::int32_t slot = tally.slot_of(label);
    return slot < 0 ? CodeMap::kRefused : slot;
  };
  if (const auto* found = std::get_if<Codes>(&column);
      found && rows.weights.empty() && !rows.classes.empty()) {
    const std::vector<std::int32_t>& slots = codes.numbers_of(*found, slot_of);
    const std::int32_t classes = classes_in(rows.classes);
    if (!has_refused(slots)) {
      return are_few(slots.size(), classes, rows.classes.size())
                 ? count_few_codes(tally, *found, slots, rows, classes)
                 : count_codes(tally, *found, slots, rows, classes);
    }
  }
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
