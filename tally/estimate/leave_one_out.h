// SPDX-License-Identifier: Apache-2.0
// Estimates of the counts without one row, for one row after the other.
//
//   LeaveOneOut others(counts, questions);
//   for (each row, as a batch of its own) {
//     const std::vector<Estimates> tables = others.without(row);     // one per question
//     … infer that row …
//   }
//
// The row is taken out of the counts, the estimates are made, the row is put back. Only what the
// row changes is computed again: its own class, the whole column where a rule looks at it
// (variance floor, var-smoothing, the priors of map and bayes), and S where a value vanishes. Sums
// are exact, so each answer is the same as if only the other rows had been counted, to the last
// bit.
#pragma once

#include <array>
#include <span>
#include <unordered_map>
#include <vector>

#include "tally/estimate/assemble.h"

namespace tally {

/// A value: copy it for each thread. Not to be shared between threads.
class LeaveOneOut {
 public:
  /// Throws Error (kUsage) for a question without an answer, as `estimate`. REQUIRES: the counts
  /// have a class.
  /// `rule` are the weights for Combine::kLearned, as for `estimate`. λ by evidence is that of all
  /// rows, as it is of every row but for one: to work it out anew for each would take a sum over all
  /// cells of every column for each of them.
  LeaveOneOut(Counts counts, std::vector<Question> questions, std::vector<RuleWeight> rule = {});

  /// The estimates of all counts but this row's, for each question. The tables hold what this row
  /// asks for: of a categorical column its value, of a group or a text the terms that it has; for
  /// any other
  /// row they are of no use. A class that had no other row is no class any more, unless it is
  /// declared (see among_classes). Throws Error (kData) if there is no other row. REQUIRES: a batch
  /// of one row, which was counted.
  std::vector<Estimates> without(const Batch& row);

 private:
  // What is kept of a tally, over all its cells.
  struct Kept {
    std::vector<ExactSum> totals;                  // of values, by class code
    std::int64_t possible_values = 0;              // S, or V
    ExactSum n, s, q;                              // gaussian: over all classes
    std::array<std::vector<Moments>, 2> by_class;  // by lost degrees and class code
    std::vector<TextTotals> text;                  // by term filter
  };
  // The cells of a tally that the row at hand adds to.
  struct Touched {
    std::vector<ValueTally::Value> values;
    std::vector<std::int32_t> terms;  // slots of a text
  };

  Kept kept_of(const Tally& tally) const;
  static Touched touched_by(const Tally& tally, std::span<const Column* const> cells);
  void detach(std::int32_t klass);
  void attach(std::int32_t klass);
  void move(std::int32_t klass, ExactSum& (ExactSum::*operation)(const ExactSum&));
  void keep_texts();
  std::vector<std::int32_t> passing(std::size_t t, std::size_t filter) const;
  TallyFacts facts_of(std::size_t t, const std::vector<Counts::Class>& classes,
                      std::int32_t changed, int degrees) const;
  void add_text_facts(std::vector<TallyFacts>& facts, std::size_t question) const;

  Counts counts_;
  std::vector<Question> questions_;
  std::vector<RuleWeight> rule_;
  std::array<bool, 2> asked_;  // whether a question loses 0, 1 degrees
  Binding binding_;
  std::unordered_map<Label, std::int32_t> code_of_;
  std::int32_t codes_ = 0;              // class codes
  std::vector<Combine> combines_;       // by question
  std::vector<TermFilter> filters_;     // the different ones of all questions
  std::vector<std::size_t> filter_of_;  // by question
  std::vector<Kept> kept_;              // by tally
  std::vector<Touched> touched_;        // by tally
};

}  // namespace tally
