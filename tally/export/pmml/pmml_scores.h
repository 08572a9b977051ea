// SPDX-License-Identifier: Apache-2.0
// The lines of a sheet as scores: a RegressionModel of PMML with a table for each class, whose sums softmax turns into
// probabilities. It holds what NaiveBayesModel has no place for: groups of counts, rates, Student's law. Normal numbers too: there an
// evaluator takes the density, which is 0 far away, instead of its logarithm.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tally/export.h"
#include "tally/export/pmml/xml_text.h"

namespace tally {

/// Of each class, the fields that are summed up and by what each is multiplied.
using PmmlPredictors = std::vector<std::vector<std::pair<std::string, double>>>;

/// Whether a line has no place in PMML's NaiveBayesModel: all but values and bins.
bool needs_scores(const SheetTable& table);

/// The DerivedFields: what a line says of a class, 0 where its cell is missing. REQUIRES: no texts.
PmmlPredictors write_score_fields(const Sheet& sheet, XmlText& xml);

/// A RegressionTable for each class.
void write_score_tables(const Sheet& sheet, const PmmlPredictors& predictors, XmlText& xml);

}  // namespace tally
