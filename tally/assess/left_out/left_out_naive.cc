// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_naive.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tally/assess/left_out/left_out_law.h"
#include "tally/assess/left_out/left_out_values.h"
#include "tally/assess/rank/columns_by_name.h"
#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/prior.h"

namespace tally {

struct LeftOutNaive::Feature {
  virtual ~Feature() = default;
  // Whether it says something. The row is of class `own` and weighs `weight`, which is w.
  virtual bool say(std::int64_t row, std::size_t own, const ExactSum& weight, double w,
                   std::span<double> said) = 0;
};

struct LeftOutNaive::Values final : Feature {
  Values(const ValueTally& tally, const std::vector<std::int32_t>& codes, const Column& column,
         std::int64_t rows)
      : values(tally, codes, column, rows) {}

  bool say(std::int64_t row, std::size_t own, const ExactSum& weight, double,
           std::span<double> said) override {
    if (!values.leave_out(row, own, weight)) return false;
    for (std::size_t k = 0; k < said.size(); ++k) {
      const Shares shares(values.totals()[k], static_cast<double>(values.possible()),
                          effective_lambda({}));
      said[k] = shares.log_share(values.in_value()[k]);
    }
    return true;
  }

  LeftOutValues values;
};

struct LeftOutNaive::Law final : Feature {
  Law(const Tally& tally, const std::vector<std::int32_t>& codes, const Column& column,
      const Column* exposures)
      : law(tally, codes, {}),
        numbers(std::get<Numbers>(column)),
        exposure(exposures == nullptr ? nullptr : &std::get<Numbers>(*exposures)) {}

  bool say(std::int64_t row, std::size_t own, const ExactSum&, double w,
           std::span<double> said) override {
    const double x = numbers.at(row), e = exposure == nullptr ? 1 : exposure->at(row);
    return !std::isnan(x) && !std::isnan(e) && law.say({own, w, x, e}, said);
  }

  LeftOutLaw law;
  const Numbers& numbers;
  const Numbers* exposure;
};

struct LeftOutNaive::Group final : Feature {
  Group(const ValueTally& of_terms, const std::vector<std::int32_t>& class_codes,
        const ColumnsByName& columns)
      : tally(of_terms), codes(class_codes) {
    for (const std::string& name : tally.spec().columns) {
      terms.push_back({&std::get<Numbers>(columns[name]), tally.find_slot(Label::of(name))});
    }
    for (const std::int32_t code : codes) all.push_back(tally.total(code));
  }

  bool say(std::int64_t row, std::size_t own, const ExactSum&, double w,
           std::span<double> said) override {
    ExactSum total = all[own];
    for (const Term& term : terms) {
      const double x = term.counts->at(row);
      if (x > 0) total.add_product(-w, x);
    }
    for (std::size_t k = 0; k < said.size(); ++k) {
      const Shares shares(k == own ? total : all[k], static_cast<double>(tally.possible_values()),
                          effective_lambda({}));
      said[k] = 0;
      for (const Term& term : terms) {
        const double x = term.counts->at(row);
        if (!(x > 0)) continue;
        ExactSum n = tally.at(codes[k], term.slot);
        if (k == own) n.add_product(-w, x);
        said[k] += times_log(x, shares.log_share(n));
      }
    }
    return true;
  }

  struct Term {
    const Numbers* counts;
    std::int32_t slot;
  };
  const ValueTally& tally;
  const std::vector<std::int32_t>& codes;
  std::vector<Term> terms;
  std::vector<ExactSum> all;  // [class]: M
};

LeftOutNaive::LeftOutNaive(const Counts& counts, std::vector<Counts::Class> classes,
                           const Batch& rows)
    : rows_(rows), classes_(std::move(classes)), codes_(codes_of(classes_)) {
  const ColumnsByName columns(rows);
  for (const Tally& tally : counts.tallies()) {
    const TallySpec& spec = tally.spec();
    switch (facts_of(tally.family()).cells) {
      case CellKind::kLabel:
      case CellKind::kTruth:
      case CellKind::kBin:
        features_.push_back(std::make_unique<Values>(values_of(tally), codes_,
                                                     columns[spec.columns[0]], rows.rows));
        break;
      case CellKind::kNumber:
        features_.push_back(
            std::make_unique<Law>(tally, codes_, columns[spec.columns[0]],
                                  spec.exposure.empty() ? nullptr : &columns[spec.exposure]));
        break;
      case CellKind::kGroup:
        features_.push_back(std::make_unique<Group>(values_of(tally), codes_, columns));
        break;
      case CellKind::kTerms:
        break;  // text_rule/left_out_naive_texts.h
    }
  }
  said_.resize(classes_.size());
  posterior_.resize(classes_.size());
  log_posterior_.resize(classes_.size());
}

LeftOutNaive::~LeftOutNaive() = default;

bool LeftOutNaive::can_answer(const Question& question, Rule answers, const Schema& schema) {
  Question naive = question;
  naive.rule = Rule::kNaive;
  return answers == Rule::kNaive && naive == Question{} && !schema.has_text();
}

void LeftOutNaive::prior_without(std::size_t own, const ExactSum& weight) {
  classes_[own].weight -= weight;
  log_joint_ = log_prior(classes_, {});
  classes_[own].weight += weight;
}

std::span<const double> LeftOutNaive::say(std::int64_t row, std::size_t own, const ExactSum& weight,
                                          std::span<double> said) {
  prior_without(own, weight);
  const double w = weight.to_double();
  const std::size_t K = classes_.size();
  for (std::size_t f = 0; f < features_.size(); ++f) {
    const std::span<double> part = said.subspan(f * K, K);
    if (!features_[f]->say(row, own, weight, w, part)) std::fill(part.begin(), part.end(), 0.0);
  }
  return log_joint_;
}

std::span<const double> LeftOutNaive::posterior(std::int64_t row, std::size_t own,
                                                const ExactSum& weight) {
  prior_without(own, weight);
  const double w = weight.to_double();  // which it was made of
  for (const std::unique_ptr<Feature>& feature : features_) {
    if (!feature->say(row, own, weight, w, said_)) continue;
    for (std::size_t k = 0; k < said_.size(); ++k) log_joint_[k] += said_[k];
  }
  log_evidence_ = normalise(log_joint_, posterior_, log_posterior_);
  if (!(log_evidence_ < std::numeric_limits<double>::infinity())) {
    throw Error(ErrorKind::kData,
                "the model gives this row no probability that can be computed: its counts "
                "overflow the range of doubles",
                rows_.place(row, ""));
  }
  return posterior_;
}

}  // namespace tally
