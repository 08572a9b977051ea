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

// A text of more tokens than the mean is heard as one of the mean length.
std::vector<double> scales_of(const Batch& features) {
  std::vector<double> tokens(static_cast<std::size_t>(features.rows));
  for (const NamedColumn& column : features.columns) {
    const auto* const terms = std::get_if<Terms>(&column.values);
    if (terms == nullptr) continue;
    for (std::int64_t row = 0; row < features.rows; ++row) {
      double& sum = tokens[static_cast<std::size_t>(row)];
      terms->for_each(row, [&](std::int32_t, std::int32_t times) { sum += times; });
    }
  }
  double all = 0, rows = 0;
  for (const double one : tokens) {
    all += one;
    rows += one > 0 ? 1 : 0;
  }
  for (double& one : tokens) one = one * rows > all ? all / rows / one : 1;
  return tokens;
}

bool is_text(const NamedColumn& column) { return std::holds_alternative<Terms>(column.values); }

Batch texts_alone(Batch batch) {
  std::erase_if(batch.columns, [](const NamedColumn& column) { return !is_text(column); });
  return batch;
}

// The same rows, with texts that have no term but are not missing for that.
Batch without_terms(Batch batch, const std::vector<std::int64_t>& starts) {
  for (NamedColumn& column : batch.columns) {
    if (auto* const terms = std::get_if<Terms>(&column.values)) terms->starts = starts.data();
  }
  return batch;
}

Schema texts_alone(Schema schema) {
  std::erase_if(schema.columns, [](const ColumnSchema& column) {
    return column.role == Role::kExposure ||
           (column.role == Role::kFeature && !column.is_a(Family::kText));
  });
  return validated(std::move(schema));
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

// What the terms add to the answers without them counts by the scale of each row.
void hear_less(const Posteriors& bare, std::span<const double> scales, Posteriors& answer) {
  const std::size_t K = answer.classes;
  std::vector<double> log_posterior(K);
  for (std::int64_t i = 0; i < answer.rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::span<double> joint = std::span(answer.log_joint).subspan(at * K, K);
    for (std::size_t k = 0; k < K; ++k) {
      const double without = bare.joint_of(i)[k];
      if (joint[k] != kLogZero) joint[k] = without + scales[at] * (joint[k] - without);
    }
    answer.log_evidence[at] =
        normalise(joint, std::span(answer.posterior).subspan(at * K, K), log_posterior);
  }
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
  if (!outside_.has_text()) return;
  question_.lambda = kLambdaOfTexts;
  scales_ = scales_of(features_);
  no_terms_.assign(static_cast<std::size_t>(rows.size()) + 1, 0);
  texts_ = texts_alone(labelled_.schema());
}

Counts Em::counted(const Weigh& weigh, double unit) const {
  const std::size_t K = classes();
  const auto dictionary = std::make_shared<const Dictionary>(labels_);
  const auto cells = static_cast<std::int64_t>(K * features_.columns.size());
  std::vector<Counts> pieces(static_cast<std::size_t>(workers_for(rows_.size(), cells, threads_)),
                             Counts(labelled_.schema()));
  std::vector<Counts> of_texts;
  if (has_texts()) of_texts.assign(pieces.size(), Counts(texts_));
  const auto count = [&](std::int64_t begin, std::int64_t end, int worker) {
    const auto size = static_cast<std::size_t>(end - begin);
    std::vector<double> all(size * K), of_class(size);
    for (std::size_t i = 0; i < size; ++i) {
      weigh(static_cast<std::size_t>(begin) + i, std::span(all).subspan(i * K, K));
    }
    // The rows stay where they are; class and weights beside them are others each time.
    const Batch rows = slice(features_, begin, end);
    std::vector<std::int32_t> codes(size);
    const auto add = [&](Batch batch, Counts& counts) {
      batch.columns.push_back({labelled_.schema().target().name, Codes::of(codes, dictionary)});
      batch.columns.push_back({weight_, Numbers::of(of_class)});
      counts.add(batch);
    };
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t i = 0; i < size; ++i) of_class[i] = all[i * K + k];
      std::fill(codes.begin(), codes.end(), static_cast<std::int32_t>(k));
      Counts& counts = pieces[static_cast<std::size_t>(worker)];
      if (!has_texts()) {
        add(rows, counts);
        continue;
      }
      add(without_terms(rows, no_terms_), counts);
      for (std::size_t i = 0; i < size; ++i) {
        const double scale = scales_[static_cast<std::size_t>(begin) + i];
        if (scale < 1) of_class[i] = std::floor(of_class[i] * scale / unit) * unit;
      }
      add(texts_alone(rows), of_texts[static_cast<std::size_t>(worker)]);
    }
  };
  in_shares(rows_.size(), cells, threads_, count);
  for (std::size_t i = 1; i < pieces.size(); ++i) pieces[0].merge(pieces[i], threads_);
  for (const Counts& texts : of_texts) {
    texts.for_each_row([&](const CountRow& row) {
      if (!row.tally.empty() && row.part != Part::kMissing) pieces[0].add_row(row);
    });
  }
  return std::move(pieces[0]);
}

Counts Em::expected(const ClassShares& shares, double weight) const {
  const std::size_t K = classes();
  const Units units(weights_, weight);
  const auto weigh = [&](std::size_t row, std::span<double> of_classes) {
    round_shares(std::span(shares).subspan(row * K, K), units.of(weights_[row]), of_classes);
    for (double& share : of_classes) share *= units.one();
  };
  return counted(weigh, units.one());
}

ClassShares Em::shares_by_rows(const std::vector<std::int64_t>& rows) const {
  const double of_all = std::ldexp(1, -std::ilogb(static_cast<double>(rows_.size())));
  const auto weigh = [&](std::size_t row, std::span<double> of_classes) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      of_classes[k] = of_all + (static_cast<std::size_t>(rows[k]) == row ? 1 : 0);
    }
  };
  const Counts start = counted(weigh, std::ldexp(of_all, -kBitsOfShare));
  ClassShares shares;
  share_out(Scorer(tables(start)), 1, shares);
  return shares;
}

Estimates Em::tables(const Counts& expected) const {
  Counts both = labelled_;
  both.merge(expected, threads_);
  Estimates tables = estimate(both, question_);
  std::erase_if(tables.features,
                [](const FeatureEstimate& feature) { return !has_objective(feature); });
  return tables;
}

double Em::share_out(const Scorer& scorer, double weight, ClassShares& shares) const {
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
    const Batch batch = slice(features_, begin, end);
    const Posteriors* answers = &inferences[at].infer(batch);
    Posteriors scaled;
    if (has_texts()) {
      scaled = *answers;
      const Posteriors& bare = inferences[at].infer(without_terms(batch, no_terms_));
      hear_less(bare, std::span(scales_).subspan(static_cast<std::size_t>(begin)), scaled);
      answers = &scaled;
    }
    const Posteriors& answer = *answers;
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

double Em::objective(const Estimates& tables, double weight, ClassShares& shares) const {
  const double unlabelled = share_out(Scorer(tables), weight, shares);
  return log_posterior(labelled_, tables, lambda()) + unlabelled;
}

ClassShares Em::shares_by_counts() const {
  ClassShares shares;
  share_out(Scorer(tables(Counts(labelled_.schema()))), 1, shares);
  return shares;
}

EmRun Em::run(ClassShares shares, double weight, int most_iterations) const {
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
