// SPDX-License-Identifier: Apache-2.0
// The terms of a text: a sum over compressed sparse rows.
//
// A batch names its terms by codes of its own dictionary, a table by codes of another. A scorer
// maps the one to the other once per term and batch dictionary, and then only adds. A term that the
// table does not have is skipped.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tally/batch/term_map.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

/// A FeatureScorer that also says how many terms it knew.
class TermScorer : public FeatureScorer {
 public:
  /// Of the last batch, row by row: how many occurrences of terms were counted.
  virtual const std::vector<double>& known() const = 0;
};

/// Keeps references to `feature` and `table`.
std::unique_ptr<TermScorer> make_term_scorer(const FeatureEstimate& feature,
                                             const TermTable& table);
std::unique_ptr<TermScorer> make_term_scorer(const FeatureEstimate& feature,
                                             const TermPolyaTable& table);
/// By the table that the feature has; null if it is no text.
std::unique_ptr<TermScorer> make_term_scorer(const FeatureEstimate& feature);

/// The column as terms; throws Error (kData) if it is anything else.
const Terms& as_terms(const Batch& batch, const Column& column, const std::string& name);

}  // namespace tally
