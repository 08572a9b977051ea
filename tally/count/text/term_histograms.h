// SPDX-License-Identifier: Apache-2.0
// How many terms of a text have which count.
//
// Sums over a whole dictionary are sums over these few numbers: Bernoulli's Σ log(1 − p), the
// weights of a normalised complement, the tokens of a class. A model file keeps them, so that a
// dictionary of millions costs nothing to ask.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tally/sums.h"

namespace tally {

/// count → how many terms have it; no entry is zero.
using TermHistogram = std::map<double, std::int64_t>;

struct TermHistograms {
  // By class code. Terms that a class does not have are not in its histograms …
  std::vector<TermHistogram> documents;  ///< rows with the term
  std::vector<TermHistogram> tokens;     ///< how often it occurs
  // … but these speak of every term, those with none included:
  std::vector<TermHistogram> rest;  ///< how often it occurs in the other classes
  TermHistogram all;                ///< how often it occurs in all classes

  friend bool operator==(const TermHistograms&, const TermHistograms&) = default;
};

/// So many terms more, or fewer, that have this count.
void add_terms(TermHistogram& histogram, double count, std::int64_t terms);

/// Σ terms.
std::int64_t terms_in(const TermHistogram& histogram);
/// Σ count · terms.
ExactSum tokens_in(const TermHistogram& histogram);

}  // namespace tally
