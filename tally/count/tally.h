// SPDX-License-Identifier: Apache-2.0
// Sufficient statistics by class of one or more columns.
//
// Whatever the family, a tally is a table of exact sums: a row per class, a column per *slot*. The
// families differ only in what they put into the slots and in how `estimate` reads them:
//
//   family        slots (part, key)
//   categorical   missing; value v …            Σ w over the rows with value v
//   bernoulli     missing; value false, true    Σ w
//   gaussian      missing; weight, sum, square  Σ w, Σ w x, Σ w x²
//   poisson       missing; weight, sum, exposure
//                                               Σ w, Σ w x, Σ w e
//   multinomial   missing; value t …            Σ w x over the counts x of term t
//   text          missing; value t …            Σ w over the rows with the term t
//                 repeat t …                    Σ w (x − 1) over the same rows, x times the term
//
// A text keeps rows and repeats apart because they answer different questions (tokens = value +
// repeat), and because most terms occur once in a text: what is zero is not stored.
//
// Merging, subtracting, storing and comparing are written once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch.h"
#include "tally/count/term_histograms.h"
#include "tally/sums/exact_sum.h"
#include "tally/sums/sparse_sums.h"
#include "tally/sums/sum_row.h"

namespace tally {

/// What a slot holds. The values of one part are told apart by a label.
enum class Part : std::uint8_t { kMissing, kValue, kRepeat, kWeight, kSum, kSquare, kExposure };

/// "missing", "value", "repeat", "weight", "sum", "square", "exposure"
std::string_view to_string(Part part);
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
  /// (bernoulli: always false and true; multinomial: the terms of the group; text: its terms.)
  std::vector<Value> values() const;

  /// The sum in a slot; zero where nothing was counted (a class or slot of −1 included).
  ExactSum at(std::int32_t class_code, std::int32_t slot) const {
    return row_of(class_code).at(static_cast<std::size_t>(slot));
  }
  ExactSum at(std::int32_t class_code, Part part) const { return at(class_code, slot_of(part)); }
  /// Those of a class by slot, as far as there are any. For loops.
  const SumRow& row_of(std::int32_t class_code) const {
    const auto k = static_cast<std::size_t>(class_code);  // −1 is beyond every size
    return k < cells_.size() ? cells_[k] : kNoSums;
  }
  /// How many values are possible: S, or V of a multinomial.
  std::int64_t possible_values() const;
  /// Σ over the values of one class: n_k, or the tokens M_k of a multinomial.
  ExactSum total(std::int32_t class_code) const;

  // --- of a text ---

  bool is_text() const { return spec_.family == Family::kText; }
  /// The slots of the terms seen in any class, sorted by term.
  std::vector<std::int32_t> term_slots() const;
  /// The slot of a term, or −1.
  std::int32_t find_term(std::string_view term) const;
  /// REQUIRES: part_of(slot) == kValue.
  std::string_view term_of(std::int32_t slot) const;
  /// All terms that have a slot, in the order of their slots.
  const TermDictionary& terms() const { return terms_; }
  /// Σ w (x − 1): how often the term came again within a row. `at` is the rows with the term.
  const ExactSum& repeats(std::int32_t class_code, std::int32_t slot) const {
    return repeats_of(class_code).at(static_cast<std::size_t>(slot));
  }
  /// Those of a class by slot. For loops.
  const SparseSums& repeats_of(std::int32_t class_code) const {
    const auto k = static_cast<std::size_t>(class_code);
    return k < repeats_.size() ? repeats_[k] : kNoRepeats;
  }
  /// How often the term occurs: at + repeats.
  ExactSum tokens(std::int32_t class_code, std::int32_t slot) const;
  /// Σ tokens over the terms of one class: M_k.
  ExactSum total_tokens(std::int32_t class_code) const;
  /// How many terms have which count, for the class codes 0 … classes − 1.
  TermHistograms histograms(std::size_t classes) const;

  // --- counting; the rest of the room uses these ---

  /// The sum in a slot, made if it is not there yet.
  ExactSum& cell(std::int32_t class_code, std::int32_t slot) {
    return made_row_of(class_code).made(static_cast<std::size_t>(slot));
  }
  /// Those of a class, made if they are not there yet; valid until another class is made.
  SumRow& made_row_of(std::int32_t class_code) {
    const auto k = static_cast<std::size_t>(class_code);
    if (k >= cells_.size()) cells_.resize(k + 1);
    return cells_[k];
  }
  /// The sums of all slots there are, by class, made for the classes below `classes`; valid until
  /// the next slot is made. For loops over many rows.
  std::vector<ExactSum*> cells_by_class(std::int64_t classes);
  /// The same as integers, for loops that add no more than additions[class] to any of them; empty
  /// if some of them are none, or might grow too large.
  std::vector<std::uint32_t*> small_by_class(std::span<const std::uint64_t> additions);
  /// Makes the rows of the classes below `classes`: what several threads then do to different
  /// classes by `cell` and `repeat_cell` does not meet.
  void make_classes(std::int64_t classes);
  /// The slot of a part, −1 if the family has no such part (REQUIRES: part != kValue).
  std::int32_t slot_of(Part part) const;
  /// The slot of a value, made if it is new; −1 if the tally cannot have it: a label of another
  /// type, or one that is not among the declared values.
  std::int32_t slot_of(const Label& value);
  /// The same for a term; a term is never empty. REQUIRES: is_text().
  std::int32_t slot_of_term(std::string_view term);
  /// The same for many terms, faster. REQUIRES: none of them is empty, and as many slots.
  void slots_of_terms(std::span<const std::string_view> terms, std::span<std::int32_t> slots);
  /// The same without a look. REQUIRES: besides, they differ, and none of them has a slot.
  void slots_of_new_terms(std::span<const std::string_view> terms, std::span<std::int32_t> slots);
  /// The sum of repeats in a slot, made if it is not there yet.
  ExactSum& repeat_cell(std::int32_t class_code, std::int32_t slot) {
    return made_repeats_of(class_code).made(static_cast<std::size_t>(slot));
  }
  /// Those of a class, made if they are not there yet; valid until another class is made.
  SparseSums& made_repeats_of(std::int32_t class_code) {
    const auto k = static_cast<std::size_t>(class_code);
    if (k >= repeats_.size()) repeats_.resize(k + 1);
    return repeats_[k];
  }
  /// The slot of a value, or −1.
  std::int32_t find_slot(const Label& value) const;
  /// What a slot holds: its part and, for a value, its label.
  Part part_of(std::int32_t slot) const;
  Label label_of(std::int32_t slot) const;  ///< REQUIRES: part_of(slot) == kValue
  std::int32_t slots() const;
  /// Whether the slots are values; else they are moments.
  bool has_values() const { return moment_parts_.empty(); }
  ValueType value_type() const;

  /// What is known of all values where only those at hand were read from a file: then `values`
  /// gives some of them, `possible_values` and `total` speak of all.
  struct Totals {
    std::vector<ExactSum> by_class;
    std::int64_t possible_values = 0;
    std::vector<ExactSum> tokens_by_class;  ///< of a text
    TermHistograms histograms;              ///< of a text
  };
  void set_totals(Totals totals) { totals_ = std::move(totals); }
  /// Whether only some of the values were read.
  bool is_partial() const { return totals_.has_value(); }
  const std::optional<Totals>& totals() const { return totals_; }
  /// Adds the totals of another tally, whose class code k is class_of[k] here. What is not at hand
  /// is taken for different values, since nobody has looked.
  /// REQUIRES: both have totals, and at hand the values of the same rows, not merged yet.
  void merge_totals(const Tally& other, const std::vector<std::int32_t>& class_of);

  /// Drops the rarest terms of a text that has more than its options allow, down to three quarters
  /// of that: those in the fewest rows, of equal ones the last in the order of bytes. Gives how
  /// many it has dropped; if any, the slots are others.
  std::int64_t drop_rarest();

  /// What no set of rows of this total weight can have led to, in words ("a negative count of
  /// 'x'"), or nothing if the sums of the class are possible. Of a tally that was read in part: the
  /// values at hand, and whether they fit the totals.
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const;

 private:
  static ExactSum kept(const std::vector<ExactSum>& by_class, std::int32_t class_code);
  void keep_only(const std::vector<std::int32_t>& term_slots);
  bool is_seen(std::int32_t slot) const;  // in any class
  void merge_histograms(const Tally& other, const std::vector<std::int32_t>& class_of);
  ExactSum sum_of_values(std::int32_t class_code) const;  // of those at hand
  std::string impossible_moments(std::int32_t class_code) const;
  std::string impossible_terms(std::int32_t class_code, const ExactSum& class_weight) const;
  std::string impossible_totals(std::int32_t class_code, const ExactSum& most_rows) const;

  static const SumRow kNoSums;
  static const SparseSums kNoRepeats;

  TallySpec spec_;
  std::vector<Part> moment_parts_;   // of the slots after `missing`; empty: they are values
  Dictionary values_;                // of the value slots, in order of appearance
  std::optional<Totals> totals_;     // of a tally that was read in part
  TermDictionary terms_;             // of a text's value slots, in place of values_
  std::vector<SumRow> cells_;        // [class][slot]; short rows end in zeros
  std::vector<SparseSums> repeats_;  // [class], of a text: few terms come again
};

}  // namespace tally
