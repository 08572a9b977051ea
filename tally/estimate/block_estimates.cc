// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/block_estimates.h"

#include <array>
#include <limits>

#include "tally/estimate/prior.h"
#include "tally/estimate/share.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

constexpr std::size_t kSum = 0, kSquare = 1;

// A column of a block of numbers.
class ColumnSums : public SumsByClass {
 public:
  ColumnSums(const BlockCounts& counts, std::int64_t column) : counts_(counts), column_(column) {}

  std::size_t classes() const override { return static_cast<std::size_t>(counts_.classes()); }
  ExactSum at(std::size_t k, Part part) const override {
    const auto klass = static_cast<std::int64_t>(k);
    if (part == Part::kWeight) return counts_.rows_with_value(klass, column_);
    return counts_.sums()[part == Part::kSum ? kSum : kSquare].at(klass, column_);
  }

 private:
  const BlockCounts& counts_;
  std::int64_t column_;
};

Moments moments_of(const ExactSum& n, const ExactSum& sum, const ExactSum& square) {
  return n.sign() > 0 ? moments(n, sum, square, 0) : Moments{};
}

ColumnMoments column_moments(const ColumnSums& sums) {
  ColumnMoments out;
  ExactSum n, s, q;
  for (std::size_t k = 0; k < sums.classes(); ++k) {
    const ExactSum weight = sums.at(k, Part::kWeight);
    const ExactSum sum = sums.at(k, Part::kSum), square = sums.at(k, Part::kSquare);
    out.by_class.push_back(moments_of(weight, sum, square));
    n += weight;
    s += sum;
    q += square;
  }
  if (n.sign() > 0) out.overall = moments(n, s, q, 0);
  return out;
}

// The moments of the widest column of a single class.
Moments widest(const BlockCounts& rows) {
  Moments found;
  for (std::int64_t j = 0; j < rows.columns(); ++j) {
    const Moments column = moments_of(rows.rows_with_value(0, j), rows.sums()[kSum].at(0, j),
                                      rows.sums()[kSquare].at(0, j));
    if (column.deviation > found.deviation) found = column;
  }
  return found;
}

std::vector<double> rounded(const SumGrid& sums) {
  std::vector<double> out(sums.cells());
  sums.round_to(out.data());
  return out;
}

double lambda_at(std::span<const double> lambda, std::int64_t column) {
  return lambda.size() == 1 ? lambda.front() : lambda[static_cast<std::size_t>(column)];
}

// The shares of a total among all columns.
Shares among_columns(const ExactSum& total, std::span<const double> lambda, std::int64_t columns) {
  if (lambda.size() == 1) return Shares(total, static_cast<double>(columns), lambda.front());
  return Shares(total, lambda);
}

// What is worked out of the small integers of a table: most are met again and again. Sums of another kind are not what
// they are rounded to, and worked out each.
class KnownAnswers {
 public:
  explicit KnownAnswers(bool are_small) : are_small_(are_small) {
    known_.fill(std::numeric_limits<double>::quiet_NaN());
  }

  template <class Work>
  double of(double sum, Work&& work) {
    if (!are_small_ || sum >= kFew) return work();
    const auto place = static_cast<std::size_t>(sum);
    if (std::isnan(known_[place])) known_[place] = work();
    return known_[place];
  }

 private:
  static constexpr std::size_t kFew = 256;
  bool are_small_;
  std::array<double, kFew> known_;
};

// log((n + λ) / (N + S λ)) of the sums of a class, which are rounded to n.
void log_shares(const SumGrid& sums, std::int64_t klass, const double* n, const Shares& shares,
                std::span<const double> lambda, double* out) {
  KnownAnswers known(lambda.size() == 1 && sums.is_small());
  for (std::int64_t j = 0; j < sums.columns(); ++j) {
    const auto share = [&] {
      return shares.log_share(n[j], lambda_at(lambda, j), [&] { return sums.at(klass, j); });
    };
    out[j] = known.of(n[j], share);
  }
}

}  // namespace

std::vector<double> block_log_prior(const BlockCounts& counts) {
  std::vector<Counts::Class> classes;
  for (const ExactSum& weight : counts.class_weights()) {
    const auto code = static_cast<std::int32_t>(classes.size());
    classes.push_back({Label::of(std::int64_t{code}), code, weight});
  }
  Question question;
  question.prior = PriorKind::kEmpirical;
  return log_prior(classes, question);
}

void block_moments(const BlockCounts& counts, double* mean, double* variance) {
  ExactSum sum, square;
  std::size_t cell = 0;
  for (std::int64_t k = 0; k < counts.classes(); ++k) {
    for (std::int64_t j = 0; j < counts.columns(); ++j, ++cell) {
      const Moments found =
          moments_of(counts.rows_with_value(k, j), counts.sums()[kSum].value(cell, sum),
                     counts.sums()[kSquare].value(cell, square));
      *mean++ = found.mean;
      *variance++ = found.variance;
    }
  }
}

double widest_variance(const BlockCounts& counts, bool as_weighed) {
  return widest(as_weighed ? counts.as_one_class() : counts.unweighted()).variance;
}

void block_normals(const BlockCounts& counts, double var_smoothing, double* mean,
                   double* variance) {
  const auto columns = static_cast<std::size_t>(counts.columns());
  NumberQuestion question;
  question.variance_floor = 0;
  question.added_deviation = std::sqrt(var_smoothing) * widest(counts.unweighted()).deviation;
  for (std::size_t j = 0; j < columns; ++j) {
    const ColumnSums sums(counts, static_cast<std::int64_t>(j));
    const ColumnMoments found = column_moments(sums);
    const std::optional<NumberLaw> law = numbers_of(Family::kGaussian)->law(sums, found, question);
    for (std::size_t k = 0; k < sums.classes(); ++k) {
      double& at = mean[k * columns + j];
      double& spread = variance[k * columns + j];
      if (law) {
        const auto& normal = std::get<GaussianTable>(*law);
        at = normal.mean[k];
        spread = normal.deviation[k] * normal.deviation[k];
      } else {  // the same number in every row, or none
        at = found.overall ? found.overall->mean : 0;
        spread = found.overall ? 0 : std::numeric_limits<double>::quiet_NaN();
      }
    }
  }
}

void multinomial_shares(const BlockCounts& counts, std::span<const double> lambda, double* out) {
  const SumGrid& sums = counts.sums().front();
  const std::vector<double> n = rounded(sums);
  const std::vector<ExactSum> totals = sums.class_totals();
  for (std::int64_t k = 0; k < counts.classes(); ++k) {
    const std::int64_t row = k * counts.columns();
    log_shares(sums, k, n.data() + row,
               among_columns(totals[static_cast<std::size_t>(k)], lambda, counts.columns()), lambda,
               out + row);
  }
}

void complement_weights(const BlockCounts& counts, std::span<const double> lambda, bool normalised,
                        double* out) {
  const SumGrid& sums = counts.sums().front();
  const std::vector<double> n = rounded(sums);
  const std::vector<ExactSum> all = sums.column_totals(), totals = sums.class_totals();
  std::vector<double> all_rounded;
  ExactSum total;
  for (const ExactSum& sum : all) {
    all_rounded.push_back(sum.to_double());
    total += sum;
  }
  for (std::int64_t k = 0; k < counts.classes(); ++k) {
    ExactSum others = total;
    const Shares shares =
        among_columns(others -= totals[static_cast<std::size_t>(k)], lambda, counts.columns());
    double sum = 0;
    double* const row = out + k * counts.columns();
    for (std::int64_t j = 0; j < counts.columns(); ++j) {
      const auto column = static_cast<std::size_t>(j);
      const double other =
          all_rounded[column] - n[static_cast<std::size_t>(k * counts.columns() + j)];
      row[j] = shares.log_share(other, lambda_at(lambda, j), [&] {
        ExactSum exact = all[column];
        return exact -= sums.at(k, j);
      });
      sum += row[j];
    }
    // Weights that are all zero stay so.
    const double unit = normalised && sum != 0 ? sum : -1;
    for (std::int64_t j = 0; j < counts.columns(); ++j) row[j] /= unit;
  }
}

void bernoulli_shares(const BlockCounts& counts, std::span<const double> lambda, double* yes,
                      double* no) {
  const SumGrid& sums = counts.sums().front();
  const std::vector<double> n = rounded(sums);
  const bool has_one_denominator = lambda.size() == 1 && !counts.has_missing();
  std::size_t cell = 0;
  for (std::int64_t k = 0; k < counts.classes(); ++k) {
    KnownAnswers known_yes(has_one_denominator && sums.is_small()), known_no = known_yes;
    ExactSum rows = counts.class_weights()[static_cast<std::size_t>(k)];
    std::optional<Shares> shares;
    for (std::int64_t j = 0; j < counts.columns(); ++j, ++cell) {
      const double own = lambda_at(lambda, j);
      if (!has_one_denominator) rows = counts.rows_with_value(k, j);
      if (!has_one_denominator || !shares) shares.emplace(rows, 2, own);
      const auto share = [&] {
        return shares->log_share(n[cell], own, [&] { return sums.at(k, j); });
      };
      const auto other_share = [&] {
        ExactSum others = rows;
        return shares->log_share(others -= sums.at(k, j));
      };
      yes[cell] = known_yes.of(n[cell], share);
      no[cell] = known_no.of(n[cell], other_share);
    }
  }
}

void categorical_shares(const BlockCounts& counts, std::int64_t column, double lambda, double* out,
                        double* unseen) {
  const SumGrid& sums = counts.sums()[static_cast<std::size_t>(column)];
  const std::vector<double> n = rounded(sums);
  const std::vector<ExactSum> totals = sums.class_totals();
  for (std::int64_t k = 0; k < counts.classes(); ++k) {
    const Shares shares(totals[static_cast<std::size_t>(k)], static_cast<double>(sums.columns()),
                        lambda);
    const std::int64_t row = k * sums.columns();
    log_shares(sums, k, n.data() + row, shares, {&lambda, 1}, out + row);
    unseen[k] =
        sums.columns() == 0 ? 0 : shares.log_unseen();  // a column without a value says nothing
  }
}

}  // namespace tally
