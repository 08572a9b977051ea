// SPDX-License-Identifier: Apache-2.0
// A bound on false alarms: of the rows of one class at most a share α is mistaken for another.
//
// Each row of the quiet class (ham) in the sample is left out of the counts in turn, and scored by its
// log-odds of the other class (spam). The alarm is raised only above the k-th smallest of these n scores,
// where k is the least with
//
//   Σ_{j >= k} C(n, j) (1 − α)^j α^(n − j) <= δ
//
// Then, for rows drawn as the sample was, the share of false alarms is at most α with confidence 1 − δ,
// whatever the distribution of the scores (Neyman–Pearson classification: Tong, Feng and Li 2018). Even the
// greatest score is enough only if (1 − α)^n <= δ: n >= log δ / log(1 − α), for 1 % and 95 % that is 299.
//
// It promises nothing about rows that are drawn otherwise, about alarms that are missed, or about each
// part of the rows by itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/inside/decide.h"
#include "tally/inside/model.h"

namespace tally {

struct FalseAlarms {
  std::string alarm, quiet;  ///< the texts of two classes: "spam", "ham"
  double most = 0.01;        ///< α
  double doubt = 0.05;       ///< δ
};

/// How many rows are needed. REQUIRES: α and δ above 0 and below 1.
std::int64_t rows_needed(double most, double doubt);

/// The score above which the alarm may be raised: one of these, which come in any order. Throws Error
/// (kUsage) if there are too few, with how many it takes.
double alarm_threshold(std::vector<double> scores, double most, double doubt);

/// The loss under which the alarm is decided only above that threshold, and otherwise the best of
/// the other decisions. The question is the one that is asked, with all that is derived for it (λ,
/// calibration, prior); `rule` is the model's. Throws Error (kUsage): an unknown class, α or δ not
/// between 0 and 1, a model without a sample or with a text, too few rows; and as `estimate`.
Loss with_bound(const Loss& loss, const FalseAlarms& bound, const Counts& counts,
                const RowSample& sample, const Question& question,
                const std::vector<RuleWeight>& rule);

}  // namespace tally
