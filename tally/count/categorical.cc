// Categorical: n_kv = Σ w over the rows of class k with value v.
#include <algorithm>

#include "tally/base/prefetch.h"
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

// Rows without weights: integers that are found through their code, and nothing else. The sums of
// many values are more than the cache holds, so each is asked for some rows before it is its turn.
void count_codes(Tally& tally, const Codes& column, const std::vector<std::int32_t>& slots,
                 const RowsToCount& rows, std::int32_t classes) {
  constexpr std::size_t kAhead = 16;
  const std::vector<ExactSum*> sums = tally.cells_by_class(classes);
  ExactSum uncounted;
  std::vector<ExactSum*> of_row(rows.classes.size());
  for_each_code(column, rows.batch.rows, [&](std::int64_t row, std::int32_t code) {
    const auto at = static_cast<std::size_t>(row);
    const std::int32_t klass = rows.classes[at];
    const std::int32_t slot = code < 0 ? 0 : slots[static_cast<std::size_t>(code)];
    of_row[at] = klass < 0 ? &uncounted : sums[static_cast<std::size_t>(klass)] + slot;
    prefetch_line(of_row[at]);
    if (at >= kAhead) of_row[at - kAhead]->add(std::int64_t{1});
  });
  const std::size_t rest = of_row.size() - std::min(kAhead, of_row.size());
  for (std::size_t at = rest; at < of_row.size(); ++at) of_row[at]->add(std::int64_t{1});
}

// Whether the cells of all codes and classes are few beside the rows.
bool are_few(std::size_t codes, std::int32_t classes, std::size_t rows) {
  return 2 * (codes + 1) * static_cast<std::size_t>(classes) <= rows;
}

// The same of few codes: plain counts, which are added to the sums at the end. Rows take turns at
// two tables, so that equal ones need not wait for each other.
void count_few_codes(Tally& tally, const Codes& column, const std::vector<std::int32_t>& slots,
                     const RowsToCount& rows, std::int32_t classes) {
  const std::size_t width = slots.size() + 1;                               // the first: missing
  const std::size_t cells = width * static_cast<std::size_t>(classes + 1);  // the first class: none
  std::vector<std::uint32_t> seen(2 * cells);
  for_each_code(column, rows.batch.rows, [&](std::int64_t row, std::int32_t code) {
    const auto at = static_cast<std::size_t>(row);
    const auto of_class = static_cast<std::size_t>(rows.classes[at] + 1) * width;
    ++seen[(at % 2) * cells + of_class + static_cast<std::size_t>(std::max(code, -1) + 1)];
  });
  for (std::int32_t klass = 0; klass < classes; ++klass) {
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t at = static_cast<std::size_t>(klass + 1) * width + i;
      const std::int64_t count = std::int64_t{seen[at]} + seen[cells + at];
      if (count > 0) tally.cell(klass, i == 0 ? 0 : slots[i - 1]).add(count);
    }
  }
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
    const std::int32_t classes = 1 + *std::max_element(rows.classes.begin(), rows.classes.end());
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
