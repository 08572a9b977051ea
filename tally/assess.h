// SPDX-License-Identifier: Apache-2.0
// assess: decisions and the truth in, how good they are out.
//
//   Score score(loss);
//   score.add(posteriors, row, truth);       // or counted in pieces and merged
//   print(score.summary());
//
// On rows that were not counted, without fitting again:
//
//   std::vector<Score> scores = leave_one_out(rows, counts, questions, loss, threads);
//
// What each feature tells, and which of them repeat others or leak the class:
//
//   FeatureRanking ranking = rank_features(model, question);
//   TermRanking terms = rank_terms(model.counts);                // of texts, by class
//
// Sums are exact, so the figures do not depend on the order of rows or the number of threads.
#pragma once

#include "tally/assess/accuracy_bound.h"       // IWYU pragma: export
#include "tally/assess/calibrate.h"            // IWYU pragma: export
#include "tally/assess/comparison.h"           // IWYU pragma: export
#include "tally/assess/cross_validation.h"     // IWYU pragma: export
#include "tally/assess/curve_text.h"           // IWYU pragma: export
#include "tally/assess/cut_off_table.h"        // IWYU pragma: export
#include "tally/assess/false_alarms.h"         // IWYU pragma: export
#include "tally/assess/family_choice.h"        // IWYU pragma: export
#include "tally/assess/prior_shift.h"          // IWYU pragma: export
#include "tally/assess/rank/feature_rank.h"    // IWYU pragma: export
#include "tally/assess/rank/term_rank.h"       // IWYU pragma: export
#include "tally/assess/sampler.h"              // IWYU pragma: export
#include "tally/assess/score.h"                // IWYU pragma: export
#include "tally/assess/split.h"                // IWYU pragma: export
#include "tally/assess/sweep.h"                // IWYU pragma: export
#include "tally/assess/threshold_curves.h"     // IWYU pragma: export
#include "tally/assess/tune.h"                 // IWYU pragma: export
#include "tally/assess/weights/joint_draft.h"  // IWYU pragma: export
#include "tally/assess/weights/weigh.h"        // IWYU pragma: export
#include "tally/picture/curve_svg.h"           // IWYU pragma: export
