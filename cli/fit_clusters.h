// SPDX-License-Identifier: Apache-2.0
// `fit --clusters`.
#pragma once

#include <string>
#include <vector>

#include "cli/options/unlabelled_options.h"
#include "cli/session.h"

namespace tally::cli {

/// All rows are shared out among classes that nobody has named, and the model is saved. Throws Error.
void fit_clusters(const std::vector<std::string>& inputs, const DataOptions& data,
                  const SchemaOptions& columns, const QuestionOptions& question,
                  const ClusterOptions& options, const std::string& output);

}  // namespace tally::cli
