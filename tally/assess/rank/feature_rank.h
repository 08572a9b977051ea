// SPDX-License-Identifier: Apache-2.0
// How much each feature says about the class, and which of them repeat others.
//
//   gain         log loss without the feature − log loss with all of them, on rows that are left out of
//                the counts (or that were not counted). Without it: as if its cell were missing in every
//                row; of naive Bayes that is the model of the other columns. The weights of the weighted
//                rule stay as they are. Below zero: the rows are predicted better without it
//   alone        log loss of the prior and this feature alone
//   information  I(x; y) = Σ n_vy / n · log(n_vy n / (n_v n_y)) in nats, from the counts of all rows that
//                have a value: exact for values and bins; a number is cut where the classes part (cuts.h:
//                mdl), and not at all if they do not. A number without a histogram, and a group, have none
//   alike        the correlation of what two features say, within the classes:
//                  r_ij = Σ s_i · s_j / √(Σ |s_i|² Σ |s_j|²),   s = said − its mean over the rows of the class
//                each said made to sum to 0 over the classes. 1: the one repeats the other, whatever
//                scale it has. Predicting the same class does not make two features alike
//
// A feature is suspected of a leak if it is known only after the class, perhaps: alone it loses less
// than a twentieth of what the prior alone does, in fifty rows or more, or each of its values comes with one
// class alone (decides_target).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tally/assess/rank/feature_voices.h"
#include "tally/inside/model.h"

namespace tally {

struct RankedFeature {
  std::string name;  ///< the tally's
  Family family = Family::kGaussian;
  double log_loss_without = 0;
  double gain = 0;
  double log_loss_alone = 0;
  std::optional<double> information;
  std::string most_alike;  ///< another feature; empty: there is none
  double correlation = 0;  ///< with that
  bool is_suspect = false;
};

/// Two features that say much the same.
struct AlikeFeatures {
  std::string first, second;
  double correlation = 0;
};

struct FeatureRanking {
  Rule rule = Rule::kNaive;  ///< that the features are ranked by: naive or weighted
  RankedRows rows_are = RankedRows::kLeftOut;
  Rule answers = Rule::kNaive;  ///< that answers the question; it may model columns together
  double rows = 0;              ///< Σ w of those that were asked about
  double log_loss = 0;          ///< with all features
  double accuracy = 0;
  double log_loss_prior = 0;            ///< with none
  double class_information = 0;         ///< H(y) in nats, of all rows that were counted
  std::vector<RankedFeature> features;  ///< by gain, then by information, then by name
  std::vector<AlikeFeatures> alike;     ///< pairs from kAlike on, the most alike first
};

inline constexpr double kAlike = 0.8;

/// By the rows of the model's sample, each left out. `question` names the rule (Rule::kAuto: the one
/// that answers); for a rule that models columns together, the weighted one is used. Throws Error
/// (kUsage) for a text, for a model without a sample, and as `estimate` does.
FeatureRanking rank_features(const Model& model, const Question& question);

/// By these rows. Throws as the other, and Error (kData) for a row of a class that the model does not
/// have, or if there is no row to ask about. REQUIRES: kLeftOut: the rows were counted.
FeatureRanking rank_features(const Model& model, const Question& question, const Batch& rows,
                             RankedRows are);

std::string to_text(const FeatureRanking& ranking, std::size_t most = static_cast<std::size_t>(-1));
std::string to_json(const FeatureRanking& ranking, std::size_t most = static_cast<std::size_t>(-1));

}  // namespace tally
