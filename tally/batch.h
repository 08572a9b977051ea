// SPDX-License-Identifier: Apache-2.0
// What passes between the verbs.
//
// A *batch* is a handful of named columns of equal length, owned or borrowed, and nothing else
// passes between `read` and `count`. A column is numbers, codes into a dictionary, bits, texts, or
// the terms of texts; its memory is laid out as Arrow lays it out. A *schema* says what each column
// is for. No code behind `read` knows whether a batch came from a file, a DataFrame or three
// arrays:
//
//   std::vector<double> height = {1.70, 1.82, 1.65};
//   tally::Batch batch;
//   batch.rows = 3;
//   batch.columns.push_back({"height", tally::Numbers::of(height)});
//   batch.columns.push_back({"sex", tally::Codes::of(codes, dictionary)});
//
// Batches and columns are values and views: they may be read by several threads at once, and never
// own what they point to, except through `Batch::owner`: a BatchBuilder makes one that does, and
// `one_row` one of names and texts.
#pragma once

#include "tally/batch/batch_builder.h"    // IWYU pragma: export
#include "tally/batch/bin_cuts.h"         // IWYU pragma: export
#include "tally/batch/class_names.h"      // IWYU pragma: export
#include "tally/batch/code_map.h"         // IWYU pragma: export
#include "tally/batch/column.h"           // IWYU pragma: export
#include "tally/batch/declare.h"          // IWYU pragma: export
#include "tally/batch/dictionary.h"       // IWYU pragma: export
#include "tally/batch/iso_time.h"         // IWYU pragma: export
#include "tally/batch/label.h"            // IWYU pragma: export
#include "tally/batch/matrix.h"           // IWYU pragma: export
#include "tally/batch/one_row.h"          // IWYU pragma: export
#include "tally/batch/schema.h"           // IWYU pragma: export
#include "tally/batch/slice.h"            // IWYU pragma: export
#include "tally/batch/term_dictionary.h"  // IWYU pragma: export
#include "tally/batch/term_map.h"         // IWYU pragma: export
#include "tally/batch/text_options.h"     // IWYU pragma: export
