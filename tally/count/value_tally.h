// SPDX-License-Identifier: Apache-2.0
// The tally of a feature with values: how often each was found (categorical, bernoulli, binned), or
// how much of each (multinomial).
#pragma once

#include "tally/count/keyed_tally.h"

namespace tally {

class ValueTally final : public KeyedTally {
 public:
  explicit ValueTally(TallySpec spec);
  std::unique_ptr<Tally> clone() const override { return std::make_unique<ValueTally>(*this); }

  ValueType value_type() const;
  /// A value of the feature and the slot of its counts.
  struct Value {
    Label label;
    std::int32_t slot;
  };
  /// The possible values S: the declared ones and those seen in any class, sorted by label.
  /// (bernoulli: always false and true; binned: the numbers of the bins; multinomial: the terms of the
  /// group.)
  std::vector<Value> values() const;

  using Tally::slot_of;
  /// The slot of a value, made if it is new; −1 if the tally cannot have it: a label of another
  /// type, or one that is not among the declared values.
  std::int32_t slot_of(const Label& value);
  /// The slot of a value, or −1.
  std::int32_t find_slot(const Label& value) const;
  std::int32_t find_key(std::string_view key) const override;
  Label label_of(std::int32_t slot) const;  ///< REQUIRES: part_of(slot) == kValue
  /// Its place among all that have come, the declared values first. REQUIRES: the same.
  static std::size_t place_of(std::int32_t slot) {
    return static_cast<std::size_t>(slot - kFirstSlot);
  }

  std::int32_t slots() const override { return kFirstSlot + values_.size(); }
  std::string key_of(std::int32_t slot) const override;
  ExactSum* find_cell(std::int32_t class_code, Part part, std::string_view key) override;
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const override;
  std::vector<std::int32_t> same_slots(const Tally& other) override;

 private:
  std::int64_t values_at_hand() const override;

  Dictionary values_;  // in order of appearance, the declared ones first
};

/// A value for people: the label as it is, a bin by its borders. REQUIRES: as label_of.
std::string value_in_words(const ValueTally& tally, std::int32_t slot);

/// The tally as one of values, or null.
const ValueTally* as_values(const Tally& tally);
/// The same of one that is. REQUIRES: its family has values.
const ValueTally& values_of(const Tally& tally);
ValueTally& values_of(Tally& tally);

}  // namespace tally
