// SPDX-License-Identifier: Apache-2.0
// The tables of the rule of texts (text_rule.h): what each term says, ready to be looked up.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tally/estimate/text_rule/text_rule.h"

namespace tally {

/// A zone of the rule. How far a term leans depends on nothing but the rows of each class that have it,
/// so terms with the same rows share a line of leanings: most terms are rare.
struct TextZoneTable {
  std::string column;
  std::shared_ptr<const TermDictionary> terms;
  std::vector<std::int32_t> lines;      ///< [term]: its line; −1: no row has it
  std::vector<double> leanings;         ///< [line][m · told + i]: d
  std::vector<double> counts;           ///< [line · K + class]: the rows that have it
  std::vector<std::uint8_t> is_twice;   ///< [line]: whether at least two rows have it
  std::vector<std::int32_t> corrected;  ///< [term]: the place of its corrections; −1: none
  std::vector<float> corrections;       ///< [place · told + i]: W
  std::vector<double> lengths;          ///< [told]: ℓ
};

struct TextRuleTables {
  TextRule rule;
  std::vector<TextZoneTable> zones;
};

/// Those of all counts under these learned rows. REQUIRES: the counts have two classes or more.
TextRuleTables text_tables(const Counts& counts, std::span<const RuleWeight> rows);

}  // namespace tally
