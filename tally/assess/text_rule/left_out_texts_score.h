// SPDX-License-Identifier: Apache-2.0
// How the rule of texts does on the rows of a sample that had no part in it.
#pragma once

#include "tally/assess/left_out/left_out_score.h"
#include "tally/assess/text_rule/learn_texts.h"

namespace tally {

/// In the order of the sample, of the rows that the rule has learned from: P = (p + π / N) / (1 + 1/N) with
/// p = softmax(log π + z). REQUIRES: learned from these counts and this sample.
LeftOutScore score_of_texts(const LearnedTexts& learned, const Counts& counts,
                            const RowSample& sample);

}  // namespace tally
