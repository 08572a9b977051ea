// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/learned_rule.h"

#include <algorithm>
#include <cmath>

#include "tally/base/log_math.h"
#include "tally/infer/term_scorer.h"

namespace tally {

namespace {

constexpr double kStrong = LearnedRuleConstants::kStrong;
constexpr std::size_t kTop = LearnedRuleConstants::kTop;
constexpr double kMeanScale = 1.5, kStrongScale = 4;

double mean_of(double sum, std::int64_t terms, double scale) {
  return sum / (static_cast<double>(terms) + 1) / scale;
}

}  // namespace

HeardTerms::HeardTerms(const RuleParts& parts) : parts_(parts), zones_(parts.zones.size()) {}

void HeardTerms::clear() {
  std::fill(zones_.begin(), zones_.end(), Zone{});
  text_.clear();
}

void HeardTerms::hear(std::size_t zone, double leaning) {
  Zone& sums = zones_[zone];
  ++sums.seen;
  sums.sum += leaning;
  if (std::abs(leaning) >= kStrong) {
    ++sums.strong;
    sums.strong_sum += leaning;
  }
  if (parts_.zones[zone].in_text) text_.push_back(leaning);
}

double HeardTerms::top_sum() {
  const auto larger = [](double a, double b) { return std::abs(a) > std::abs(b); };
  double sum = 0;
  if (text_.size() <= kTop) {
    for (const double d : text_) sum += d;
    return sum;
  }
  std::nth_element(text_.begin(), text_.begin() + (kTop - 1), text_.end(), larger);
  const double least = std::abs(text_[kTop - 1]);
  double even_sum = 0, evens = 0, places = kTop;
  for (const double d : text_) {
    if (std::abs(d) > least) {
      sum += d;
      --places;
    } else if (std::abs(d) == least) {
      even_sum += d;
      ++evens;
    }
  }
  return sum + even_sum / evens * places;
}

void HeardTerms::fill(std::span<double> out) {
  Zone text, words;
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    const Zone& zone = zones_[z];
    out[RuleParts::kZones + z] = mean_of(zone.strong_sum, zone.strong, kStrongScale);
    if (parts_.zones[z].in_text) {
      text.sum += zone.sum;
      text.seen += zone.seen;
      text.strong_sum += zone.strong_sum;
      text.strong += zone.strong;
    }
    if (parts_.zones[z].in_words) {
      words.seen += zone.seen;
      words.unseen += zone.unseen;
    }
  }
  out[RuleParts::kBias] = 1;
  out[RuleParts::kText] = mean_of(text.sum, text.seen, kMeanScale);
  out[RuleParts::kTextStrong] = mean_of(text.strong_sum, text.strong, kStrongScale);
  out[RuleParts::kTextTop] = top_sum() / kTop / kStrongScale;
  const auto seen = static_cast<double>(words.seen), unseen = static_cast<double>(words.unseen);
  out[parts_.length()] = (std::log(seen + 1) - 4.5) / 0.7;
  out[parts_.unseen()] = (unseen / (seen + unseen + 1) - 0.07) / 0.1;
}

double log_odds(std::span<const double> log_joint, std::size_t k) {
  if (log_joint.size() == 2) return log_joint[k] - log_joint[1 - k];
  std::vector<double> rest(log_joint.begin(), log_joint.end());
  rest[k] = kLogZero;
  return log_joint[k] - log_sum_exp(rest);
}

LogChances log_chances(double logit) {
  const double small = std::log1p(std::exp(-std::abs(logit)));
  return logit >= 0 ? LogChances{-small, -logit - small} : LogChances{logit - small, -small};
}

RuleScorer::RuleScorer(const Estimates& estimates)
    : rule_(estimates.rule),
      classes_(estimates.classes.size()),
      told_(told_classes(classes_)),
      maps_(rule_.parts.zones.size()),
      heard_(told_, HeardTerms(rule_.parts)),
      parts_(told_ * rule_.parts.size()) {}

void RuleScorer::listen(const FeatureEstimate& feature, const Batch& batch, const Column& column) {
  const auto& table = std::get<LeaningTable>(feature.table);
  const Terms& terms = as_terms(batch, column, feature.columns[0]);
  zones_.push_back({&terms, &table.leanings, &maps_[zones_.size()].codes_in(*table.terms, terms)});
}

std::span<const double> RuleScorer::parts_of(std::int64_t row) {
  for (HeardTerms& heard : heard_) heard.clear();
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    const Heard& zone = zones_[z];
    if (!zone.terms->validity.at(row)) continue;
    zone.terms->for_each(row, [&](std::int32_t code, std::int32_t) {
      const std::int32_t number = (*zone.numbers)[static_cast<std::size_t>(code)];
      for (std::size_t told = 0; told < told_; ++told) {
        if (number < 0) {
          heard_[told].hear_unseen(z);
        } else {
          heard_[told].hear(z, (*zone.leanings)[static_cast<std::size_t>(number) * told_ + told]);
        }
      }
    });
  }
  const std::size_t parts = rule_.parts.size();
  for (std::size_t told = 0; told < told_; ++told) {
    heard_[told].fill(std::span(parts_).subspan(told * parts, parts));
  }
  return parts_;
}

double RuleScorer::weighted(std::size_t told) const {
  const std::size_t first = told * rule_.parts.size();
  double sum = 0;
  for (std::size_t part = 0; part < rule_.parts.size(); ++part) {
    sum += rule_.weights[first + part] * parts_[first + part];
  }
  return sum;
}

void RuleScorer::finish(std::int64_t rows, std::span<double> log_joint) {
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::span<double> own =
        log_joint.subspan(static_cast<std::size_t>(row) * classes_, classes_);
    if (*std::max_element(own.begin(), own.end()) == kLogZero) continue;
    parts_of(row);
    std::vector<LogChances> chances;
    for (std::size_t told = 0; told < told_; ++told) {
      chances.push_back(log_chances(log_odds(own, told_class(told, classes_)) + weighted(told)));
    }
    if (classes_ == 2) {
      own[0] = chances[0].log_rest;
      own[1] = chances[0].log_p;
    } else {
      for (std::size_t k = 0; k < classes_; ++k) own[k] = chances[k].log_p;
    }
  }
}

}  // namespace tally
