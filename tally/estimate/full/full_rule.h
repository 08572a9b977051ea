// SPDX-License-Identifier: Apache-2.0
// The rule `full`: beside what columns say one by one, what they say together.
//
//   p_y = softmax_y(b_y + Σ_f w_f F_fy),     P(y | row) = (p_y + π_y / N) / (1 + 1/N)
//
// with π_y = (n_y + 1/K) / (N + 1) as in the rule weighted (weighted_rule.h). Its features are
//
//   value, bins, group    as there
//   parent    S_i: every column depends on the class and on column i, whose value is a:
//             log((n_ya + 1/(K V_i)) / (N_i + 1)) + Σ_{j≠i} log((n_yab + 1/V_j) / (n_ya^(ij) + 1))
//             where b is the value of column j. If column i is missing, or has a value that no row had:
//             the naive score log π_y + Σ_j log((n_yb + 1/V_j) / (n_y^(j) + 1))
//   mixture   M: log Σ_i exp(S_i) over the columns that can be parents; the naive score if none can
//   triple    T: log((n_yabc + 1) / (e + 1)), where the pairs alone let expect
//             e = min(n_a, n_b, n_c, n_a n_b n_c / Y² · r_ab r_ac r_bc),
//             r_ab = (n_ab + 1) / (n_a n_b / Y + 1), all of class y and of the triple's own table,
//             whose rows of the class are Y; 0 if one of the three is missing
//   linear, quadratic     l and q: see scatter_law.h
//
// n_yab are the rows of class y with these values on the grid (JointSchema), n_ya^(ij) those of the pair's
// table with the value a. Missing cells say nothing. A column with fewer than two values is left
// out. log π is a part of S, l and q: a question's prior p takes its place by log p_y − log π_y at
// the end.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tally/estimate/full/joint_counts.h"
#include "tally/estimate/full/joint_tables.h"
#include "tally/estimate/full/scatter_law.h"
#include "tally/estimate/weighted_rule.h"

namespace tally {

enum class JointVoice : std::uint8_t { kParent, kMixture, kTriple, kLinear, kQuadratic };
/// "parent", "mixture", "triple", "linear", "quadratic"
std::string_view to_string(JointVoice voice);

/// A feature of several columns.
struct JointFeature {
  JointVoice voice = JointVoice::kParent;
  std::vector<std::string> columns;  ///< of a parent one, of a triple three, else none
  double guess = 0;                  ///< the weight before any is learned

  /// "parent:age", "triple:age,sex,town", "mixture".
  std::string name() const;
};

/// The features of a model; its counts must outlive them.
struct FullFeatures {
  RuleFeatures voices;                 ///< of single columns, which are guessed at 0
  std::vector<JointFeature> together;  ///< parents, mixture, triples, linear, quadratic
  std::optional<JointCounts> joint;    ///< none: the grid has no column with two values
  std::vector<std::size_t> columns;    ///< of the grid, those that have
  std::vector<std::size_t> triples;    ///< of the tally, those of such columns
  std::optional<ScatterSums> scatter;  ///< none: there are no two scaled columns
  double freedom = 1;                  ///< f
  std::vector<ScaledColumn> scaled;
  std::vector<ValueType> scaled_types;

  const std::vector<Counts::Class>& classes() const { return voices.classes; }
  std::size_t size() const { return voices.features.size() + together.size(); }
};

/// Whether the rule can be used: columns were counted together.
bool can_be_full(const Counts& counts);

/// With `like`, cuts, columns, triples and f are those of these features, so that what was said about
/// other counts can be compared. `copies`: see rule_features. REQUIRES: can_be_full, the counts have a class.
FullFeatures full_features(const Counts& counts, const FullFeatures* like = nullptr,
                           double copies = 1);

/// What is kept of the rule (RuleWeight) has this before its name: "full/parent:age", "full/bias".
inline constexpr const char* kFullPrefix = "full/";

/// Whether these are weights of this rule, too.
bool has_full_weights(std::span<const RuleWeight> rule);

/// What the rule looks up: immutable, free to share between threads.
struct FullTables {
  std::optional<JointTables> joint;
  std::optional<ScatterLaw> scatter;
  std::vector<ScaledColumn> scaled;
  std::vector<ValueType> scaled_types;
  std::vector<double> log_shares;  ///< log π
  /// Of what the tables say: parents, mixture and triples of `joint`, linear, quadratic; of a tree, its
  /// columns.
  std::vector<double> weights;
  /// Under Rule::kTan, [column of `joint`]: its parent in the tree, −1: none. Else empty.
  std::vector<std::int32_t> tree;
};

/// The tables of all features, with a weight of 0 each.
FullTables full_tables(const FullFeatures& features);

/// What `estimate` gives under the rule. Triples without weight have no table.
Estimates full_estimates(const Counts& counts, const Question& question,
                         std::span<const RuleWeight> rule);
Estimates full_estimates(const FullFeatures& features, const Question& question,
                         std::span<const RuleWeight> rule);

/// The weights of all features, voices first, and the biases. What had none when weights were
/// learned is not heard.
FeatureWeights full_weights(const FullFeatures& features, std::span<const RuleWeight> rule);

}  // namespace tally
