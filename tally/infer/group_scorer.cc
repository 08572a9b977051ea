// SPDX-License-Identifier: Apache-2.0
// Multinomial groups: the counts of a row's terms, plugged in or with the probabilities integrated
// out. A missing cell, like a count of zero, contributes nothing.
#include <cmath>

#include "tally/base/log_math.h"
#include "tally/family/log_gamma.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

namespace {

// Calls f(row, term, x) for every count x > 0, term by term.
template <class F>
void for_each_count(const FeatureEstimate& feature, const Batch& batch,
                    std::span<const Column* const> columns, F&& f) {
  for (std::size_t term = 0; term < columns.size(); ++term) {
    const std::string& name = feature.columns[term];
    for_each_number(as_numbers(batch, *columns[term], name), batch.rows,
                    [&](std::int64_t row, double x) {
                      require_count(batch, row, name, x);
                      if (x > 0) f(static_cast<std::size_t>(row), term, x);
                    });
  }
}

void add_all(std::span<const double> from, std::span<double> to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

class PlugInScorer : public FeatureScorer {
 public:
  PlugInScorer(const FeatureEstimate& feature, const MultinomialTable& table, std::size_t classes)
      : feature_(feature), table_(table), classes_(classes) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    own_.assign(log_joint.size(), 0);
    for_each_count(feature_, batch, columns, [&](std::size_t row, std::size_t term, double x) {
      double* const out = &own_[row * classes_];
      const double* const log_p = &table_.log_p[term * classes_];
      for (std::size_t k = 0; k < classes_; ++k) out[k] += times_log(x, log_p[k]);
    });
    add_all(own_, log_joint);
  }

 private:
  const FeatureEstimate& feature_;
  const MultinomialTable& table_;
  std::size_t classes_;
  std::vector<double> own_;  // [row · K + class]: the group's terms are summed before the features
};

class PolyaScorer : public FeatureScorer {
 public:
  PolyaScorer(const FeatureEstimate& feature, const PolyaTable& table)
      : feature_(feature), table_(table), classes_(table.a_sum.size()) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    own_.assign(log_joint.size(), 0);
    length_.assign(static_cast<std::size_t>(batch.rows), 0);
    for_each_count(feature_, batch, columns, [&](std::size_t row, std::size_t term, double x) {
      length_[row] += x;
      double* const out = &own_[row * classes_];
      const double* const a = &table_.a[term * classes_];
      for (std::size_t k = 0; k < classes_; ++k) out[k] += log_rising(a[k], x);
    });
    for (std::size_t row = 0; row < length_.size(); ++row) {
      for (std::size_t k = 0; k < classes_; ++k) {
        double& log_p = own_[row * classes_ + k];
        log_p -= log_rising(table_.a_sum[k], length_[row]);
        // Counts near the end of a double's range make both terms infinite.
        if (std::isnan(log_p)) log_p = kLogZero;
      }
    }
    add_all(own_, log_joint);
  }

 private:
  const FeatureEstimate& feature_;
  const PolyaTable& table_;
  std::size_t classes_;
  std::vector<double> own_;     // [row · K + class]
  std::vector<double> length_;  // [row]: L
};

}  // namespace

std::unique_ptr<FeatureScorer> make_group_scorer(const FeatureEstimate& feature,
                                                 const MultinomialTable& table,
                                                 std::size_t classes) {
  return std::make_unique<PlugInScorer>(feature, table, classes);
}

std::unique_ptr<FeatureScorer> make_group_scorer(const FeatureEstimate& feature,
                                                 const PolyaTable& table) {
  return std::make_unique<PolyaScorer>(feature, table);
}

}  // namespace tally
