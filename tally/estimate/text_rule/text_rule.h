// SPDX-License-Identifier: Apache-2.0
// The rule of texts: the part of the rule `weighted` that scores the texts of a table.
//
//   z_k = q₁ (β · parts_k + γ_k · (1, length, unseen)) + q₂ Σ_t W_kt / √c
//
// The parts are those of text_parts.h. W_kt corrects what term t is worth for class k, where leanings
// alone are wrong about it; the sum goes over the c terms of the row that at least two rows have, words
// and pairs together. q says how far each of the two is to be trusted. All of it is learned from counts
// and sample (assess/text_rule), and kept as RuleWeight rows:
//
//   "", "mean 0.1:review"         β
//   class, "text bias"            γ; also "text length", "text unseen"
//   "", "trust:leanings"          q₁; q₂ is "trust:corrections"
//   "", "texts"                   what the texts are worth beside other columns
//   "", "term 0:grand"            W, in thousandths, of a term of the zone 0
//
// Of two classes z is the log-odds of the second, and W is one number for a term. A correction was
// learned for certain classes: where others have come or gone, none is heard until the rule is worked
// out again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/estimate/text_rule/text_parts.h"

namespace tally {

struct TextRule {
  TextShape shape;
  std::vector<double> shared;    ///< [part]: β
  std::vector<double> of_class;  ///< [told · kOfClass + j]: γ
  double trust_leanings = 1;     ///< q₁
  double trust_corrections = 1;  ///< q₂
  double weight = 1;             ///< of z beside other columns

  /// β · parts + γ · of_all, for a told class. `parts` are those of the class alone.
  double leaning(std::size_t told, std::span<const double> parts,
                 std::span<const double> of_all) const;
};

/// The rows of all but the corrections, in no order. REQUIRES: labels of the shape's classes.
std::vector<RuleWeight> rows_of(const TextRule& rule, const std::vector<Label>& classes);
/// What these rows say; a weight that they do not have is 0, and q is 1.
TextRule text_rule(const TextShape& shape, const std::vector<Label>& classes,
                   std::span<const RuleWeight> rows);
/// Whether these rows were learned for exactly these classes, so that corrections are of them.
bool is_of_classes(std::span<const RuleWeight> rows, const TextShape& shape,
                   const std::vector<Label>& classes);

/// "term 1:free money": how the corrections of a term are kept.
std::string correction_name(std::size_t zone, std::string_view term);
/// The same taken apart; nothing if it is none.
struct CorrectedTerm {
  std::size_t zone;
  std::string_view term;
};
std::optional<CorrectedTerm> parse_correction(std::string_view name);

inline constexpr double kCorrectionUnit = 0.001;

}  // namespace tally
