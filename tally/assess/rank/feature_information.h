// SPDX-License-Identifier: Apache-2.0
// How much information a feature has about the class, by the counts alone.
#pragma once

#include <optional>

#include "tally/estimate/mutual_information.h"
#include "tally/inside/estimate.h"

namespace tally {

/// I(x; y) in nats of a feature and the class: of values and bins as they were counted, of a number that has a
/// histogram by the bins that `features` has of it. Nothing if the counts do not say.
/// REQUIRES: the features are those of the counts.
std::optional<double> information_of(const Counts& counts, const Tally& tally,
                                     const RuleFeatures& features);

/// H(y) in nats.
double class_entropy(const Counts& counts);

}  // namespace tally
