// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_voices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/base/shown.h"
#include "tally/estimate/cuts.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

constexpr std::size_t kMostVoices = 40;

std::vector<double> rounded(std::span<const ExactSum> sums) {
  std::vector<double> out;
  for (const ExactSum& sum : sums) out.push_back(sum.to_double());
  return out;
}

// What of the counts a feature speaks from: the value or bin, and the rows of each class in it.
void add_source(WorkedVoice& voice, const RuleFeature& feature, const RuleFeatures& features,
                const RowCells& row) {
  const std::string& column = feature.tally->spec().columns.front();
  const std::size_t K = features.classes.size();
  switch (feature.voice) {
    case Voice::kLaw:
    case Voice::kGroup:
      return;
    case Voice::kBins:
    case Voice::kEven: {
      const std::size_t bin = bin_of(feature.cuts, row.number(column) - feature.origin);
      voice.source = bin_text(feature.cuts, feature.origin, bin, feature.tally->spec().type);
      voice.rows = rounded(std::span(feature.in_bin).subspan(bin * K, K));
      return;
    }
    case Voice::kValue: {
      const ValueTally& tally = values_of(*feature.tally);
      const std::int32_t slot = tally.find_slot(row.value(tally.spec()));
      voice.source = slot < 0 ? "never seen" : value_in_words(tally, slot);
      for (const Counts::Class& klass : features.classes) {
        voice.rows.push_back(tally.at(klass.code, slot).to_double());
      }
      return;
    }
  }
}

const RuleFeature& feature_of(const RuleFeatures& features, const std::string& name) {
  return *std::find_if(features.features.begin(), features.features.end(),
                       [&](const RuleFeature& feature) { return feature.name() == name; });
}

// What happens to a voice between two classes.
double log_odds(const WorkedVoice& voice, std::size_t told, std::size_t other) {
  return voice.log_p[told] - voice.log_p[other];
}

std::string counts_text(const WorkedVoice& voice, std::size_t told, std::size_t other) {
  if (voice.rows.empty()) return "";
  return plain_count(voice.rows[told]) + " : " + plain_count(voice.rows[other]);
}

}  // namespace

void add_voices(Explanation& why, const RuleFeatures& features, const Estimates& estimates,
                const RowCells& row) {
  const std::size_t K = features.classes.size();
  const FeatureWeights& weighted = *estimates.weighted;
  why.biases = weighted.biases;
  for (std::size_t k = 0; k < K; ++k) why.prior.push_back({"", weighted.start[k]});
  for (std::size_t j = 0; j < estimates.features.size(); ++j) {
    const FeatureEstimate& estimate = estimates.features[j];
    const RuleFeature& feature = feature_of(features, estimate.name);
    const bool missing = is_missing(estimate, row);
    if (why.features.empty() || why.features.back().name != feature.tally->name()) {
      WorkedFeature& worked = why.features.emplace_back();
      worked.name = feature.tally->name();
      worked.family = feature.tally->family();
      worked.missing = missing;
      if (!missing) worked.value = value_text(estimate, row);
      worked.contributions.assign(K, 0);
    }
    if (missing) continue;
    WorkedVoice& voice = why.voices.emplace_back();
    voice.feature = feature.tally->name();
    voice.voice = std::string(to_string(feature.voice));
    voice.weight = weighted.weights[j];
    voice.log_p.resize(K);
    feature_log_likelihood(estimate, K, row.batch(), 0, voice.log_p);
    temper(voice.log_p);
    add_source(voice, feature, features, row);
  }
}

std::string voices_text(const Explanation& why) {
  const std::size_t told = why.told_class(), other = why.runner_up();
  const auto name = [&](std::size_t k) { return why.classes[k].to_string(); };
  const auto adds = [&](const WorkedVoice& voice) {
    return voice.weight * log_odds(voice, told, other);
  };
  std::vector<const WorkedVoice*> shown_voices;
  for (const WorkedVoice& voice : why.voices) shown_voices.push_back(&voice);
  std::stable_sort(shown_voices.begin(), shown_voices.end(),
                   [&](const WorkedVoice* a, const WorkedVoice* b) {
                     return std::abs(adds(*a)) > std::abs(adds(*b));
                   });
  std::vector<std::vector<std::string>> rows{{"feature", "heard as",
                                              "rows " + name(told) + " : " + name(other), "says",
                                              "weight", "adds"}};
  const double prior = why.prior[told].log_value - why.prior[other].log_value;
  const double bias = why.biases[told] - why.biases[other];
  double sum = prior + bias;
  // Under full it is a part of what is said, unless the question has another.
  const bool is_part = why.answers == Rule::kFull && prior == 0;
  if (!is_part) rows.push_back({"prior", "", "", "", "", with_sign(prior)});
  rows.push_back({"bias", "", "", "", "", with_sign(bias)});
  double hidden = 0;
  for (std::size_t i = 0; i < shown_voices.size(); ++i) {
    const WorkedVoice& voice = *shown_voices[i];
    sum += adds(voice);
    if (i >= kMostVoices) {
      hidden += adds(voice);
      continue;
    }
    rows.push_back({voice.feature, voice.voice + (voice.source.empty() ? "" : " " + voice.source),
                    counts_text(voice, told, other), with_sign(log_odds(voice, told, other)),
                    six_digits(voice.weight), with_sign(adds(voice))});
  }
  if (shown_voices.size() > kMostVoices) {
    rows.push_back({fmt::format("{} more", shown_voices.size() - kMostVoices), "", "", "", "",
                    with_sign(hidden)});
  }
  rows.push_back({"log-odds", "", "", "", "", with_sign(sum)});
  for (std::vector<std::string>& row : rows) {
    for (std::string& cell : row) cell = shown(cell);
  }
  return fmt::format("\nThe {} rule: the log-odds of {} against {} (nats)\n",
                     to_string(why.answers), shown(why.target + " = " + name(told)),
                     shown(name(other))) +
         text_table(rows);
}

}  // namespace tally
