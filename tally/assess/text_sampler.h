// SPDX-License-Identifier: Apache-2.0
// Texts from the model's own distribution: terms with spaces between them.
//
//   multinomial, boolean   a length from a Poisson with the mean length of the class's texts,
//                          then its terms, one after the other; under bayes a Pólya urn
//   bernoulli              every term of the dictionary by itself
//
// Complement weights and the rules mean and fisher are no distribution: `for_sampling` puts the
// textbook in their place.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tally/family/draw.h"
#include "tally/inside/estimate.h"

namespace tally {

/// The question with texts that have a distribution: combined by sum; where one is a complement,
/// all are multinomial.
Question for_sampling(Question question, const Schema& schema);

/// Draws the text of a row of the class. REQUIRES: the feature is a text, estimated for a question
/// of `for_sampling`.
using DrawText = std::function<std::string(Random&, std::size_t klass)>;
DrawText draw_text_of(const Counts& counts, const FeatureEstimate& feature);

}  // namespace tally
