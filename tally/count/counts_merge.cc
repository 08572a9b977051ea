// What two counts have together, and what is left of one without the other.
#include <algorithm>
#include <span>

#include "tally/base/error.h"
#include "tally/base/prefetch.h"
#include "tally/count/counts.h"

namespace tally {

namespace {

// The slot of `tally` for what another tally of the same kind has in `slot`.
std::int32_t same_slot(Tally& tally, const Tally& other, std::int32_t slot) {
  const Part part = other.part_of(slot);
  if (part != Part::kValue) return tally.slot_of(part);
  return tally.is_text() ? tally.slot_of_term(other.term_of(slot))
                         : tally.slot_of(other.label_of(slot));
}

// Combines each of `theirs` with the sum in slot slots[i] of a row; cell_of makes a slot of it.
template <class CellOf>
void combine_row(std::span<const ExactSum> theirs, const std::vector<std::int32_t>& slots,
                 CellOf&& cell_of, ExactSum& (ExactSum::*operation)(const ExactSum&)) {
  constexpr std::size_t kAhead = 16;
  if (theirs.empty()) return;
  const auto end = slots.begin() + static_cast<std::ptrdiff_t>(theirs.size());
  const std::int32_t last = *std::max_element(slots.begin(), end);
  ExactSum* const row = &cell_of(last) - last;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    if (i + kAhead < theirs.size()) prefetch_line(row + slots[i + kAhead]);
    if (!theirs[i].is_zero()) (row[slots[i]].*operation)(theirs[i]);
  }
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

void Counts::merge(const Counts& other) {
  combine(other, &ExactSum::operator+=);
  dropped_ += other.dropped_;
  drop_rarest();
}

void Counts::subtract(const Counts& other) {
  Counts left = *this;
  left.combine(other, &ExactSum::operator-=);
  if (!exact()) {
    for (Tally& tally : left.tallies_) lift_dropped_terms(tally, left.class_weights_.size());
  }
  left.check_sums("would leave ");
  *this = std::move(left);
}

void Counts::combine(const Counts& other, ExactSum& (ExactSum::*operation)(const ExactSum&)) {
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
    std::vector<std::int32_t> slots(static_cast<std::size_t>(theirs.slots()));
    for (std::int32_t slot = 0; slot < theirs.slots(); ++slot) {
      slots[static_cast<std::size_t>(slot)] = same_slot(tallies_[t], theirs, slot);
    }
    // Class by class, so that what is read and what is written stay in the cache.
    Tally& own = tallies_[t];
    for (std::size_t k = 0; k < class_of.size(); ++k) {
      const auto code = static_cast<std::int32_t>(k);
      combine_row(
          theirs.all_of(code), slots,
          [&](std::int32_t slot) -> ExactSum& { return own.cell(class_of[k], slot); }, operation);
      theirs.repeats_of(code).for_each([&](std::size_t slot, const ExactSum& sum) {
        (own.repeat_cell(class_of[k], slots[slot]).*operation)(sum);
      });
    }
  }
}

}  // namespace tally
