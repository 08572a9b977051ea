// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/feature_voices.h"

#include <algorithm>
#include <map>
#include <optional>

#include "tally/assess.h"
#include "tally/assess/left_out/left_out_features.h"
#include "tally/assess/left_out/left_out_naive.h"
#include "tally/base/log_math.h"
#include "tally/estimate/leave_one_out.h"
#include "tally/inside/infer.h"

namespace tally {

namespace {

using Places = std::map<std::string, std::size_t, std::less<>>;

// The place of each tally, by name.
Places places_of(const Counts& counts) {
  Places out;
  for (std::size_t t = 0; t < counts.tallies().size(); ++t) {
    out.emplace(counts.tallies()[t].name(), t);
  }
  return out;
}

std::span<double> part_of(std::vector<double>& all, std::size_t place, std::size_t classes) {
  return std::span(all).subspan(place * classes, classes);
}

class NaiveVoices final : public FeatureVoices {
 public:
  NaiveVoices(const Counts& counts, const Batch& rows, RankedRows are, const Question& question)
      : classes_(counts.classes().size()), places_(places_of(counts)), rows_(rows) {
    if (are == RankedRows::kNew) {
      estimates_ = estimate(counts, question);
      return;
    }
    store_.emplace(counts.schema());
    store_->append(rows);
    if (LeftOutNaive::can_answer(question, Rule::kNaive, counts.schema())) {
      labels_ = counts.class_labels();
      looked_up_.emplace(counts, counts.classes(), rows);
    } else {
      others_.emplace(counts, std::vector<Question>{question});
    }
  }

  void say(std::int64_t row, Said& out) override {
    if (looked_up_) return look_up(row, out);
    if (!others_) return say(estimates_, rows_, row, out);
    // With dictionaries of its own, so that nobody looks up the labels of all other rows.
    const RowStore one = store_->gather({row});
    const Batch batch = one.batch();
    say(others_->without(batch)[0], batch, 0, out);
  }

  void answer(std::span<const double> sum, std::span<double> p) const override {
    std::vector<double> log_p(p.size());
    normalise(sum, p, log_p);
  }

 private:
  // As tables of all other rows would say it, to the bit.
  void look_up(std::int64_t row, Said& out) {
    const auto own = static_cast<std::size_t>(
        std::lower_bound(labels_.begin(), labels_.end(), store_->target(row)) - labels_.begin());
    ExactSum weight;
    weight.add(store_->weight(row));
    out.said.resize(places_.size() * classes_);
    const std::span<const double> prior = looked_up_->say(row, own, weight, out.said);
    out.before.assign(prior.begin(), prior.end());
    out.prior = out.before;
    out.alone = out.said;
  }

  void say(const Estimates& estimates, const Batch& batch, std::int64_t row, Said& out) const {
    out.before = out.prior = estimates.log_prior;
    out.said.assign(places_.size() * classes_, 0);
    for (const FeatureEstimate& feature : estimates.features) {
      feature_log_likelihood(feature, classes_, batch, row,
                             part_of(out.said, places_.at(feature.name), classes_));
    }
    out.alone = out.said;
  }

  std::size_t classes_;
  Places places_;
  const Batch& rows_;
  Estimates estimates_;                    // of new rows
  std::optional<LeftOutNaive> looked_up_;  // of those that are left out
  std::vector<Label> labels_;              // its classes
  std::optional<LeaveOneOut> others_;      // the same, of questions that cannot be looked up
  std::optional<RowStore> store_;
};

class WeightedVoices final : public FeatureVoices {
 public:
  WeightedVoices(const Counts& counts, const Batch& rows, RankedRows are, const Question& question,
                 std::span<const RuleWeight> rule)
      : places_(places_of(counts)),
        rows_(rows),
        question_(question),
        features_(rule_features(counts, nullptr, copies_of(rule))),
        weighted_(feature_weights(features_, rule)) {
    log_prior_ = log_prior_of(features_.classes, question_);
    set_shares(weighted_, features_.classes, log_prior_);
    if (are == RankedRows::kNew) {
      estimates_ = weighted_estimates(features_, question_, rule).features;
    } else {
      left_out_.emplace(counts.schema(), features_, rows);
    }
  }

  void say(std::int64_t row, Said& out) override {
    const std::size_t K = features_.classes.size();
    if (left_out_) {
      voices_.resize(features_.features.size() * K);
      left_out_->say(row, voices_);
      const std::vector<Counts::Class> left = left_out_->classes_without(row);
      log_prior_ = log_prior_of(left, question_);
      set_shares(weighted_, left, log_prior_);
    } else {
      say_new(row);
    }
    out.before = out.prior = log_prior_;
    for (std::size_t k = 0; k < K; ++k) out.before[k] += weighted_.biases[k];
    out.said.assign(places_.size() * K, 0);
    out.alone = out.said;
    for (std::size_t f = 0; f < features_.features.size(); ++f) {
      const RuleFeature& feature = features_.features[f];
      const auto place = places_.find(feature.tally->name());
      const bool is_of_one = place != places_.end();
      for (std::size_t k = 0; k < K; ++k) {
        const double voice = voices_[f * K + k];
        const std::size_t at = is_of_one ? place->second * K + k : k;
        (is_of_one ? out.said : out.before)[at] += weighted_.weights[f] * voice;
        if (is_of_one) out.alone[at] += feature.guess * voice;
      }
    }
  }

  void answer(std::span<const double> sum, std::span<double> p) const override {
    std::vector<double> log_p(p.size());
    normalise(sum, p, log_p);
    keep_off_zero(weighted_, p);
  }

 private:
  // What the tables say; a feature without one says nothing.
  void say_new(std::int64_t row) {
    const std::size_t K = features_.classes.size();
    voices_.assign(features_.features.size() * K, 0);
    auto next = estimates_.begin();
    for (std::size_t f = 0; f < features_.features.size(); ++f) {
      if (next == estimates_.end() || next->name != features_.features[f].name()) continue;
      const std::span<double> said = part_of(voices_, f, K);
      feature_log_likelihood(*next++, K, rows_, row, said);
      temper(said);
    }
  }

  Places places_;
  const Batch& rows_;
  Question question_;
  RuleFeatures features_;
  FeatureWeights weighted_;                 // with the shares of the row at hand
  std::vector<double> log_prior_;           // the same
  std::vector<FeatureEstimate> estimates_;  // of new rows
  std::optional<LeftOutFeatures> left_out_;
  std::vector<double> voices_;  // [feature · K + class]
};

}  // namespace

std::unique_ptr<FeatureVoices> make_feature_voices(const Counts& counts, const Batch& rows,
                                                   RankedRows are, Rule by,
                                                   const Question& question,
                                                   std::span<const RuleWeight> rule) {
  Question asked = question;
  asked.rule = by;
  if (by == Rule::kNaive) return std::make_unique<NaiveVoices>(counts, rows, are, asked);
  return std::make_unique<WeightedVoices>(counts, rows, are, asked, rule);
}

}  // namespace tally
