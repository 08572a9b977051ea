// SPDX-License-Identifier: Apache-2.0
#include "tally/count/value_tally.h"

#include <algorithm>

#include "tally/count/sum_checks.h"
#include "tally/family/wrong_cells.h"

namespace tally {

ValueTally::ValueTally(TallySpec spec) : KeyedTally(std::move(spec)) {
  switch (facts_of(family()).cells) {
    case CellKind::kLabel:
    case CellKind::kGroup:
      break;
    case CellKind::kTruth:
      spec_.values = {Label::of(false), Label::of(true)};
      break;
    case CellKind::kBin:
      spec_.values = labels_of_bins(spec_.cuts);
      break;
    case CellKind::kNumber:
    case CellKind::kTerms:
      refuse_cells(family(), "has no tally of values");
  }
  values_ = Dictionary(spec_.values);
}

ValueType ValueTally::value_type() const {
  return facts_of(family()).cells == CellKind::kTruth ? ValueType::kBoolean : spec_.type;
}

std::vector<ValueTally::Value> ValueTally::values() const {
  std::vector<Value> out;
  for (std::int32_t code = 0; code < values_.size(); ++code) {
    const std::int32_t slot = kFirstSlot + code;
    const bool declared = !spec_.values.empty();
    if (declared || is_seen(slot)) out.push_back({values_.label(code), slot});
  }
  std::sort(out.begin(), out.end(),
            [](const Value& a, const Value& b) { return a.label < b.label; });
  return out;
}

std::int64_t ValueTally::values_at_hand() const {
  if (!spec_.values.empty()) return values_.size();
  std::int64_t seen = 0;
  for (std::int32_t slot = kFirstSlot; slot < slots(); ++slot) seen += is_seen(slot) ? 1 : 0;
  return seen;
}

std::int32_t ValueTally::slot_of(const Label& value) {
  if (value.type() != value_type()) return -1;
  if (!spec_.values.empty()) return find_slot(value);
  return kFirstSlot + values_.code(value);
}

std::int32_t ValueTally::find_slot(const Label& value) const {
  const std::int32_t code = values_.find(value);
  return code < 0 ? -1 : kFirstSlot + code;
}

std::int32_t ValueTally::find_key(std::string_view key) const {
  const std::optional<Label> value = Label::parse(key, value_type());
  return value ? find_slot(*value) : -1;
}

Label ValueTally::label_of(std::int32_t slot) const { return values_.label(slot - kFirstSlot); }

std::string ValueTally::key_of(std::int32_t slot) const {
  return slot < kFirstSlot ? "" : label_of(slot).to_string();
}

ExactSum* ValueTally::find_cell(std::int32_t class_code, Part part, std::string_view key) {
  std::int32_t slot = -1;
  if (part == Part::kValue) {
    const std::optional<Label> value = Label::parse(key, value_type());
    if (value) slot = slot_of(*value);
  } else if (key.empty()) {
    slot = slot_of(part);
  }
  return slot < 0 ? nullptr : &cell(class_code, slot);
}

std::vector<std::int32_t> ValueTally::same_slots(const Tally& other) {
  std::vector<std::int32_t> slots{kMissingSlot};
  for (std::int32_t there = kFirstSlot; there < other.slots(); ++there) {
    slots.push_back(slot_of(values_of(other).label_of(there)));
  }
  return slots;
}

std::string ValueTally::impossibility(std::int32_t class_code, const ExactSum& class_weight) const {
  // Integers of 32 bits are neither negative nor large.
  const std::span<const ExactSum> sums = row_of(class_code).wide();
  if (any_beyond_bounds(sums)) return std::string(kBeyondBounds);
  if (const std::size_t i = first_negative(sums, 0); i < sums.size()) {
    const auto slot = static_cast<std::int32_t>(i);
    return slot == kMissingSlot ? std::string(kNegativeMissing)
                                : "a negative count of " + in_quotes(key_of(slot));
  }
  if (facts_of(family()).cells == CellKind::kGroup) {
    const bool counted = !total(class_code).is_zero();
    return counted && class_weight.is_zero() ? "counts over no rows" : "";
  }
  return impossible_rows(at(class_code, Part::kMissing), total(class_code), class_weight);
}

std::string value_in_words(const ValueTally& tally, std::int32_t slot) {
  const TallySpec& spec = tally.spec();
  if (facts_of(spec.family).cells != CellKind::kBin) return tally.label_of(slot).to_string();
  return bin_in_words(spec.cuts, ValueTally::place_of(slot));
}

const ValueTally* as_values(const Tally& tally) {
  switch (facts_of(tally.family()).cells) {
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kBin:
    case CellKind::kGroup:
      return static_cast<const ValueTally*>(&tally);
    case CellKind::kNumber:
    case CellKind::kTerms:
      break;
  }
  return nullptr;
}

const ValueTally& values_of(const Tally& tally) {
  if (const ValueTally* const found = as_values(tally)) return *found;
  throw Error(ErrorKind::kDefect, in_quotes(tally.name()) + " is no tally of values");
}

ValueTally& values_of(Tally& tally) {
  return const_cast<ValueTally&>(values_of(std::as_const(tally)));
}

}  // namespace tally
