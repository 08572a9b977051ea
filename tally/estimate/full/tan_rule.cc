// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/tan_rule.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/estimate/full/dependence.h"

namespace tally {

namespace {

// Where in `columns` each of them finds the column of the grid that it hangs on, −1 for none.
std::vector<std::int32_t> tree_among(const std::vector<std::size_t>& columns,
                                     const JointCounts& counts) {
  const std::vector<std::int32_t> parents = dependence_tree(counts);
  std::vector<std::int32_t> out;
  for (const std::size_t column : columns) {
    const std::int32_t parent = parents[column];
    const auto at = std::find(columns.begin(), columns.end(), static_cast<std::size_t>(parent));
    const bool has_one = parent >= 0 && at != columns.end();
    out.push_back(has_one ? static_cast<std::int32_t>(at - columns.begin()) : -1);
  }
  return out;
}

bool is_heard(const FullFeatures& features, const std::string& name) {
  const JointTally& tally = features.joint->tally();
  return std::any_of(features.columns.begin(), features.columns.end(),
                     [&](std::size_t column) { return tally.column(column).name == name; });
}

RuleFeatures voices_outside(const FullFeatures& features) {
  RuleFeatures out = features.voices;
  if (!features.joint) return out;
  std::erase_if(out.features, [&](const RuleFeature& feature) {
    return is_heard(features, feature.tally->name());
  });
  return out;
}

}  // namespace

RuleFeatures tan_voices(const Counts& counts) { return voices_outside(full_features(counts)); }

Estimates tan_estimates(const Counts& counts, const Question& question) {
  if (counts.joint() == nullptr) {
    throw Error(ErrorKind::kUsage,
                "the rule tan needs counts of columns together, and the model has none");
  }
  const FullFeatures features = full_features(counts);
  const RuleFeatures voices = voices_outside(features);
  FeatureWeights weights;
  weights.weights.assign(voices.features.size(), 1);
  weights.biases.assign(features.classes().size(), 0);
  Estimates out = voice_estimates(voices, question, weights);
  out.weighted->rows = 0;  // answers are as the counts give them
  FullTables tables;
  tables.log_shares = log_shares(features.classes());
  if (features.joint) {
    tables.joint.emplace(*features.joint, features.columns, std::vector<std::size_t>{},
                         tables.log_shares);
    tables.tree = tree_among(features.columns, *features.joint);
    tables.weights.assign(tables.tree.size(), 1);
  }
  out.full = std::make_shared<FullTables>(std::move(tables));
  return out;
}

}  // namespace tally
