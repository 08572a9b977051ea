// SPDX-License-Identifier: Apache-2.0
// What the tests of a text's tally share: one of the feature "x", filled by hand.
#pragma once

#include <cstdint>
#include <string_view>

#include "tally/count/text/text_tally.h"

namespace tally {

/// `most_terms` as in TextOptions.
inline TextTally text_tally(std::int64_t most_terms = 0) {
  TallySpec spec;
  spec.name = "x";
  spec.family = Family::kText;
  spec.columns = {"x"};
  spec.type = ValueType::kText;
  spec.text.most_terms = most_terms;
  return TextTally(spec);
}

/// So many rows with the term, in which it came again so many times.
inline void put(TextTally& tally, std::int32_t klass, std::string_view term, std::int64_t rows,
                std::int64_t repeats = 0) {
  const std::int32_t slot = tally.slot_of_term(term);
  tally.cell(klass, slot).add(rows);
  if (repeats != 0) tally.repeat_cell(klass, slot).add(repeats);
}

}  // namespace tally
