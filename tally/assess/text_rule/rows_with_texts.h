// SPDX-License-Identifier: Apache-2.0
// The rows of a sample as a batch again, texts included.
#pragma once

#include <string>

#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

/// As batch_of, with a column of terms for each text: a term is there as often as the sample says that it
/// occurred, so that counting the rows gives what they were counted for.
Batch rows_with_texts(const RowSample& sample, const Schema& schema);

/// Throws Error (kUsage) where these rows have less than naive Bayes would hear of them under this question:
/// a model that hears how often a term occurs, and a sample that has each term once. `what` is what needs
/// the rows ("to calibrate").
void require_all_heard(const Schema& schema, const Question& question, const std::string& what);

}  // namespace tally
