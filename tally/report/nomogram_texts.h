// SPDX-License-Identifier: Apache-2.0
// What texts say, for a page that answers by itself. Terms have a number; a page has those that tell most of all
// texts (`shown`, the first), and of each row those that tell most in it (`own`). The other terms of a row are
// added up (`rest`): what a rule makes of sums, it makes of these. web/texts.js evaluates all of it.
//
//   {"rule": "sum" | "mean" | "learned" | "leanings", "zones": [{"name", …}], "shown": 40,
//    "terms": [[zone, "free", what it says …], …],
//    "rows": [{"has": [zone is there …], "own": [term, times, …], "more": terms in the rest, "rest": [of a zone …], …}]}
//
// rule       what a term says                       the rest of a zone
// sum, mean  log-probability of each class (true:   occurrences, sum of each class, then of each class how many
//            certain); of bayes: a, of log Γ        terms with a probability of 1 (where there are any)
// learned    d of each told class                   seen, unseen; of each told class Σ d, strong terms, Σ d of these
// leanings   d by m and told class, whether two     seen, unseen; Σ d by m and told class; Σ d of strong terms by
//            rows have it, W in thousandths         θ and told class, and how many they are
//
// d is in units of 2^-30: sums of them are whole numbers, and exact. Besides a row has, of `learned`, the `top` of the
// rest for each told class (d and how often, those that may be among the 15 of largest |d|), of `leanings` `twice` and
// `w`. Formulas: estimate/learned_rule.h, estimate/text_rule/.
#pragma once

#include <memory>

#include "tally/inside/estimate.h"
#include "tally/inside/explain.h"
#include "tally/report/pictures.h"

namespace tally {

class NomogramTexts {
 public:
  /// Keeps references. REQUIRES: the estimates hear texts by one of the rules above.
  NomogramTexts(const Estimates& estimates, const Counts& counts);
  ~NomogramTexts();
  NomogramTexts(const NomogramTexts&) = delete;
  NomogramTexts& operator=(const NomogramTexts&) = delete;

  /// Whether there is a text.
  bool any() const;
  /// How many rows there is room for: of many classes a row takes much.
  std::int64_t most_rows(std::int64_t wanted) const;
  /// The terms that tell most: {"name", "kind", "low", "high", "whole", "term"} of each, as columns.
  Json columns();
  /// All of the above, of the first rows of the batch. REQUIRES: `columns` was called; the batch has its texts cut.
  Json json(const Batch& rows, std::int64_t count);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tally
