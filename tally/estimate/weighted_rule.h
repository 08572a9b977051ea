// SPDX-License-Identifier: Apache-2.0
// The rule `weighted`: each column is heard in several ways, and each way by a weight of its own.
//
//   p_y = softmax_y(log π_y + b_y + Σ_f w_f F_fy),     π_y = (n_y + 1/K) / (N + 1)
//   P(y | row) = (p_y + π_y / N) / (1 + 1/N)           which bounds the loss of any answer
//
// A feature F_f of a row says a number for each class. Of a column there are
//
//   value   of a category or a declared bin v:
//           log((n_yv + p_v) / (n_y + 1)),   p_v = (n_v + ½) / (n + V/2)
//   law     of a number: its density in the class by the predictive law of the column's family
//           (of a gaussian column Student's t)
//   bins    of a number: what `value` says of its bin, the column cut by class     (cuts.h: mdl)
//   even    of a number: the same, the column cut into bins of about as many rows  (cuts.h: even)
//   group   of the counts of a multinomial group: Σ x_t log((n_yt + 1) / (M_y + V))
//
// n_yv are the rows of class y with the value, n_y those with any value of the column, n_v and n the
// same over all classes, V the possible values. A missing cell says 0 about every class. The
// features of a column share a weight of 1 as a first guess; `weigh` (assess) learns the weights from
// rows that are left out of the counts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/estimate/cuts.h"
#include "tally/estimate/estimates.h"

namespace tally {

enum class Voice : std::uint8_t { kValue, kLaw, kBins, kEven, kGroup };
std::string_view to_string(Voice voice);  ///< "value", "law", "bins", "even", "group"

/// A feature of the rule, and what of the counts it speaks from.
struct RuleFeature {
  Voice voice = Voice::kValue;
  const Tally* tally = nullptr;  ///< of the column, or the group
  double guess = 1;              ///< the weight before any is learned

  // Of bins:
  double origin = 0;
  std::vector<double> cuts;
  std::vector<ExactSum> in_bin;  ///< [bin · K + class]
  // Of values, bins and groups:
  std::vector<ExactSum> totals;  ///< [class]: n_y, or M_y
  std::int64_t values = 0;       ///< V

  /// "bins:age", by which its weight is kept.
  std::string name() const { return std::string(to_string(voice)) + ":" + tally->name(); }
};

/// Those of a model; the counts must outlive them. Columns that say nothing have none; texts are heard
/// by a rule of their own (text_rule/), whose answer is one more feature.
struct RuleFeatures {
  std::vector<Counts::Class> classes;  ///< sorted by label
  std::vector<RuleFeature> features;   ///< by tally, each in the order of Voice
};

/// The occupied cells of a histogram, with what the classes of these codes have in them.
CellCounts cell_counts(const HistogramTally& histogram, const std::vector<std::int32_t>& codes);

/// Whether the rule can hear everything there is: all but rows that have a rule of their own (mail).
bool can_be_weighted(const Schema& schema);

/// Cuts come from the histograms; with `like` they are those of these
/// features, so that what was said about other counts can be compared. `copies`: how often each row is
/// there (copies_of the rule), for cuts.h. REQUIRES: the counts have a class; copies >= 1.
RuleFeatures rule_features(const Counts& counts, const RuleFeatures* like = nullptr,
                           double copies = 1);

/// What a value says, of which each class has so much: F_y. REQUIRES: spans of one length.
void say_value(std::span<const ExactSum> in_value, std::span<const ExactSum> totals, double values,
               std::span<double> said);

/// log π.
std::vector<double> log_shares(std::span<const Counts::Class> classes);

/// A feature says no more against a class, beside the one it speaks for most, than e^−700. What is
/// impossible in every class says nothing.
void temper(std::span<double> said);

/// log π, or the logarithms of another prior where the question names one.
std::vector<double> log_prior_of(const std::vector<Counts::Class>& classes,
                                 const Question& question);

/// What is answered where the softmax gave p: (p + π / N) / (1 + 1/N).
void keep_off_zero(const FeatureWeights& weighted, std::span<double> p);

// --- what is kept of a rule, as RuleWeight rows ---

/// Whether these are the weights of this rule.
bool has_weights(std::span<const RuleWeight> rule);
/// The rule that was chosen when they were learned; kNaive if none was.
Rule chosen_rule(std::span<const RuleWeight> rule);
/// Which rule answers the question, of a model with this rule.
Rule rule_of(const Question& question, std::span<const RuleWeight> rule);

/// How a rule does on the rows left out.
struct RuleScore {
  Rule rule = Rule::kNaive;
  double accuracy = 0;
  double log_loss = 0;
};
/// As they were found when the weights were learned; empty: they were not.
std::vector<RuleScore> rule_scores(std::span<const RuleWeight> rule);

/// How often each row of the table was there when the weights were learned, if it was made of copies; else 1.
double copies_of(std::span<const RuleWeight> rule);

/// "bins:age" taken apart; nothing if it is no name of a feature.
struct VoiceName {
  Voice voice;
  std::string tally;
};
std::optional<VoiceName> parse_voice_name(std::string_view name);

/// The names of the rows that are no weights: the first three with the name of a rule behind them.
struct RuleRow {
  static constexpr const char* kChosen = "chosen:";      ///< 1
  static constexpr const char* kAccuracy = "accuracy:";  ///< on the rows of the sample, left out
  static constexpr const char* kLogLoss = "log-loss:";   ///< the same
  static constexpr const char* kBias = "bias";           ///< of a class
  static constexpr const char* kCopies = "copies";       ///< see copies_of; only if above 1
};

std::string rule_row(const char* what, Rule rule);  ///< "accuracy:naive"

/// The weights of these features and the biases of the classes. A feature that had none when weights
/// were learned is not heard; such a class has no bias.
/// The names of what is kept have `prefix` before them.
FeatureWeights feature_weights(const RuleFeatures& features, std::span<const RuleWeight> rule,
                               const std::string& prefix = "");
/// Sets the rows of these classes, and the shares that this prior gives them.
void set_shares(FeatureWeights& weighted, std::span<const Counts::Class> classes,
                std::span<const double> log_prior);

/// The tables of the features with these weights: what `estimate` gives under the rule.
Estimates weighted_estimates(const Counts& counts, const Question& question,
                             std::span<const RuleWeight> rule);
/// The tables of these features, by these weights and biases.
Estimates voice_estimates(const RuleFeatures& features, const Question& question,
                          const FeatureWeights& weights);
/// The same as weighted_estimates for features that are known.
Estimates weighted_estimates(const RuleFeatures& features, const Question& question,
                             std::span<const RuleWeight> rule);

}  // namespace tally
