// SPDX-License-Identifier: Apache-2.0
// Sufficient statistics by class of one or more columns.
//
// Whatever the family, a tally is a table of exact sums: a row per class, a column per *slot*. The
// families differ only in what they put into the slots and in how `estimate` reads them:
//
//   kind          family        slots (part, key)
//   ValueTally    categorical   missing; value v …            Σ w over the rows with value v
//                 bernoulli     missing; value false, true    Σ w
//                 binned        missing; value 0, 1, 2 …      Σ w over the rows in the bin
//                 multinomial   missing; value t …            Σ w x over the counts x of term t
//   MomentTally   gaussian      missing; weight, sum, square  Σ w, Σ w x, Σ w x²
//                 negative-binomial
//                               missing; weight, sum, square  the same
//                 poisson       missing; weight, sum, exposure
//                                                             Σ w, Σ w x, Σ w e
//   TextTally     text          missing; value t …            Σ w over the rows with the term t
//                               repeat t …                    Σ w (x − 1) over the same rows,
//                                                             x times the term
//
// Three kinds belong to no family:
//
//   HistogramTally   missing; value c …   Σ w over the rows whose number lies in the cell c
//   JointTally       pairs or triples of columns together (joint/joint_tally.h)
//   ScatterTally     moments of several columns of numbers together (joint/scatter_tally.h)
//
// This class is what all kinds have in common: sums, merging, storing and comparing are written
// once, and do not depend on the kind.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/family/part.h"
#include "tally/inside/batch.h"
#include "tally/sums.h"
#include "tally/sums/sum_row.h"

namespace tally {

class Tally {
 public:
  virtual ~Tally() = default;
  virtual std::unique_ptr<Tally> clone() const = 0;

  const TallySpec& spec() const { return spec_; }
  const std::string& name() const { return spec_.name; }
  Family family() const { return spec_.family; }

  // --- what was counted ---

  /// The sum in a slot; zero where nothing was counted (a class or slot of −1 included).
  ExactSum at(std::int32_t class_code, std::int32_t slot) const {
    return row_of(class_code).at(static_cast<std::size_t>(slot));
  }
  ExactSum at(std::int32_t class_code, Part part) const { return at(class_code, slot_of(part)); }
  /// The sums of a class by slot, as far as there are any. For loops.
  const SumRow& row_of(std::int32_t class_code) const {
    const auto k = static_cast<std::size_t>(class_code);  // −1 is beyond every size
    return k < cells_.size() ? cells_[k] : kNoSums;
  }
  /// Why no set of rows of this total weight can have these sums ("a negative count of 'x'"), or
  /// nothing if the sums of the class are possible. Of a tally that was read in part, the values at
  /// hand are checked, and whether they fit the totals.
  virtual std::string impossibility(std::int32_t class_code,
                                    const ExactSum& class_weight) const = 0;

  // --- slots; slot 0 is `missing` ---

  virtual std::int32_t slots() const = 0;
  /// The slot of a part, −1 if the family has no such part (REQUIRES: part != kValue).
  virtual std::int32_t slot_of(Part part) const {
    return part == Part::kMissing ? kMissingSlot : -1;
  }
  /// What a slot holds: its part and, for a value, its text.
  virtual Part part_of(std::int32_t slot) const = 0;
  virtual std::string key_of(std::int32_t slot) const = 0;

  // --- counting; the rest of the room uses these ---

  /// The sum in a slot, made if it is not there yet.
  ExactSum& cell(std::int32_t class_code, std::int32_t slot) {
    return made_row_of(class_code).made(static_cast<std::size_t>(slot));
  }
  /// The same by part and key; null if the tally cannot have it.
  virtual ExactSum* find_cell(std::int32_t class_code, Part part, std::string_view key) = 0;
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
  /// Makes the rows of the classes below `classes`, so that several threads can work on different
  /// classes without a race.
  virtual void make_classes(std::int64_t classes);

  // --- merging ---

  /// What another tally of the same spec has in its slots: the slots here, made if they are new.
  virtual std::vector<std::int32_t> same_slots(const Tally& other) = 0;
  /// Adds or takes away the sums of a class of `other`. REQUIRES: `slots` are the same slots.
  using Operation = ExactSum& (ExactSum::*)(const ExactSum&);
  virtual void combine_class(std::int32_t class_code, const Tally& other, std::int32_t class_there,
                             const std::vector<std::int32_t>& slots, Operation operation);

 protected:
  static constexpr std::int32_t kMissingSlot = 0;
  static constexpr std::int32_t kFirstSlot = 1;  // of the values, moments or terms

  explicit Tally(TallySpec spec) : spec_(std::move(spec)) {}
  Tally(const Tally&) = default;
  Tally& operator=(const Tally&) = default;

  TallySpec spec_;
  std::vector<SumRow> cells_;  // [class][slot]; short rows end in zeros

 private:
  static const SumRow kNoSums;
};

/// An empty tally of the kind that the family asks for.
std::unique_ptr<Tally> make_tally(TallySpec spec);

}  // namespace tally
