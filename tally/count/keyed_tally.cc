// SPDX-License-Identifier: Apache-2.0
#include "tally/count/keyed_tally.h"

#include <algorithm>
#include <numeric>

namespace tally {

std::int64_t KeyedTally::possible_values() const {
  return totals_ ? totals_->possible_values : values_at_hand();
}

ExactSum KeyedTally::total(std::int32_t class_code) const {
  return totals_ ? kept(totals_->by_class, class_code) : sum_at_hand(class_code);
}

Part KeyedTally::part_of(std::int32_t slot) const {
  return slot < kFirstSlot ? Part::kMissing : Part::kValue;
}

bool KeyedTally::is_seen(std::int32_t slot) const {
  const auto at = static_cast<std::size_t>(slot);
  return std::any_of(cells_.begin(), cells_.end(),
                     [&](const SumRow& row) { return !row.at(at).is_zero(); });
}

ExactSum KeyedTally::sum_at_hand(std::int32_t class_code) const {
  const SumRow& sums = row_of(class_code);
  if (sums.size() <= std::size_t{kFirstSlot}) return {};
  if (sums.is_small()) {
    // Fewer than 2^31 slots of 32 bits each: there is room for all of them.
    return ExactSum(
        std::accumulate(sums.small().begin() + kFirstSlot, sums.small().end(), std::int64_t{0}));
  }
  ExactSum sum;
  for (const ExactSum& one : sums.wide().subspan(kFirstSlot)) sum += one;
  return sum;
}

ExactSum KeyedTally::kept(const std::vector<ExactSum>& by_class, std::int32_t class_code) {
  const auto k = static_cast<std::size_t>(class_code);
  return class_code < 0 || k >= by_class.size() ? ExactSum() : by_class[k];
}

void KeyedTally::add_by_class(std::vector<ExactSum>& sums, const std::vector<ExactSum>& others,
                              const std::vector<std::int32_t>& class_of) {
  for (std::size_t k = 0; k < std::min(others.size(), class_of.size()); ++k) {
    const auto own = static_cast<std::size_t>(class_of[k]);
    if (own >= sums.size()) sums.resize(own + 1);
    sums[own] += others[k];
  }
}

void KeyedTally::merge_totals(const KeyedTally& other, const std::vector<std::int32_t>& class_of) {
  add_by_class(totals_->by_class, other.totals_->by_class, class_of);
  if (!spec_.values.empty()) return;  // declared: the same there
  totals_->possible_values += other.totals_->possible_values;
  for (std::int32_t there = kFirstSlot; there < other.slots(); ++there) {
    if (!other.is_seen(there)) continue;
    const std::int32_t slot = find_key(other.key_of(there));
    if (slot >= 0 && is_seen(slot)) --totals_->possible_values;
  }
}

const KeyedTally* as_keyed(const Tally& tally) {
  return numbers_of(tally.family()) != nullptr ? nullptr : static_cast<const KeyedTally*>(&tally);
}

KeyedTally* as_keyed(Tally& tally) {
  return const_cast<KeyedTally*>(as_keyed(std::as_const(tally)));
}

}  // namespace tally
