// SPDX-License-Identifier: Apache-2.0
// A tally whose slots are named by what was found in the rows: values or terms. There may be very
// many, so a question reads from a file only the slots that it needs, and totals of all.
#pragma once

#include <optional>

#include "tally/count/tally.h"
#include "tally/count/text/term_histograms.h"

namespace tally {

/// What is known of all values where only those at hand were read from a file: then the values
/// are some of them, while `possible_values` and `total` are about all.
struct KeyedTotals {
  std::vector<ExactSum> by_class;
  std::int64_t possible_values = 0;
  std::vector<ExactSum> tokens_by_class;  ///< of a text
  TermHistograms histograms;              ///< of a text
};

class KeyedTally : public Tally {
 public:
  /// How many values are possible: S, or V of a multinomial or a text.
  std::int64_t possible_values() const;
  /// Σ over the values of one class: n_k, or the tokens M_k of a multinomial.
  ExactSum total(std::int32_t class_code) const;
  /// The slot of a value by its text, or −1.
  virtual std::int32_t find_key(std::string_view key) const = 0;
  Part part_of(std::int32_t slot) const override;

  using Totals = KeyedTotals;
  void set_totals(Totals totals) { totals_ = std::move(totals); }
  /// Whether only some of the values were read.
  bool is_partial() const { return totals_.has_value(); }
  const std::optional<Totals>& totals() const { return totals_; }
  /// Adds the totals of another tally, whose class code k is class_of[k] here. Values that
  /// are not at hand are assumed to differ, since they were not read.
  /// REQUIRES: both have totals, and at hand the values of the same rows, not merged yet.
  virtual void merge_totals(const KeyedTally& other, const std::vector<std::int32_t>& class_of);

 protected:
  using Tally::Tally;
  virtual std::int64_t values_at_hand() const = 0;
  virtual bool is_seen(std::int32_t slot) const;        // in any class
  ExactSum sum_at_hand(std::int32_t class_code) const;  // over the values
  static ExactSum kept(const std::vector<ExactSum>& by_class, std::int32_t class_code);
  static void add_by_class(std::vector<ExactSum>& sums, const std::vector<ExactSum>& others,
                           const std::vector<std::int32_t>& class_of);

  std::optional<Totals> totals_;  // of a tally that was read in part
};

/// The tally as one with keys, or null.
const KeyedTally* as_keyed(const Tally& tally);
KeyedTally* as_keyed(Tally& tally);

}  // namespace tally
