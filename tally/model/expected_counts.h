// SPDX-License-Identifier: Apache-2.0
// Rows without a class, as a second layer of a model: what each would add to each class, times how
// probable that class is for it.
//
// They are no facts as counts are: they follow from the counts of rows with a class, and are worked
// out anew when those change (fit/em.h). So they stand beside the counts and never among them, with
// sums of their own that add up and are dropped as a whole.
#pragma once

#include <cstdint>

#include "tally/count/counts.h"

namespace tally {

struct ExpectedCounts {
  Counts counts;          ///< under `schema_of_expected`; what each row adds is weighed already
  std::int64_t rows = 0;  ///< without a class
  double weight = 1;      ///< what each of them counts beside a row with a class: above 0, up to 1
  /// By how much the log loss of naive Bayes was found to be smaller with them, on rows left out; 0: not
  /// looked at.
  double gain = 0;
  bool stale = false;  ///< the counts were others when they were worked out
  /// Of texts, above 0 and up to 1: how far to trust what the columns say together (Recalibration), where
  /// naive Bayes is asked with them and a question does not say it.
  float slope = 1;
};

/// What is counted of rows without a class: what the families need, and nothing beside it.
Schema schema_of_expected(const Schema& schema);

/// Counts and expected counts as one, for who asks naive Bayes. A class whose rows have all been
/// forgotten is none, whatever is expected of it. REQUIRES: of one model.
Counts together(const Counts& counts, const ExpectedCounts& expected);

/// Adds what another model expects. The weight is then that of a row on average; gain and slope are
/// the smaller ones.
void merge(ExpectedCounts& expected, const ExpectedCounts& other);

}  // namespace tally
