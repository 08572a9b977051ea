// SPDX-License-Identifier: Apache-2.0
// From what is known of each tally to the tables: the last step of every estimate, whether the
// facts were computed from all counts or kept up to date row by row (leave_one_out.h).
#pragma once

#include <memory>
#include <vector>

#include "tally/estimate/estimates.h"
#include "tally/estimate/number_column.h"
#include "tally/estimate/share.h"
#include "tally/estimate/text_totals.h"

namespace tally {

/// What a table needs beside the sums of its tally. Families of values use the first two, numbers
/// the moments, texts the rest.
struct TallyFacts {
  const Tally* tally;
  std::vector<ValueTally::Value>
      values;  ///< to be in the table, sorted; all that are possible, or some
  ValueTotals totals;
  ColumnMoments moments;
  // Of a text:
  std::vector<std::int32_t> terms;  ///< slots of the terms to be in the table
  std::shared_ptr<const TextTotals> text;
};

std::vector<std::int32_t> codes_of(const std::vector<Counts::Class>& classes);

/// The facts of a tally, computed from its sums. Throws as `estimate` for a text.
TallyFacts facts_of(const Tally& tally, const std::vector<Counts::Class>& classes,
                    const Question& question, Combine combine = Combine::kSum);

/// Throws as `estimate`. REQUIRES: validate(question) passes; the facts are in the order of the
/// tallies and about these classes.
Estimates assemble(const std::vector<Counts::Class>& classes, const std::vector<TallyFacts>& facts,
                   const Question& question, Combine combine = Combine::kSum,
                   std::span<const RuleWeight> rule = {});

}  // namespace tally
