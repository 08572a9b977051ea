// SPDX-License-Identifier: Apache-2.0
// When a model's learned rule is worked out again: of texts how they are combined, of other columns
// how they are weighed.
#pragma once

#include <string>

#include "tally/model.h"

namespace tally {

/// Whether the model has a learned rule at all: its rows have one, or it keeps a sample of rows.
bool has_rule(const Model& model);

/// Works the rule out from counts and sample if the model has one. Where the sample was taken out
/// of the model, the rule that was learned with it stays until the rows have doubled.
void tune_model(Model& model);

/// The same for a model in its file, in one transaction: what `change_model` throws.
void tune_file(const std::string& path);

/// The number of term occurrences up to which tuning takes less than a tenth of a second. A number
/// and no clock: what a model becomes does not depend on the machine.
inline constexpr double kQuicklyTuned = 50'000;

enum class Tuned { kNow, kNotNeeded, kPutOff };

/// The same if the model has counted twice as many rows since the rule was worked out, or if it
/// never was. A message must not wait: where there are more than `quickly` occurrences of terms,
/// and fewer than half of the rows are the `new_rows` that were just learned, it is put off until
/// somebody asks for it (tune, compact). Throws as `tune_file`.
Tuned tune_file_if_outgrown(const std::string& path, std::int64_t new_rows,
                            double quickly = kQuicklyTuned);
/// The same for one who has the file open: it is looked at there, and closed.
Tuned tune_file_if_outgrown(ModelInPlace model, const std::string& path, std::int64_t new_rows,
                            double quickly = kQuicklyTuned);

}  // namespace tally
