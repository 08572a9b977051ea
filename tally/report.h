// SPDX-License-Identifier: Apache-2.0
// report: a model and rows in, a page to look at out.
//
//   ReportOn on{model, question, loss};
//   on.rows = &rows;                       // DATA; without, the model's sample, of which no row is shown
//   std::string page = report_html(on, {"tally 0.9.0", "iris.tally", 20480, to_json(schema)});
//
// The page is one file that needs no other: pictures, what moves them, and all figures as one JSON document
// (report_json). The figures are those of `Score`, `rank_features` and `explain`. Single pictures of it are
// had by themselves (`draw`, `feature_svg`), and so are the facts behind a form or a nomogram (form_json.h).
#pragma once

#include "tally/report/feature_svg.h"     // IWYU pragma: export
#include "tally/report/form_json.h"       // IWYU pragma: export
#include "tally/report/report_html.h"     // IWYU pragma: export
#include "tally/report/report_on.h"       // IWYU pragma: export
#include "tally/report/score_pictures.h"  // IWYU pragma: export
