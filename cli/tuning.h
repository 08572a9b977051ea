// When a model's rule for combining texts is worked out again.
#pragma once

#include <string>

#include "tally/count.h"

namespace tally::cli {

/// Whether the model has a rule at all: it reads mail, or it has texts and keeps a sample of rows.
bool has_rule(const Model& model);

/// Works the rule out from counts and sample if the model has one. Where the sample was taken out
/// of the model, the rule that was learned with it stays until the rows have doubled.
void tune_model(Model& model);

/// The same for a model in its file, in one transaction: what `change_model` throws.
void tune_file(const std::string& path);

/// The same if the model has counted twice as many rows since the rule was worked out, or if it
/// never was. Throws as `tune_file`.
void tune_file_if_outgrown(const std::string& path);

}  // namespace tally::cli
