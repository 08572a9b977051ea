// SPDX-License-Identifier: Apache-2.0
// The lines of a sheet as BayesInputs of PMML's NaiveBayesModel.
//
// There the probability of a value is its count over the sum of all counts of the field in the class, and what was never
// counted says nothing. Here a value that was never seen says something. So each line of values or bins is read through a
// derived field that knows "never seen"; its counts are the probabilities themselves; and one value more, which no cell
// has, fills up their sum to the same number in every class, which then cancels:
//
//   v0 p(v0 | k), v1 p(v1 | k), …, unseen p(unseen | k), rest T − Σ
#pragma once

#include "tally/export.h"
#include "tally/export/pmml/xml_text.h"

namespace tally {

/// The DerivedField of each line of values or bins. REQUIRES, here and below: no line needs_scores (pmml_scores.h).
void write_derived_fields(const Sheet& sheet, XmlText& xml);

/// A BayesInput for each line.
void write_bayes_inputs(const Sheet& sheet, XmlText& xml);

}  // namespace tally
