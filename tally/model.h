// SPDX-License-Identifier: Apache-2.0
// model: counts in, a file out, and back. The file is the model; it is readable with sqlite3.
//
//   save_model({counts, ""}, path);
//   Model model = load_model(path);
//
// A model of text may be larger than a message is worth: it is asked (ModelInPlace) and taught
// (ModelLearner) where it lies, and only the rows of the terms at hand are touched. Beside the
// counts a model may keep digests of its rows, and a sample of the rows themselves.
#pragma once

#include "tally/count.h"                     // IWYU pragma: export
#include "tally/model/expected_counts.h"     // IWYU pragma: export
#include "tally/model/model_file.h"          // IWYU pragma: export
#include "tally/model/model_in_place.h"      // IWYU pragma: export
#include "tally/model/model_learner.h"       // IWYU pragma: export
#include "tally/model/once_request.h"        // IWYU pragma: export
#include "tally/model/sample/row_digest.h"   // IWYU pragma: export
#include "tally/model/sample/row_sample.h"   // IWYU pragma: export
#include "tally/model/sample/row_sampler.h"  // IWYU pragma: export
#include "tally/model/sample/sample_rows.h"  // IWYU pragma: export
