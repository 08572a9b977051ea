// SPDX-License-Identifier: Apache-2.0
// Categorical: n_kv = Σ w over the rows of class k with value v.
#include <algorithm>

#include "tally/base/prefetch.h"
#include "tally/count/rows_to_count.h"
#include "tally/count/value_tally.h"
#include "tally/sums/sum_row.h"

namespace tally {

namespace {

std::string declared_values(const ValueTally& tally) {
  std::string out;
  for (const Label& value : tally.spec().values) {
    if (!out.empty()) out += ',';
    out += value.to_string();
  }
  return out;
}

// A cell that has no slot in the tally.
std::string shown(const Column& column, std::int64_t row) {
  const std::optional<Label> label = cell_label(column, row);
  if (label) return label->to_string();
  const auto* numbers = std::get_if<Numbers>(&column);
  return numbers == nullptr ? "a text" : shortest(numbers->at(row));
}

// The codes of a column, −1 where one is missing: where they lie, if they are plain, else copied to
// `room`. Throws Error (kData) as for_each_code does.
const std::int32_t* plain_codes(const Codes& column, std::int64_t rows,
                                std::vector<std::int32_t>& room) {
  const Numbers& indices = column.indices;
  if (indices.type == NumberType::kInt32 && indices.stride == 4 &&
      indices.validity.bits == nullptr &&
      reinterpret_cast<std::uintptr_t>(indices.data) % alignof(std::int32_t) == 0) {
    const auto* const codes = static_cast<const std::int32_t*>(indices.data);
    // The highest bit of `outside` is set if a code is below −1 or not below `size`. The compiler
    // makes vectors of this loop.
    const auto size = static_cast<std::uint32_t>(column.dictionary->size());
    std::uint32_t outside = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto number = static_cast<std::uint32_t>(codes[row]) + 1;
      outside |= number | (size - number);
    }
    if (outside >> 31 == 0) return codes;
  }
  room.resize(static_cast<std::size_t>(rows));
  for_each_code(column, rows, [&](std::int64_t row, std::int32_t code) {
    room[static_cast<std::size_t>(row)] = code;
  });
  return room.data();
}

// Rows without weights: integers that are found through their code, and nothing else. They lie far
// apart, so that the memory is asked for them some rows ahead.
void count_codes(ValueTally& tally, const std::int32_t* codes,
                 const std::vector<std::int32_t>& slots, const RowsToCount& rows) {
  if (rows.class_count == 0) return;
  constexpr std::size_t kAhead = 40;
  const std::vector<ExactSum*> sums = tally.cells_by_class(rows.class_count);
  const std::int32_t* const class_of = rows.classes.data();
  const std::int32_t* const slot_of = slots.data();
  ExactSum* const* const sums_of = sums.data();
  const auto sum_of = [=](std::size_t row) {
    const std::int32_t code = codes[row];
    return sums_of[std::max(class_of[row], 0)] + (code < 0 ? 0 : slot_of[code]);
  };
  const std::size_t count = rows.classes.size();
  for (std::size_t row = 0; row < count; ++row) {
    if (row + kAhead < count) prefetch_line(sum_of(row + kAhead));
    if (class_of[row] >= 0) sum_of(row)->add(std::int64_t{1});
  }
}

// Whether the cells of all codes and classes are few beside the rows.
bool are_few(std::size_t codes, const RowsToCount& rows) {
  return 2 * (codes + 1) * static_cast<std::size_t>(rows.class_count) <= rows.classes.size();
}

// The same of few codes: small counts, which are added to the sums at the end. If there are very
// few, rows take turns at four tables, so that equal ones need not wait for each other.
void count_few_codes(ValueTally& tally, const std::int32_t* codes,
                     const std::vector<std::int32_t>& slots, const RowsToCount& rows) {
  constexpr std::size_t kTables = 4;
  const std::int32_t* const class_of = rows.classes.data();
  const std::size_t count = rows.classes.size();
  const auto width = static_cast<std::int64_t>(slots.size() + 1);  // the first: missing
  const auto cells = static_cast<std::size_t>(width * (rows.class_count + 1));  // the first: none
  const std::size_t step = 16 * cells <= count ? cells : 0;  // from a table to the next
  SumRow seen;
  seen.resize((kTables - 1) * step + cells);
  std::uint32_t* const first = seen.small_for(count);
  if (first == nullptr) return count_codes(tally, codes, slots, rows);
  std::uint32_t* const counts = first + width + 1;
  std::size_t row = 0;
  for (; row + kTables <= count; row += kTables) {
    for (std::size_t table = 0; table < kTables; ++table) {
      ++(counts + table * step)[class_of[row + table] * width + codes[row + table]];
    }
  }
  for (; row < count; ++row) ++counts[class_of[row] * width + codes[row]];

  const std::vector<ExactSum*> sums = tally.cells_by_class(rows.class_count);
  for (std::size_t klass = 0; klass < static_cast<std::size_t>(rows.class_count); ++klass) {
    for (std::size_t i = 0; i <= slots.size(); ++i) {
      std::int64_t times = 0;
      for (std::size_t at = (klass + 1) * (slots.size() + 1) + i; at < seen.size(); at += cells) {
        times += first[at];
      }
      sums[klass][i == 0 ? 0 : slots[i - 1]].add(times);
    }
  }
}

bool has_refused(const std::vector<std::int32_t>& slots) {
  return std::find(slots.begin(), slots.end(), CodeMap::kRefused) != slots.end();
}

}  // namespace

void count_categorical(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows,
                       CodeMap& codes) {
  const Column& column = *columns[0];
  const auto slot_of = [&](const Label& label) {
    const std::int32_t slot = tally.slot_of(label);
    return slot < 0 ? CodeMap::kRefused : slot;
  };
  if (const auto* found = std::get_if<Codes>(&column);
      found && rows.weights.empty() && !rows.classes.empty()) {
    const std::vector<std::int32_t>& slots = codes.numbers_of(*found, slot_of);
    if (!has_refused(slots)) {
      std::vector<std::int32_t> room;
      const std::int32_t* const plain = plain_codes(*found, rows.batch.rows, room);
      return are_few(slots.size(), rows) ? count_few_codes(tally, plain, slots, rows)
                                         : count_codes(tally, plain, slots, rows);
    }
  }
  codes.for_each(column, rows.batch.rows, slot_of, [&](std::int64_t row, std::int32_t slot) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      if (slot == CodeMap::kRefused) {
        const std::string found = "found " + in_quotes(shown(column, row));
        if (tally.spec().values.empty()) {
          rows.refuse(row, tally.name(),
                      "expected a " + std::string(to_string(tally.value_type())) + ", " + found);
        }
        rows.refuse(row, tally.name(),
                    "expected one of the declared values " + declared_values(tally) + ", " + found,
                    {Remedy::of(RemedyKind::kDeclareValue)});
      }
      add_weighted(tally.cell(klass, slot == CodeMap::kMissing ? 0 : slot), weight);
    });
  });
}

}  // namespace tally
