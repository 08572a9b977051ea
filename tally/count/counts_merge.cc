// SPDX-License-Identifier: Apache-2.0
// What two counts have together, and what is left of one without the other.
#include <algorithm>
#include <span>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/base/prefetch.h"
#include "tally/count/counts.h"

namespace tally {

namespace {

// By the slots of another tally of the same kind: the slot of `tally` for the same.
std::vector<std::int32_t> same_slots(Tally& tally, const Tally& other) {
  std::vector<std::int32_t> slots(static_cast<std::size_t>(other.slots()));
  for (std::int32_t slot = 0; slot < other.slots(); ++slot) {
    const Part part = other.part_of(slot);
    if (part == Part::kValue && tally.is_text()) {
      tally.slots_of_terms(other.terms().terms(),
                           std::span(slots).subspan(static_cast<std::size_t>(slot)));
      break;  // all others are terms
    }
    slots[static_cast<std::size_t>(slot)] =
        part == Part::kValue ? tally.slot_of(other.label_of(slot)) : tally.slot_of(part);
  }
  return slots;
}

// Calls f(i, row[slots[i]]) for all i < count, after the memory for it was asked for.
template <class Cell, class F>
void for_each_cell(std::size_t count, const std::vector<std::int32_t>& slots, Cell* row, F&& f) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) prefetch_line(row + slots[i + kAhead]);
    f(i, row[slots[i]]);
  }
}

using Operation = ExactSum& (ExactSum::*)(const ExactSum&);

// Combines each of `theirs` with the sum in slot slots[i] of a row.
void combine_row(const SumRow& theirs, const std::vector<std::int32_t>& slots, SumRow& own,
                 Operation operation) {
  if (theirs.size() == 0) return;
  const auto end = slots.begin() + static_cast<std::ptrdiff_t>(theirs.size());
  own.resize(static_cast<std::size_t>(*std::max_element(slots.begin(), end)) + 1);
  if (theirs.is_small() && operation == &ExactSum::operator+=) {
    if (std::uint32_t* const row = own.small_for(theirs.most())) {
      return for_each_cell(theirs.size(), slots, row,
                           [&](std::size_t i, std::uint32_t& cell) { cell += theirs.small()[i]; });
    }
  }
  for_each_cell(theirs.size(), slots, own.widened(), [&](std::size_t i, ExactSum& cell) {
    if (theirs.is_small()) {
      (cell.*operation)(theirs.at(i));
    } else if (!theirs.wide()[i].is_zero()) {
      (cell.*operation)(theirs.wide()[i]);
    }
  });
}

// A term that a cap has dropped was counted less often since than it is taken away.
void lift_dropped_terms(Tally& tally, std::size_t classes) {
  if (!tally.is_text()) return;
  for (std::int32_t slot = 1; slot < tally.slots(); ++slot) {
    for (std::size_t k = 0; k < classes; ++k) {
      const auto code = static_cast<std::int32_t>(k);
      const bool gone = tally.at(code, slot).sign() <= 0;
      if (gone && !tally.at(code, slot).is_zero()) tally.cell(code, slot) = ExactSum();
      if (!tally.repeats(code, slot).is_zero() && (gone || tally.repeats(code, slot).sign() < 0)) {
        tally.repeat_cell(code, slot) = ExactSum();
      }
    }
  }
}

}  // namespace

void Counts::merge(const Counts& other, int threads) {
  combine(other, &ExactSum::operator+=, threads);
  dropped_ += other.dropped_;
  drop_rarest();
}

void Counts::subtract(const Counts& other) {
  Counts left = *this;
  left.combine(other, &ExactSum::operator-=);
  if (!exact()) {
    for (Tally& tally : left.tallies_) lift_dropped_terms(tally, left.class_weights_.size());
  }
  try {
    left.check_sums("would have ");
  } catch (const Error& error) {
    throw Error(error.kind(),
                "these rows were not all learned: without them " + std::string(error.what()));
  }
  *this = std::move(left);
}

void Counts::combine(const Counts& other, ExactSum& (ExactSum::*operation)(const ExactSum&),
                     int threads) {
  if (const std::string what = difference(schema_, other.schema_); !what.empty()) {
    throw Error(ErrorKind::kData, "the schemas differ: " + what);
  }
  if (&other == this) return combine(Counts(other), operation);
  // Pieces that were counted with different codes meet by label.
  std::vector<std::int32_t> class_of(other.class_weights_.size());
  for (std::size_t k = 0; k < class_of.size(); ++k) {
    class_of[k] = class_codes_.code(other.class_codes_.label(static_cast<std::int32_t>(k)));
  }
  class_weights_.resize(static_cast<std::size_t>(class_codes_.size()));
  for (std::size_t k = 0; k < class_of.size(); ++k) {
    (class_weights_[static_cast<std::size_t>(class_of[k])].*operation)(other.class_weights_[k]);
  }
  for (std::size_t t = 0; t < tallies_.size(); ++t) {
    const Tally& theirs = other.tallies_[t];
    if (theirs.totals() && tallies_[t].totals()) tallies_[t].merge_totals(theirs, class_of);
    Tally& own = tallies_[t];
    const std::vector<std::int32_t> slots = same_slots(own, theirs);
    own.make_classes(class_codes_.size());
    // Class by class, so that what is read and what is written stay in the cache.
    const auto combine_classes = [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t k = begin; k < end; ++k) {
        const auto code = static_cast<std::int32_t>(k);
        const std::int32_t own_code = class_of[static_cast<std::size_t>(k)];
        combine_row(theirs.row_of(code), slots, own.made_row_of(own_code), operation);
        theirs.repeats_of(code).for_each([&](std::size_t slot, const ExactSum& sum) {
          (own.repeat_cell(own_code, slots[slot]).*operation)(sum);
        });
      }
      return end;
    };
    in_pieces(static_cast<std::int64_t>(class_of.size()), theirs.slots(), threads, combine_classes,
              [](std::int64_t) {});
  }
}

}  // namespace tally
