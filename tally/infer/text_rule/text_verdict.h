// SPDX-License-Identifier: Apache-2.0
// What the rule of texts says about one row, term by term: what `explain` shows. All of it adds up to z.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// A term of the row that is known. What it says is by q already, but not by the weight that texts have
/// beside other columns.
struct TextTermVerdict {
  std::size_t zone = 0;
  std::string term;
  double times = 1;
  std::vector<double> rows;        ///< [class]: that have it
  std::vector<double> leaning;     ///< [class]: what its leanings add
  std::vector<double> correction;  ///< [class]: what its correction adds
};

struct TextVerdict {
  std::vector<TextTermVerdict> terms;
  std::vector<double>
      length;  ///< [class]: what is added for how long the texts are and how much of them is known
};

/// Of a batch that has all columns. Throws as `Inference::infer`.
TextVerdict text_verdict(const TextRuleTables& tables, const Batch& batch, std::int64_t row);

}  // namespace tally
