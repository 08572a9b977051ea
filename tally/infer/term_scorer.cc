// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/term_scorer.h"

#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/family/log_gamma.h"

namespace tally {

namespace {

constexpr double kCertain = std::numeric_limits<double>::infinity();

// What both tables do: their terms in the numbers of the batch, and what they knew.
template <class Table>
class TermScorerOf : public TermScorer {
 public:
  TermScorerOf(const FeatureEstimate& feature, const Table& table, std::size_t classes)
      : feature_(feature), table_(table), classes_(classes), own_(classes) {}

  const std::vector<double>& known() const override { return known_; }

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    const Terms& terms = as_terms(batch, *columns[0], feature_.columns[0]);
    const std::vector<std::int32_t>& numbers = map_.codes_in(*table_.terms, terms);
    known_.assign(static_cast<std::size_t>(batch.rows), 0);
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      if (!terms.validity.at(row)) continue;
      const auto r = static_cast<std::size_t>(row);
      known_[r] = add_row(terms, row, numbers);
      double* const out = &log_joint[r * classes_];
      for (std::size_t k = 0; k < classes_; ++k) out[k] += own_[k];
    }
  }

 protected:
  /// Puts the row's log-probabilities into own_ and gives the number of occurrences known.
  virtual double add_row(const Terms& terms, std::int64_t row,
                         const std::vector<std::int32_t>& numbers) = 0;

  /// Calls f(place of the term's first cell, x) for every known term; the sum of all x.
  template <class F>
  double for_each_known(const Terms& terms, std::int64_t row,
                        const std::vector<std::int32_t>& numbers, F&& f) const {
    double length = 0;
    terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
      const std::int32_t number = numbers[static_cast<std::size_t>(code)];
      if (number < 0) return;
      const double x = table_.once ? 1 : times;
      length += x;
      f(static_cast<std::size_t>(number) * classes_, x);
    });
    return length;
  }

  const FeatureEstimate& feature_;
  const Table& table_;
  std::size_t classes_;
  TermMap map_;
  std::vector<double> own_;    // [class], of the row at hand
  std::vector<double> known_;  // [row]
};

class WeightScorer : public TermScorerOf<TermTable> {
 public:
  WeightScorer(const FeatureEstimate& feature, const TermTable& table)
      : TermScorerOf(feature, table, table.base.size()) {
    for (const std::int64_t certain : table.certain) any_certain_ = any_certain_ || certain > 0;
  }

 protected:
  double add_row(const Terms& terms, std::int64_t row,
                 const std::vector<std::int32_t>& numbers) override {
    own_ = table_.base;
    if (any_certain_) return add_with_certain(terms, row, numbers);
    return for_each_known(terms, row, numbers, [&](std::size_t first, double x) {
      const double* const weights = &table_.weights[first];
      for (std::size_t k = 0; k < classes_; ++k) own_[k] += x * weights[k];
    });
  }

 private:
  double add_with_certain(const Terms& terms, std::int64_t row,
                          const std::vector<std::int32_t>& numbers) {
    std::vector<std::int64_t> absent = table_.certain;
    const double length = for_each_known(terms, row, numbers, [&](std::size_t first, double x) {
      for (std::size_t k = 0; k < classes_; ++k) {
        const double weight = table_.weights[first + k];
        if (weight == kCertain) {
          --absent[k];
        } else {
          own_[k] += x * weight;
        }
      }
    });
    for (std::size_t k = 0; k < classes_; ++k) {
      if (absent[k] > 0) own_[k] = kLogZero;
    }
    return length;
  }

  bool any_certain_ = false;
};

class PolyaTermScorer : public TermScorerOf<TermPolyaTable> {
 public:
  PolyaTermScorer(const FeatureEstimate& feature, const TermPolyaTable& table)
      : TermScorerOf(feature, table, table.a_sum.size()) {}

 protected:
  double add_row(const Terms& terms, std::int64_t row,
                 const std::vector<std::int32_t>& numbers) override {
    own_.assign(classes_, 0);
    const double length = for_each_known(terms, row, numbers, [&](std::size_t first, double x) {
      for (std::size_t k = 0; k < classes_; ++k) own_[k] += log_rising(table_.a[first + k], x);
    });
    for (std::size_t k = 0; k < classes_; ++k) {
      own_[k] -= log_rising(table_.a_sum[k], length);
      if (std::isnan(own_[k])) own_[k] = kLogZero;  // as for counts near the end of the doubles
    }
    return length;
  }
};

}  // namespace

std::unique_ptr<TermScorer> make_term_scorer(const FeatureEstimate& feature,
                                             const TermTable& table) {
  return std::make_unique<WeightScorer>(feature, table);
}

std::unique_ptr<TermScorer> make_term_scorer(const FeatureEstimate& feature,
                                             const TermPolyaTable& table) {
  return std::make_unique<PolyaTermScorer>(feature, table);
}

std::unique_ptr<TermScorer> make_term_scorer(const FeatureEstimate& feature) {
  if (const auto* weights = std::get_if<TermTable>(&feature.table)) {
    return make_term_scorer(feature, *weights);
  }
  if (const auto* polya = std::get_if<TermPolyaTable>(&feature.table)) {
    return make_term_scorer(feature, *polya);
  }
  return nullptr;
}

const Terms& as_terms(const Batch& batch, const Column& column, const std::string& name) {
  const auto* const terms = std::get_if<Terms>(&column);
  if (terms == nullptr)
    refuse_cell(batch, 0, name, "the terms of a text", "another kind of column");
  return *terms;
}

}  // namespace tally
