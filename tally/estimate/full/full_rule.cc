// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/full_rule.h"

#include <algorithm>
#include <array>
#include <map>

#include "tally/count/joint/joint_key.h"

namespace tally {

namespace {

constexpr std::array kVoiceNames{"parent", "mixture", "triple", "linear", "quadratic"};

RuleFeatures single_voices(const Counts& counts, const FullFeatures* like, double copies) {
  RuleFeatures out = rule_features(counts, like == nullptr ? nullptr : &like->voices, copies);
  std::erase_if(out.features, [](const RuleFeature& feature) {
    return feature.voice == Voice::kLaw || feature.voice == Voice::kEven;
  });
  for (RuleFeature& feature : out.features) feature.guess = 0;
  return out;
}

void add_grid(FullFeatures& out, const JointTally& tally, const FullFeatures* like) {
  out.joint.emplace(tally, out.classes());
  if (like != nullptr) {
    out.columns = like->columns;
    out.triples = like->triples;
  } else {
    for (std::size_t i = 0; i < tally.columns(); ++i) {
      if (out.joint->values(i) >= 2) out.columns.push_back(i);
    }
    for (std::size_t t = 0; t < tally.triples(); ++t) {
      const std::span<const std::size_t> of = tally.columns_of(tally.triple(t));
      const bool are_heard = std::all_of(
          of.begin(), of.end(), [&](std::size_t column) { return out.joint->values(column) >= 2; });
      if (are_heard) out.triples.push_back(t);
    }
  }
  if (out.columns.empty()) {
    out.joint.reset();
    return;
  }
  for (const std::size_t i : out.columns) {
    out.together.push_back({JointVoice::kParent,
                            {tally.column(i).name},
                            0.5 / static_cast<double>(out.columns.size())});
  }
  out.together.push_back({JointVoice::kMixture, {}, 0.5});
  for (const std::size_t t : out.triples) {
    JointFeature& feature = out.together.emplace_back();
    feature.voice = JointVoice::kTriple;
    for (const std::size_t i : tally.columns_of(tally.triple(t))) {
      feature.columns.push_back(tally.column(i).name);
    }
  }
}

void add_scatter(FullFeatures& out, const Counts& counts, const FullFeatures* like) {
  const ScatterTally& tally = *counts.scatter();
  if (tally.columns() < 2) return;
  out.scatter.emplace(tally, out.classes());
  out.freedom = like == nullptr ? out.scatter->freedom() : like->freedom;
  out.scaled = tally.spec().scaled;
  for (const ScaledColumn& column : out.scaled) {
    out.scaled_types.push_back(counts.schema().find(column.name)->type);
  }
  out.together.push_back({JointVoice::kLinear, {}, 0});
  out.together.push_back({JointVoice::kQuadratic, {}, 0});
}

// The tables of the triples that a weight asks for.
FullTables tables_of(const FullFeatures& features, std::span<const double> weights) {
  FullTables out;
  out.log_shares = log_shares(features.classes());
  std::vector<std::size_t> triples;
  std::size_t t = 0;
  for (std::size_t f = 0; f < features.together.size(); ++f) {
    const double weight = weights.empty() ? 0 : weights[f];
    if (features.together[f].voice == JointVoice::kTriple) {
      const std::size_t triple = features.triples[t++];
      if (!weights.empty() && weight == 0) continue;
      triples.push_back(triple);
    }
    out.weights.push_back(weight);
  }
  if (features.joint) {
    out.joint.emplace(*features.joint, features.columns, triples, out.log_shares);
  }
  if (features.scatter) {
    out.scatter.emplace(*features.scatter, features.freedom);
    out.scaled = features.scaled;
    out.scaled_types = features.scaled_types;
  }
  return out;
}

}  // namespace

std::string_view to_string(JointVoice voice) {
  return kVoiceNames[static_cast<std::size_t>(voice)];
}

std::string JointFeature::name() const {
  const std::string of(to_string(voice));
  return columns.empty() ? of : of + ":" + joined_key(columns);
}

bool can_be_full(const Counts& counts) {
  return counts.joint() != nullptr || counts.scatter() != nullptr;
}

FullFeatures full_features(const Counts& counts, const FullFeatures* like, double copies) {
  FullFeatures out;
  out.voices = single_voices(counts, like, copies);
  if (counts.joint() != nullptr) add_grid(out, *counts.joint(), like);
  if (counts.scatter() != nullptr) add_scatter(out, counts, like);
  return out;
}

bool has_full_weights(std::span<const RuleWeight> rule) {
  return std::any_of(rule.begin(), rule.end(),
                     [](const RuleWeight& row) { return row.part.starts_with(kFullPrefix); });
}

FullTables full_tables(const FullFeatures& features) { return tables_of(features, {}); }

FeatureWeights full_weights(const FullFeatures& features, std::span<const RuleWeight> rule) {
  FeatureWeights out = feature_weights(features.voices, rule, kFullPrefix);
  std::map<std::string, double> by_name;
  for (const RuleWeight& row : rule) {
    if (row.klass.empty()) by_name.emplace(row.part, row.value);
  }
  for (const JointFeature& feature : features.together) {
    const auto at = by_name.find(kFullPrefix + feature.name());
    out.weights.push_back(at == by_name.end() ? 0 : at->second);
  }
  return out;
}

Estimates full_estimates(const Counts& counts, const Question& question,
                         std::span<const RuleWeight> rule) {
  return full_estimates(full_features(counts, nullptr, copies_of(rule)), question, rule);
}

Estimates full_estimates(const FullFeatures& features, const Question& question,
                         std::span<const RuleWeight> rule) {
  const FeatureWeights all = full_weights(features, rule);
  const std::size_t voices = features.voices.features.size();
  FeatureWeights of_voices = all;
  of_voices.weights.resize(voices);
  Estimates out = voice_estimates(features.voices, question, of_voices);
  auto tables =
      std::make_shared<FullTables>(tables_of(features, std::span(all.weights).subspan(voices)));
  // What the features have of log π is replaced.
  for (std::size_t k = 0; k < out.log_prior.size(); ++k) {
    out.weighted->start[k] = out.log_prior[k] - tables->log_shares[k];
  }
  out.full = std::move(tables);
  return out;
}

}  // namespace tally
