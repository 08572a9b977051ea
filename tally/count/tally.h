// Sufficient statistics by class of one or more columns.
//
// Whatever the family, a tally is a table of exact sums: a row per class, a column per *slot*. The
// families differ only in what they put into the slots and in how `estimate` reads them:
//
//   family        slots (part, key)
//   categorical   missing; value v …            Σ w over the rows with value v
//   bernoulli     missing; value false, true    Σ w
//   gaussian      missing; weight, sum, square  Σ w, Σ w x, Σ w x²
//   poisson       missing; weight, sum, exposure    Σ w, Σ w x, Σ w e
//   multinomial   missing; value t …            Σ w x over the counts x of term t
//
// so merging, subtracting, storing and comparing are written once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch.h"
#include "tally/count/exact_sum.h"

namespace tally {

/// What a slot holds. The values of one part are told apart by a label.
enum class Part : std::uint8_t { kMissing, kValue, kWeight, kSum, kSquare, kExposure };

std::string_view to_string(
    Part part);  ///< "missing", "value", "weight", "sum", "square", "exposure"
std::optional<Part> parse_part(std::string_view text);

class Tally {
 public:
  explicit Tally(TallySpec spec);

  const TallySpec& spec() const { return spec_; }
  const std::string& name() const { return spec_.name; }
  Family family() const { return spec_.family; }

  /// A value of the feature (categorical, bernoulli, multinomial) and the slot of its counts.
  struct Value {
    Label label;
    std::int32_t slot;
  };
  /// The possible values S: the declared ones and those seen in any class, sorted by label.
  /// (bernoulli: always false and true; multinomial: the terms of the group.)
  std::vector<Value> values() const;

  /// The sum in a slot; zero where nothing was counted (a class or slot of −1 included).
  const ExactSum& at(std::int32_t class_code, std::int32_t slot) const;
  const ExactSum& at(std::int32_t class_code, Part part) const {
    return at(class_code, slot_of(part));
  }
  /// How many values are possible: S, or V of a multinomial.
  std::int64_t possible_values() const;
  /// Σ over the values of one class: n_k, or the tokens M_k of a multinomial.
  ExactSum total(std::int32_t class_code) const;

  // --- counting; the rest of the room uses these ---

  /// The sum in a slot, made if it is not there yet.
  ExactSum& cell(std::int32_t class_code, std::int32_t slot);
  /// The slot of a part, −1 if the family has no such part (REQUIRES: part != kValue).
  std::int32_t slot_of(Part part) const;
  /// The slot of a value, made if it is new; −1 if the tally cannot have it: a label of another
  /// type, or one that is not among the declared values.
  std::int32_t slot_of(const Label& value);
  /// The slot of a value, or −1.
  std::int32_t find_slot(const Label& value) const;
  /// What a slot holds: its part and, for a value, its label.
  Part part_of(std::int32_t slot) const;
  const Label& label_of(std::int32_t slot) const;  ///< REQUIRES: part_of(slot) == kValue
  std::int32_t slots() const;
  /// Whether the slots are values; else they are moments.
  bool has_values() const { return moment_parts_.empty(); }
  ValueType value_type() const;

  /// What is known of all values where only those at hand were read from a file: then `values`
  /// gives some of them, `possible_values` and `total` speak of all.
  struct Totals {
    std::vector<ExactSum> by_class;
    std::int64_t possible_values = 0;
  };
  void set_totals(Totals totals) { totals_ = std::move(totals); }

  /// What no set of rows of this total weight can have led to, in words ("a negative count of
  /// 'x'"), or nothing if the sums of the class are possible.
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const;

 private:
  TallySpec spec_;
  std::vector<Part> moment_parts_;  // of the slots after `missing`; empty: they are values
  Dictionary values_;               // of the value slots, in order of appearance
  std::optional<Totals> totals_;    // of a tally that was read in part
  std::vector<std::vector<ExactSum>> cells_;  // [class][slot]; short rows are zero beyond their end
};

}  // namespace tally
