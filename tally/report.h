// SPDX-License-Identifier: Apache-2.0
// report: a model and rows in, an HTML page out.
//
//   ReportOn on{model, question, loss};
//   on.rows = &rows;                       // DATA; if not set, the model's sample
//   std::string page = report_html(on, {"tally 0.9.0", "iris.tally", 20480, to_json(schema)});
//
// The page is one file that needs no other: pictures, the script that moves them, and all figures
// as one JSON document (report_json). The figures are those of `Score`, `rank_features` and
// `explain`. Single pictures (`draw`, `feature_svg`) and the facts behind a form or a nomogram
// (form_json.h) are available separately.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tally/assess.h"
#include "tally/fit.h"

namespace tally {

struct Comparison;  // assess/comparison.h

/// One of the two models or questions that are compared. Keeps references.
struct ComparedSide {
  const Model& model;        ///< as it is asked
  const Question& question;  ///< complete
  std::string file;
  bool has_counted_the_rows;  ///< and no others: its figures are too good
  const Score* score;         ///< of the rows, each counted once; null: not known
};

struct ReportCompared {
  ComparedSide a, b;
  const Comparison& comparison;
};

/// Keeps references.
struct ReportOn {
  const Model& model;        ///< as it is asked (as_asked)
  const Question& question;  ///< calibrated, where it asks for that
  const Loss& loss;
  /// The rows that figures are about. None: those of the model's sample, each left out of the
  /// counts; a report shows figures about them, but never the rows.
  const RowStore* rows = nullptr;
  bool rows_are_counted = false;  ///< by the model, which counted no others: each is left out
  int threads = 1;
  const ReportCompared* compared = nullptr;  ///< with another model or question, or null
};

/// What the page says about its origin.
struct ReportOrigin {
  std::string program;      ///< "tally 0.9.0"
  std::string file;         ///< the model's
  std::int64_t bytes = 0;   ///< of that file
  std::string schema_json;  ///< for the model card
};

/// A whole HTML document that loads nothing from anywhere. Throws as `estimate`, `explain` and
/// `leave_one_out` do. What cannot be computed for this model is left out, with the reason.
std::string report_html(const ReportOn& on, const ReportOrigin& origin);

/// What the page may load and run (Content-Security-Policy): its own style and script. It says so itself; a server
/// may say it too.
std::string report_policy();

/// The same without pictures: all figures of the page, as JSON.
std::string report_json(const ReportOn& on, const ReportOrigin& origin);

}  // namespace tally
