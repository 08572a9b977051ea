// SPDX-License-Identifier: Apache-2.0
// Which terms of the texts are informative about the class, by the counts alone.
//
//   rows         how many rows of each class have the term
//   leaning      log((d_k + π_k) / (d_rest + 1 − π_k)) − log(N_k / N_rest) in nats, of the class k for which it is
//                greatest: d rows with the term out of N that have a text, `rest` all other classes, π_k = N_k / N.
//                What one such row says for the class; one row more, shared out as all rows are, keeps it finite
//   information  I(term in the row or not; y) in nats: what it says times how often it can be said
//
// A term is listed under the class it leans to, those of most information first.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

struct RankedTerm {
  std::string feature;  ///< the tally's name
  std::string term;
  std::vector<double> rows;  ///< [class]
  double leaning = 0;
  double information = 0;
};

struct TermRanking {
  std::string target;
  std::vector<std::string> features;  ///< the texts, their pairs included
  std::vector<std::string> others;    ///< features that are no texts, which are not ranked
  std::vector<Label> classes;
  std::vector<double> class_rows;           ///< [class]
  std::vector<std::int64_t> leaning_terms;  ///< [class]: how many lean to it, listed or not
  std::vector<std::vector<RankedTerm>>
      terms;  ///< [class], by information, then by term and feature
};

/// The `most` terms of each class. Throws Error (kUsage) for counts without a text.
/// REQUIRES: the tallies were read whole.
TermRanking rank_terms(const Counts& counts, std::size_t most = 20);

std::string to_text(const TermRanking& ranking);
std::string to_json(const TermRanking& ranking);

}  // namespace tally
