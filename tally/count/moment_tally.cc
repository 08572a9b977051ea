// SPDX-License-Identifier: Apache-2.0
#include "tally/count/moment_tally.h"

#include <algorithm>
#include <numeric>

#include "tally/count/sum_checks.h"
#include "tally/sums/moments.h"

namespace tally {

namespace {

// A sum of a class that is below zero and cannot be, in words.
std::string_view negative_text(Part part) {
  switch (part) {
    case Part::kMissing:
      return kNegativeMissing;
    case Part::kWeight:
      return "a negative number of values";
    case Part::kSquare:
      return "a negative sum of squares";
    case Part::kExposure:
      return "a negative exposure";
    case Part::kValue:
    case Part::kRepeat:
    case Part::kSum:
      break;
  }
  return "a negative sum";
}

}  // namespace

MomentTally::MomentTally(TallySpec spec)
    : Tally(std::move(spec)), numbers_(numbers_of(spec_.family)) {}

std::int32_t MomentTally::slots() const {
  return kFirstSlot + static_cast<std::int32_t>(numbers_->parts().size());
}

std::int32_t MomentTally::slot_of(Part part) const {
  if (part == Part::kMissing) return kMissingSlot;
  const auto parts = numbers_->parts();
  const auto at = std::find(parts.begin(), parts.end(), part);
  return at == parts.end() ? -1 : kFirstSlot + static_cast<std::int32_t>(at - parts.begin());
}

Part MomentTally::part_of(std::int32_t slot) const {
  if (slot < kFirstSlot) return Part::kMissing;
  return numbers_->parts()[static_cast<std::size_t>(slot - kFirstSlot)];
}

ExactSum* MomentTally::find_cell(std::int32_t class_code, Part part, std::string_view key) {
  const std::int32_t slot = key.empty() ? slot_of(part) : -1;
  return slot < 0 ? nullptr : &cell(class_code, slot);
}

std::vector<std::int32_t> MomentTally::same_slots(const Tally& other) {
  std::vector<std::int32_t> slots(static_cast<std::size_t>(other.slots()));
  std::iota(slots.begin(), slots.end(), 0);
  return slots;
}

std::string MomentTally::impossibility(std::int32_t class_code,
                                       const ExactSum& class_weight) const {
  // Integers of 32 bits are neither negative nor large.
  std::span<const ExactSum> sums = row_of(class_code).wide();
  // What is clear, as it is of nearly every column of numbers, needs no look at single digits.
  const bool is_clear = numbers_->sums(Part::kSquare) && sums.size() > 3 &&
                        (!numbers_->is_count() || sums[2].sign() >= 0) &&
                        moments_are_clearly_possible(sums[1], sums[2], sums[3]);
  if (is_clear) sums = sums.first(kFirstSlot);  // `missing` is all that is left to be looked at
  if (any_beyond_bounds(sums)) return std::string(kBeyondBounds);
  for (std::size_t i = first_negative(sums, 0); i < sums.size(); i = first_negative(sums, i + 1)) {
    const Part part = part_of(static_cast<std::int32_t>(i));
    if (part == Part::kSum && !numbers_->is_count()) continue;
    return std::string(negative_text(part));
  }
  if (!is_clear) {
    if (std::string what = impossible_moments(class_code); !what.empty()) return what;
  }
  return impossible_rows(at(class_code, Part::kMissing), at(class_code, Part::kWeight),
                         class_weight);
}

std::string MomentTally::impossible_moments(std::int32_t class_code) const {
  const ExactSum weight = at(class_code, Part::kWeight), sum = at(class_code, Part::kSum);
  if (slot_of(Part::kSquare) >= 0) {
    const bool possible = moments_are_possible(weight, sum, at(class_code, Part::kSquare));
    return possible ? "" : "sums that no values have (n·Σx² < (Σx)²)";
  }
  const ExactSum exposure = at(class_code, Part::kExposure);
  const bool possible =
      weight.is_zero() ? exposure.is_zero() && sum.is_zero() : !exposure.is_zero() || sum.is_zero();
  return possible ? "" : "a sum over no exposure";
}

}  // namespace tally
