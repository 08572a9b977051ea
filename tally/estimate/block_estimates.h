// SPDX-License-Identifier: Apache-2.0
// Estimates for the columns of a matrix: the formulas of estimate() over a block's counts, column
// by column, and what the classes of scikit-learn need besides: an ε from the widest column, a λ
// for each column, complement weights.
//
// Tables are [class · columns + column], in memory of the caller. A λ is given once, or for every
// column. Where there is no data, the answer is that of estimate().
#pragma once

#include <span>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

/// log(N_k / N). REQUIRES: there is a class.
std::vector<double> block_log_prior(const BlockCounts& counts);

// Of numbers:

/// Mean and population variance; 0 where a class has no value.
void block_moments(const BlockCounts& counts, double* mean, double* variance);
/// The variance of the widest column over all rows, with weight 1 each or with their weights.
double widest_variance(const BlockCounts& counts, bool as_weighed = false);
/// Mean and variance of the law of each class, with `var_smoothing` times the widest variance added. A class without
/// a value has that of the column; a column without a value has NaN for its variances. A variance of 0 is
/// certainty.
void block_normals(const BlockCounts& counts, double var_smoothing, double* mean, double* variance);

// Of amounts:

/// log P(term | class): of all that the class has counted.
void multinomial_shares(const BlockCounts& counts, std::span<const double> lambda, double* out);
/// The weights of Rennie et al. (2003): −log of the share that the term has in all other classes; divided by
/// the negative sum of its class if they are to be normalised.
void complement_weights(const BlockCounts& counts, std::span<const double> lambda, bool normalised,
                        double* out);
/// log P(yes | class) and log P(no | class), by those rows that have a value.
void bernoulli_shares(const BlockCounts& counts, std::span<const double> lambda, double* yes,
                      double* no);

// Of codes:

/// log P(code | class) of a column as [class · width + code], and by class what a code has that is none of
/// these.
void categorical_shares(const BlockCounts& counts, std::int64_t column, double lambda, double* out,
                        double* unseen);

}  // namespace tally
