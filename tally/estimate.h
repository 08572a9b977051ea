// SPDX-License-Identifier: Apache-2.0
// estimate: counts and a question in, tables of log-probabilities out.
//
//   Question question;                       // smoothing with λ = 1, smoothed prior
//   question.lambda = 0.5;
//   Estimates tables = estimate(counts, question);
//
// Nothing here is ever stored in a model: λ, prior, method and variance rule are chosen each time,
// and another choice costs no second pass over the data. docs/maths.md derives every formula.
#pragma once

#include "tally/count.h"                           // IWYU pragma: export
#include "tally/estimate/block_estimates.h"        // IWYU pragma: export
#include "tally/estimate/estimates.h"              // IWYU pragma: export
#include "tally/estimate/evidence.h"               // IWYU pragma: export
#include "tally/estimate/full/dependence.h"        // IWYU pragma: export
#include "tally/estimate/full/full_rule.h"         // IWYU pragma: export
#include "tally/estimate/full/tan_rule.h"          // IWYU pragma: export
#include "tally/estimate/learned_rule.h"           // IWYU pragma: export
#include "tally/estimate/polya_counts.h"           // IWYU pragma: export
#include "tally/estimate/question.h"               // IWYU pragma: export
#include "tally/estimate/text_rule/text_tables.h"  // IWYU pragma: export
#include "tally/estimate/weighted_rule.h"          // IWYU pragma: export
