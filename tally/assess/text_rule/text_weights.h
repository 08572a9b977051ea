// SPDX-License-Identifier: Apache-2.0
// The weights of the parts of texts: the first stage of the rule (estimate/text_rule/text_rule.h).
//
//   P(y | row) = softmax_y(o_y + β · parts_y + γ_y · (1, length, unseen))
//   Σ_rows t · −log P(truth | row) + (ρ/2) (|β − b|² + |γ|²),   ρ = 4 (1 + 100 K / rows)
//
// b is .7 (of more than two classes .35) for each zone's Σ d_1 / √(n + 1), and 0 else: what naive Bayes
// would be, were its terms as independent as it thinks and a text worth the square root of its length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// Rows that are left out of the counts.
struct TextLesson {
  TextShape shape;
  std::vector<double> parts;       ///< [row][told][part]
  std::vector<double> of_all;      ///< [row][kOfClass]
  std::vector<double> log_shares;  ///< [row][class]: o
  std::vector<std::size_t> truths;
  std::vector<double> times;  ///< t; 0: the row does not count

  std::size_t rows() const { return truths.size(); }
  std::span<const double> parts_of(std::size_t row, std::size_t told) const {
    return std::span(parts).subspan((row * shape.told() + told) * shape.parts(), shape.parts());
  }
  std::span<const double> of_all_in(std::size_t row) const {
    return std::span(of_all).subspan(row * TextShape::kOfClass, TextShape::kOfClass);
  }
};

/// β and γ of the rule, which is otherwise as new.
/// By Newton's method with halving, from b or from `start`. The sums run in the order of the rows, on one thread.
TextRule fit_text_weights(const TextLesson& lesson, const TextRule* start = nullptr);

/// What is made least, with its gradient (β, then γ) if there is room for it.
double text_weights_height(const TextLesson& lesson, const TextRule& at,
                           std::vector<double>* gradient = nullptr);

/// How many weights the rows have chosen themselves: the trace of H (H + ρ)⁻¹, H being the curvature of
/// their loss.
double chosen_text_weights(const TextLesson& lesson, const TextRule& at);

}  // namespace tally
