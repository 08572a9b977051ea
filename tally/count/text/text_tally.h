// SPDX-License-Identifier: Apache-2.0
// The tally of a text: in how many rows a term is, and how often it came again within a row.
//
// Rows and repeats are kept apart because they answer different questions (tokens = value +
// repeat), and because most terms occur once in a text: what is zero is not stored.
#pragma once

#include "tally/count/keyed_tally.h"
#include "tally/sums/sparse_sums.h"

namespace tally {

class TextTally final : public KeyedTally {
 public:
  explicit TextTally(TallySpec spec) : KeyedTally(std::move(spec)) {}
  std::unique_ptr<Tally> clone() const override { return std::make_unique<TextTally>(*this); }

  // --- what was counted ---

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

  // --- counting ---

  /// The slot of a term, made if it is new; −1 of the empty term, which is none.
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
  /// Drops the rarest terms if there are more than the options allow, down to three quarters of
  /// that: those in the fewest rows, of equal ones the last in the order of bytes. Gives how many
  /// it has dropped; if any, the slots are others.
  std::int64_t drop_rarest();
  /// Where such a drop was: a term that is gone may have been counted less often since than it was
  /// taken away, and ends at 0.
  void lift_dropped_terms(std::size_t classes);

  // --- what every tally has ---

  std::int32_t slots() const override { return kFirstSlot + terms_.size(); }
  std::int32_t find_key(std::string_view key) const override { return find_term(key); }
  std::string key_of(std::int32_t slot) const override;
  ExactSum* find_cell(std::int32_t class_code, Part part, std::string_view key) override;
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const override;
  void make_classes(std::int64_t classes) override;
  std::vector<std::int32_t> same_slots(const Tally& other) override;
  void combine_class(std::int32_t class_code, const Tally& other, std::int32_t class_there,
                     const std::vector<std::int32_t>& slots, Operation operation) override;
  void merge_totals(const KeyedTally& other, const std::vector<std::int32_t>& class_of) override;

 private:
  std::int64_t values_at_hand() const override;
  bool is_seen(std::int32_t slot) const override;
  void keep_only(const std::vector<std::int32_t>& term_slots);
  void merge_histograms(const TextTally& other, const std::vector<std::int32_t>& class_of);
  std::string impossible_totals(std::int32_t class_code, const ExactSum& most_rows) const;

  static const SparseSums kNoRepeats;

  TermDictionary terms_;             // in order of appearance
  std::vector<SparseSums> repeats_;  // [class]: few terms come again
};

/// The tally as one of a text, or null.
const TextTally* as_text(const Tally& tally);
TextTally* as_text(Tally& tally);
/// The same of one that is. REQUIRES: its family is text.
const TextTally& text_of(const Tally& tally);
TextTally& text_of(Tally& tally);

}  // namespace tally
