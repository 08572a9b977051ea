// SPDX-License-Identifier: Apache-2.0
// The learned rule: how much each part of the evidence in texts is worth against the others.
//
// A term that s of S rows of a class have, and h of the H rows of the rest, leans to the class by
//
//   d = log((s + λ) / (S + 2λ)) − log((h + λ) / (H + 2λ))
//
// and a term that no row has is unseen. λ is 0.03 for rows that fix it (mail), and otherwise
// learned: the texts of a table may be about anything, and where single words say little, λ is
// large, and a word that was seen once hardly counts. A *zone* is a text column, or the pairs of
// one. The text T is the zones of running text: all zones of a table, and those that the reader
// declares as such (subject, body and pair of a message). The words W are all zones that are not
// pairs. With n terms seen, k of them strong (|d| ≥ 2), and t terms in all, the parts are
//
//   bias          1
//   text          Σ_T d / (n_T + 1) / 1.5
//   text strong   Σ_{T, strong} d / (k_T + 1) / 4
//   text top      the sum of the 15 d of largest |d| in T / 15 / 4
//   <zone>        Σ_{zone, strong} d / (k_zone + 1) / 4, one for each zone
//   length        (log(n_W + 1) − 4.5) / 0.7
//   unseen        ((t_W − n_W) / (t_W + 1) − 0.07) / 0.1
//
// and the logit of the class against the rest is the log-odds of the prior (and of the features
// that are no text) plus the weighted sum of the parts. The scales are fixed, so that a weight of 1
// is a sensible guess for every part that leans, and 0 for bias, length and unseen: the *prior
// weights*, which a model has until `tune` has learned better ones from its own counts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

/// The constants of the rule. All of them were fixed once, for every model.
struct LearnedRuleConstants {
  static constexpr double kLambda = 0.03;  ///< if fixed, and of a rule that was never learned
  static constexpr double kStrong = 2;
  static constexpr std::size_t kTop = 15;
};

/// How far a term leans towards a class, given how many rows of the class and of the rest there
/// are.
class Leaning {
 public:
  /// REQUIRES: lambda > 0.
  Leaning(double class_rows, double rest_rows, double lambda = LearnedRuleConstants::kLambda);
  /// d of a term that so many rows have. Rounded to a multiple of 2^-30: then sums of them are
  /// exact, and no order of terms matters. With class and rest exchanged it is −d. REQUIRES: no
  /// number is negative.
  double of(double in_class, double in_rest) const;

 private:
  double lambda_;
  double shift_;  // log of (S + 2λ) / (H + 2λ)
};

/// A model of two classes has one logit, that of the second class in label order; that of the first
/// is its negative. Of more classes each has a logit against the rest.
inline std::size_t told_classes(std::size_t classes) { return classes == 2 ? 1 : classes; }
inline std::size_t told_class(std::size_t told, std::size_t classes) {
  return classes == 2 ? 1 : told;
}

/// The parts of the rule for the texts of a model.
struct RuleParts {
  struct Zone {
    std::string column;
    bool in_text = true;   ///< T
    bool in_words = true;  ///< W
  };
  static constexpr std::size_t kBias = 0, kText = 1, kTextStrong = 2, kTextTop = 3, kZones = 4;

  std::vector<Zone> zones;         ///< in name order
  std::vector<std::string> names;  ///< of the parts: those above, a zone each, length, unseen

  std::size_t size() const { return names.size(); }
  std::size_t length() const { return kZones + zones.size(); }
  std::size_t unseen() const { return length() + 1; }
  /// Whether a part leans to a class (else it is the same for every class).
  bool leans(std::size_t part) const { return part > kBias && part < length(); }
};

/// Zones that a reader gives go by their name ("header"), other columns by "column NAME", since they
/// may be called anything.
RuleParts rule_parts(const std::vector<TallySpec>& tallies);

/// One line on what a part says, for people. REQUIRES: part < parts.size().
std::string meaning_of(const RuleParts& parts, std::size_t part);

/// 1 for every part that leans, 0 for the others.
std::vector<double> prior_weights(const RuleParts& parts);

struct LearnedRule {
  static constexpr const char* kLambdaName = "lambda";  ///< of its row among the weights

  RuleParts parts;
  double lambda = LearnedRuleConstants::kLambda;
  std::vector<double> weights;  ///< [told class · parts + part]
};

/// The weights that a model has, and its prior weights for a class that has none of its own.
LearnedRule learned_rule(const std::vector<TallySpec>& tallies, const std::vector<Label>& classes,
                         std::span<const RuleWeight> weights);

}  // namespace tally
