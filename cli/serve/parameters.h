// SPDX-License-Identifier: Apache-2.0
// The question of a request: the parameters behind the path are the options of the command line, by the same
// names and read by the same code.
//
//   /v1/models/iris/predict?lambda=0.5&prior=uniform&log-joint
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/options/options.h"
#include "cli/options/verdict_options.h"
#include "cli/print/prediction_writer.h"
#include "cli/print/score_text.h"
#include "cli/serve/http.h"

namespace tally::server {

/// What is asked of a model.
enum class Ask : std::uint8_t { kPredict, kExplain, kScore, kLearn, kForget, kFilter, kReport };
std::string_view to_string(Ask ask);  ///< "predict"

struct Parameters {
  cli::QuestionOptions question;
  cli::DecisionOptions decision;
  cli::VerdictOptions verdict;
  cli::PredictionColumns columns;
  cli::FigureOptions figures;
  std::optional<std::int64_t> row;    ///< which is explained
  std::string klass;                  ///< of mail that is learned
  bool create_class = false;          ///< which may be new
  std::string header, header_format;  ///< of a message that is marked
};

/// Throws HttpError (400) for a parameter that does not exist, is given twice or has no such value. No parameter
/// names a file.
Parameters parse_parameters(Ask ask, const Pairs& query);

/// The parameters as data: for /openapi.json.
cli::CommandText describe(Ask ask);

/// The sentence of the command line as it is said of a request: "--lambda" is `lambda` here.
std::string in_parameters(std::string sentence);

}  // namespace tally::server
