// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/feature_rank.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tally/assess/family_choice.h"
#include "tally/assess/rank/feature_information.h"

namespace tally {

namespace {

constexpr double kMostLoss = 700;    // of one row
constexpr double kManyRows = 50;     // to suspect a leak
constexpr double kLeakShare = 0.05;  // of the loss of the prior

// Weighted means of −log p of the truth.
class MeanLoss {
 public:
  void add(double weight, double p_truth) {
    weight_ += weight;
    sum_ += weight * std::min(-std::log(p_truth), kMostLoss);
  }
  double mean() const { return weight_ > 0 ? sum_ / weight_ : 0; }

 private:
  double weight_ = 0, sum_ = 0;
};

// Which features say the same, within the classes: sums of products, of which those of the classes'
// means are taken off in the end.
class Likeness {
 public:
  Likeness(std::size_t features, std::size_t classes)
      : F_(features), K_(classes), products_(F_ * F_), weights_(K_), sums_(K_ * F_ * K_) {}

  void add(std::span<const double> said, std::size_t truth, double weight) {
    said_.assign(said.begin(), said.end());
    for (std::size_t f = 0; f < F_; ++f) centre(std::span(said_).subspan(f * K_, K_));
    weights_[truth] += weight;
    for (std::size_t i = 0; i < F_ * K_; ++i) sums_[truth * F_ * K_ + i] += weight * said_[i];
    for (std::size_t f = 0; f < F_; ++f) {
      for (std::size_t g = 0; g <= f; ++g)
        products_[f * F_ + g] += weight * product(said_, 0, f, g);
    }
  }

  double correlation(std::size_t f, std::size_t g) const {
    const double of_both = std::sqrt(covariance(f, f)) * std::sqrt(covariance(g, g));
    return of_both > 0 ? std::clamp(covariance(f, g) / of_both, -1.0, 1.0) : 0;
  }

 private:
  // What is impossible in a class counts as little more than unlikely.
  static void centre(std::span<double> said) {
    temper(said);
    double sum = 0;
    for (const double one : said) sum += one;
    for (double& one : said) one -= sum / static_cast<double>(said.size());
  }

  double product(const std::vector<double>& all, std::size_t begin, std::size_t f,
                 std::size_t g) const {
    double sum = 0;
    for (std::size_t k = 0; k < K_; ++k) sum += all[begin + f * K_ + k] * all[begin + g * K_ + k];
    return sum;
  }

  // Digits that cancel are no spread.
  double covariance(std::size_t f, std::size_t g) const {
    double out = products_[std::max(f, g) * F_ + std::min(f, g)];
    const double whole = std::abs(out);
    for (std::size_t y = 0; y < K_; ++y) {
      if (weights_[y] > 0) out -= product(sums_, y * F_ * K_, f, g) / weights_[y];
    }
    return std::abs(out) <= 1e-9 * whole ? 0 : out;
  }

  std::size_t F_, K_;
  std::vector<double> products_;  // [f · F + g], g up to f
  std::vector<double> weights_;   // [class]
  std::vector<double> sums_;      // [class of the row · F · K + f · K + class]
  std::vector<double> said_;
};

std::size_t place_of_greatest(std::span<const double> p) {
  return static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
}

// Losses with all features, without each, with each alone and with none.
class Losses {
 public:
  Losses(std::size_t features, std::size_t classes)
      : F_(features), K_(classes), without_(F_), alone_(F_), likeness_(F_, K_), p_(K_) {}

  void add(const FeatureVoices& voices, const FeatureVoices::Said& said, std::size_t truth,
           double weight) {
    // Sums of those before and those behind: −inf could not be taken off again.
    std::vector<double> before((F_ + 1) * K_), behind((F_ + 1) * K_);
    std::copy(said.before.begin(), said.before.end(), before.begin());
    for (std::size_t i = 0; i < F_ * K_; ++i) before[i + K_] = before[i] + said.said[i];
    for (std::size_t i = F_ * K_; i > 0; --i) behind[i - 1] = behind[i - 1 + K_] + said.said[i - 1];
    const auto p_of = [&](auto&& sum_of) {
      std::vector<double> sum(K_);
      for (std::size_t k = 0; k < K_; ++k) sum[k] = sum_of(k);
      voices.answer(sum, p_);
      return p_[truth];
    };
    all_.add(weight, p_of([&](std::size_t k) { return before[F_ * K_ + k]; }));
    rows_ += weight;
    right_ += place_of_greatest(p_) == truth ? weight : 0;
    none_.add(weight, p_of([&](std::size_t k) { return said.prior[k]; }));
    for (std::size_t f = 0; f < F_; ++f) {
      without_[f].add(weight, p_of([&](std::size_t k) {
                        return before[f * K_ + k] + behind[(f + 1) * K_ + k];
                      }));
      alone_[f].add(weight,
                    p_of([&](std::size_t k) { return said.prior[k] + said.alone[f * K_ + k]; }));
    }
    likeness_.add(said.said, truth, weight);
  }

  double rows() const { return rows_; }
  void tell(FeatureRanking& out) const {
    out.rows = rows_;
    out.log_loss = all_.mean();
    out.log_loss_prior = none_.mean();
    out.accuracy = right_ / rows_;
    for (std::size_t f = 0; f < F_; ++f) {
      RankedFeature& feature = out.features[f];
      feature.log_loss_without = without_[f].mean();
      feature.gain = feature.log_loss_without - out.log_loss;
      feature.log_loss_alone = alone_[f].mean();
      for (std::size_t g = 0; g < F_; ++g) {
        const double r = g == f ? 0 : likeness_.correlation(f, g);
        if (r > feature.correlation) {
          feature.correlation = r;
          feature.most_alike = out.features[g].name;
        }
        if (g < f && r >= kAlike) out.alike.push_back({out.features[g].name, feature.name, r});
      }
    }
  }

 private:
  std::size_t F_, K_;
  MeanLoss all_, none_;
  std::vector<MeanLoss> without_, alone_;
  Likeness likeness_;
  double rows_ = 0, right_ = 0;
  std::vector<double> p_;
};

void refuse_texts(const Schema& schema) {
  if (!schema.has_text()) return;
  throw Error(ErrorKind::kUsage,
              "features are ranked of tables without a text, and this one has one");
}

// In label order. REQUIRES: the row has one.
std::size_t class_of(const std::vector<Counts::Class>& classes, const Column& target,
                     const Batch& rows, std::int64_t row, const std::string& name) {
  const std::optional<Label> label = cell_label(target, row);
  for (std::size_t k = 0; label && k < classes.size(); ++k) {
    if (classes[k].label == *label) return k;
  }
  throw Error(ErrorKind::kData, "found a row of no class that was counted", rows.place(row, name));
}

FeatureRanking ranked(const Model& model, const Question& question, const Batch& rows,
                      RankedRows are, std::span<const std::int64_t> times) {
  const Counts& counts = model.counts;
  const Schema& schema = counts.schema();
  const std::vector<Counts::Class> classes = counts.classes();
  FeatureRanking out;
  out.answers = rule_of(question, model.rule);
  out.rule = out.answers == Rule::kNaive ? Rule::kNaive : Rule::kWeighted;
  out.rows_are = are;
  const auto voices = make_feature_voices(counts, rows, are, out.rule, question, model.rule);
  Losses losses(counts.tallies().size(), classes.size());
  const Column& target = *rows.find(schema.target().name);
  const Column* const weights =
      schema.weight() == nullptr ? nullptr : rows.find(schema.weight()->name);
  FeatureVoices::Said said;
  for (std::int64_t row = 0; row < rows.rows; ++row) {
    const std::size_t truth = class_of(classes, target, rows, row, schema.target().name);
    const double weight = weights == nullptr ? 1 : std::get<Numbers>(*weights).at(row);
    ExactSum left = classes[truth].weight;
    left.add(-weight);
    if (are == RankedRows::kLeftOut && left.is_zero()) continue;  // then it is no class
    voices->say(row, said);
    const double each =
        times.empty() ? 1 : static_cast<double>(times[static_cast<std::size_t>(row)]);
    losses.add(*voices, said, truth, each * weight);
  }
  if (!(losses.rows() > 0)) throw Error(ErrorKind::kData, "there is no row to rank features by");
  const RuleFeatures features = rule_features(counts);
  for (const Tally& tally : counts.tallies()) {
    RankedFeature& feature = out.features.emplace_back();
    feature.name = tally.name();
    feature.family = tally.family();
    feature.information = information_of(counts, tally, features);
    feature.is_suspect = decides_target(counts, tally);
  }
  losses.tell(out);
  out.class_information = class_entropy(counts);
  for (RankedFeature& feature : out.features) {
    feature.is_suspect =
        feature.is_suspect || (out.rows >= kManyRows && out.log_loss_prior > 0 &&
                               feature.log_loss_alone < kLeakShare * out.log_loss_prior);
  }
  std::sort(out.features.begin(), out.features.end(),
            [](const RankedFeature& a, const RankedFeature& b) {
              return std::tuple(-a.gain, -a.information.value_or(-1), a.name) <
                     std::tuple(-b.gain, -b.information.value_or(-1), b.name);
            });
  std::sort(out.alike.begin(), out.alike.end(), [](const AlikeFeatures& a, const AlikeFeatures& b) {
    return std::tuple(-a.correlation, a.first, a.second) <
           std::tuple(-b.correlation, b.first, b.second);
  });
  return out;
}

}  // namespace

FeatureRanking rank_features(const Model& model, const Question& question) {
  refuse_texts(model.counts.schema());
  if (model.sample.rows().empty()) {
    throw Error(ErrorKind::kUsage,
                "the model keeps no sample of rows to rank its features by: name rows");
  }
  const Batch batch = batch_of(model.sample, model.counts.schema());
  return ranked(model, question, batch, RankedRows::kLeftOut, times_of(model.sample));
}

FeatureRanking rank_features(const Model& model, const Question& question, const Batch& rows,
                             RankedRows are) {
  refuse_texts(model.counts.schema());
  return ranked(model, question, rows, are, {});
}

}  // namespace tally
