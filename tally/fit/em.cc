// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/em.h"

#include <algorithm>
#include <cmath>

#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/base/parallel.h"
#include "tally/fit/em_objective.h"

namespace tally {

namespace {

constexpr int kBitsOfShare = 32;

// The question that is asked at every step; its λ is the one of the objective.
Question question_of_steps() { return Question{}; }

// The schema with these classes and a column of weights, which rows need that are in every class.
Schema schema_for_steps(Schema schema, const std::vector<Label>& labels) {
  for (ColumnSchema& column : schema.columns) {
    if (column.role == Role::kTarget) column.values = labels;
  }
  if (schema.weight() != nullptr) return validated(std::move(schema));
  ColumnSchema weight;
  weight.name = "weight";
  while (schema.find(weight.name) != nullptr) weight.name += "_";
  weight.role = Role::kWeight;
  schema.columns.push_back(weight);
  return validated(std::move(schema));
}

// The same sums under a schema of the same tallies.
Counts under(const Schema& schema, const Counts& counts) {
  Counts out(schema);
  counts.for_each_row([&](const CountRow& row) { out.add_row(row); });
  return out;
}

std::vector<double> weights_of(const UnlabelledRows& rows) {
  std::vector<double> out;
  for (std::int64_t row = 0; row < rows.size(); ++row) out.push_back(rows.weight(row));
  return out;
}

// What a share is a multiple of, a power of two: a fraction of what a row weighs on average.
class Units {
 public:
  Units(std::span<const double> weights, double weight) : weight_(weight) {
    ExactSum sum;
    for (const double w : weights) sum.add(w);
    const double mean = weight * sum.to_double() / static_cast<double>(weights.size());
    unit_ = std::ldexp(1, std::ilogb(mean) - kBitsOfShare);
  }
  double one() const { return unit_; }
  // Those of a row of this weight: never none.
  double of(double weight) const { return std::max(1.0, std::round(weight_ * weight / unit_)); }

 private:
  double weight_, unit_;
};

// Units for each class, which add up to those of the row: what is left over goes to the greatest share.
void round_shares(std::span<const double> shares, double units, std::span<double> out) {
  const auto greatest =
      static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
  double left = units;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    out[k] = k == greatest ? 0 : std::floor(shares[k] * units);
    left -= out[k];
  }
  out[greatest] = std::max(left, 0.0);
}

}  // namespace

Em::Em(const Counts& labelled, const UnlabelledRows& rows, int threads)
    : rows_(rows),
      threads_(threads),
      features_(rows.features()),
      weights_(weights_of(rows)),
      outside_(schema_of_expected(labelled.schema())),
      labels_(labelled.class_labels()),
      labelled_(schema_for_steps(outside_, labels_)) {
  if (rows.size() == 0) throw Error(ErrorKind::kData, "there is no row without a class");
  if (labels_.empty()) {
    throw Error(ErrorKind::kData,
                "there is no class that rows without one could belong to: fit or learn rows with a "
                "target first");
  }
  const auto most = UnlabelledRows::kMostCells / static_cast<std::int64_t>(labels_.size());
  if (rows.size() > most) {
    throw Error(ErrorKind::kData,
                "there are more than " + std::to_string(most) +
                    " rows without a class, whose shares of each class are held in memory: take a "
                    "part of them");
  }
  labelled_ = under(labelled_.schema(), labelled.recast(outside_));
  weight_ = labelled_.schema().weight()->name;
}

Counts Em::counted(const Weigh& weigh) const {
  const std::size_t K = classes();
  const auto dictionary = std::make_shared<const Dictionary>(labels_);
  const auto cells = static_cast<std::int64_t>(K * features_.columns.size());
  std::vector<Counts> pieces(static_cast<std::size_t>(workers_for(rows_.size(), cells, threads_)),
                             Counts(labelled_.schema()));
  const auto count = [&](std::int64_t begin, std::int64_t end, int worker) {
    const auto size = static_cast<std::size_t>(end - begin);
    std::vector<double> all(size * K), of_class(size);
    for (std::size_t i = 0; i < size; ++i) {
      weigh(static_cast<std::size_t>(begin) + i, std::span(all).subspan(i * K, K));
    }
    // The rows stay where they are; class and weights beside them are others each time.
    Batch batch = slice(features_, begin, end);
    const std::size_t target = batch.columns.size();
    batch.columns.resize(target + 2);
    std::vector<std::int32_t> codes(size);
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t i = 0; i < size; ++i) of_class[i] = all[i * K + k];
      std::fill(codes.begin(), codes.end(), static_cast<std::int32_t>(k));
      batch.columns[target] = {labelled_.schema().target().name, Codes::of(codes, dictionary)};
      batch.columns[target + 1] = {weight_, Numbers::of(of_class)};
      pieces[static_cast<std::size_t>(worker)].add(batch);
    }
  };
  in_shares(rows_.size(), cells, threads_, count);
  for (std::size_t i = 1; i < pieces.size(); ++i) pieces[0].merge(pieces[i], threads_);
  return std::move(pieces[0]);
}

Counts Em::expected(const Shares& shares, double weight) const {
  const std::size_t K = classes();
  const Units units(weights_, weight);
  return counted([&](std::size_t row, std::span<double> of_classes) {
    round_shares(std::span(shares).subspan(row * K, K), units.of(weights_[row]), of_classes);
    for (double& share : of_classes) share *= units.one();
  });
}

Shares Em::shares_by_rows(const std::vector<std::int64_t>& rows) const {
  const double of_all = std::ldexp(1, -std::ilogb(static_cast<double>(rows_.size())));
  const Counts start = counted([&](std::size_t row, std::span<double> of_classes) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      of_classes[k] = of_all + (static_cast<std::size_t>(rows[k]) == row ? 1 : 0);
    }
  });
  Shares shares;
  share_out(Scorer(tables(start)), 1, shares);
  return shares;
}

Estimates Em::tables(const Counts& expected) const {
  Counts both = labelled_;
  both.merge(expected, threads_);
  Estimates tables = estimate(both, question_of_steps());
  std::erase_if(tables.features,
                [](const FeatureEstimate& feature) { return !has_objective(feature); });
  return tables;
}

double Em::share_out(const Scorer& scorer, double weight, Shares& shares) const {
  const std::size_t K = classes();
  shares.resize(static_cast<std::size_t>(rows_.size()) * K);
  const auto cells = static_cast<std::int64_t>(K * features_.columns.size());
  const auto workers = static_cast<std::size_t>(workers_for(rows_.size(), cells, threads_));
  std::vector<Inference> inferences;
  for (std::size_t i = 0; i < workers; ++i) inferences.emplace_back(scorer);
  std::vector<ExactSum> sums(workers);
  std::vector<char> impossible(workers);
  const std::vector<double>& log_prior = scorer.estimates().log_prior;
  const Units units(weights_, weight);
  in_shares(rows_.size(), cells, threads_, [&](std::int64_t begin, std::int64_t end, int worker) {
    const auto at = static_cast<std::size_t>(worker);
    const Posteriors& answer = inferences[at].infer(slice(features_, begin, end));
    for (std::int64_t i = 0; i < answer.rows; ++i) {
      const auto row = static_cast<std::size_t>(begin + i);
      for (std::size_t k = 0; k < K; ++k) {
        shares[row * K + k] =
            answer.impossible(i) ? std::exp(log_prior[k]) : answer.posterior_of(i)[k];
      }
      if (answer.impossible(i)) {
        impossible[at] = 1;
      } else {
        sums[at].add_product(units.of(weights_[row]) * units.one(),
                             answer.log_evidence[static_cast<std::size_t>(i)]);
      }
    }
  });
  if (std::find(impossible.begin(), impossible.end(), 1) != impossible.end()) return kLogZero;
  for (std::size_t i = 1; i < workers; ++i) sums[0] += sums[i];
  return sums[0].to_double();
}

double Em::objective(const Estimates& tables, double weight, Shares& shares) const {
  const double unlabelled = share_out(Scorer(tables), weight, shares);
  return log_posterior(labelled_, tables, question_of_steps().lambda) + unlabelled;
}

Shares Em::shares_by_counts() const {
  Shares shares;
  share_out(Scorer(tables(Counts(labelled_.schema()))), 1, shares);
  return shares;
}

EmRun Em::run(Shares shares, double weight, int most_iterations) const {
  EmRun run{Counts(outside_), {}};
  for (int i = 0; i < most_iterations; ++i) {
    const Counts sums = expected(shares, weight);
    run.objective.push_back(objective(tables(sums), weight, shares));
    const bool is_last = i + 1 == most_iterations;
    const double gain =
        i == 0 ? 0
               : run.objective[run.objective.size() - 1] - run.objective[run.objective.size() - 2];
    if (is_last || (i > 0 && gain <= kLeastGain * std::abs(run.objective.back()))) {
      run.expected = under(outside_, sums);
      break;
    }
  }
  return run;
}

}  // namespace tally
