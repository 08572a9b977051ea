// SPDX-License-Identifier: Apache-2.0
// What a model's file says about itself, beside its counts.
#pragma once

#include <string>

#include "tally/inside/model.h"

namespace tally::cli {

/// Lines of "name  value": size and last change of the file, rows, terms, what cut them, whether
/// the counts are exact. Of a model without text only the sample, if it keeps one, and the columns
/// that have a histogram.
std::string facts_text(const std::string& path, const Model& model);
/// The same as the JSON objects `text`, or `sample`, and `histograms`, or nothing.
std::string with_facts(const std::string& json, const std::string& path, const Model& model);

/// "The weights of the rule are older …" for a rule that is outgrown, or nothing.
std::string outgrown_text(const Model& model);
/// That rows have come or gone since the weights were learned, and what can be done; empty if none have.
std::string stale_text(const Model& model);

/// The columns that have a histogram, "age, year (from 2000)", or nothing.
std::string histograms_text(const Schema& schema);

/// "ICU 72.1, ICU 74.2", or "nothing yet".
std::string unicode_text(const Model& model);

}  // namespace tally::cli
