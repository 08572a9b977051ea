// SPDX-License-Identifier: Apache-2.0
// What the terms of a text add up to, for the terms that a question looks at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/estimate/question.h"
#include "tally/inside/count.h"

namespace tally {

/// Which terms of a text count: those that were seen, in enough rows, and are no stop words.
class TermFilter {
 public:
  explicit TermFilter(const Question& question);

  bool skips() const { return min_documents_ > 0 || !stop_words_.empty(); }
  /// `classes` is the number of class codes. REQUIRES: a slot of a term.
  bool passes(const TextTally& tally, std::int32_t slot, std::int32_t classes) const;

  friend bool operator==(const TermFilter&, const TermFilter&) = default;

 private:
  double min_documents_;
  std::vector<std::string> stop_words_;  // sorted
};

/// What an estimate needs to know of the whole dictionary.
struct TextNeeds {
  bool totals = false;
  bool histograms = false;
};
TextNeeds needs_of(TextModel model, Combine combine);

/// By class code. A group like the counts themselves: terms can be added and taken away.
class TextTotals {
 public:
  TextTotals() = default;
  /// Of all terms that pass. Throws Error (kUsage) for a tally that was read in part if the filter
  /// skips terms and totals are needed: what is skipped is not known there.
  TextTotals(const TextTally& tally, std::int32_t classes, const TermFilter& filter,
             TextNeeds needs);

  std::int64_t terms() const { return terms_; }  ///< V
  const ExactSum& rows(std::int32_t class_code) const { return at(rows_, class_code); }
  const ExactSum& tokens(std::int32_t class_code) const { return at(tokens_, class_code); }
  /// How many terms are in so many rows of the class; none where no row has it.
  const TermHistogram& documents(std::int32_t class_code) const;
  /// How many terms occur so often in all other classes, every term of the dictionary included.
  const TermHistogram& rest(std::int32_t class_code) const;

  void add(const TextTally& tally, std::int32_t slot) { change(tally, slot, 1); }
  void take_away(const TextTally& tally, std::int32_t slot) { change(tally, slot, -1); }

 private:
  static const ExactSum& at(const std::vector<ExactSum>& sums, std::int32_t class_code);
  void change(const TextTally& tally, std::int32_t slot, int sign);
  void change_histograms(const TextTally& tally, std::int32_t slot, int sign);

  bool with_histograms_ = false;
  std::int64_t terms_ = 0;
  std::vector<ExactSum> rows_, tokens_;
  TermHistograms histograms_;
};

/// The slots of the terms that pass, in no particular order.
std::vector<std::int32_t> passing_terms(const TextTally& tally, std::int32_t classes,
                                        const TermFilter& filter);

/// How many class codes there are: one more than the greatest.
std::int32_t class_codes_in(const std::vector<Counts::Class>& classes);

}  // namespace tally
