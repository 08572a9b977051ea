// SPDX-License-Identifier: Apache-2.0
// What texts say under the rule `weighted`: the tables of estimate/text_rule/, with their terms in an order that does
// not depend on how they were counted. docs/export.md has the formulas for who reads an export.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tally/export.h"
#include "tally/inside/estimate.h"

namespace tally {

struct SheetTexts {
  struct Term {
    std::string_view term;   ///< of the tables' dictionary
    std::size_t line;        ///< of the leanings
    std::int32_t corrected;  ///< the place of its corrections; −1: none
  };
  struct Zone {
    std::string text;         ///< the column that is cut
    std::vector<Term> terms;  ///< that a row has, sorted by their bytes
  };

  std::shared_ptr<const TextRuleTables> tables;
  std::vector<Zone> zones;

  const TextShape& shape() const { return tables->rule.shape; }
};

SheetTexts sheet_texts_of(std::shared_ptr<const TextRuleTables> tables);

/// A text of each column, of words and pairs that the model knows: the first of them, or the last.
CellTexts known_texts(const SheetTexts& texts, bool first);

}  // namespace tally
