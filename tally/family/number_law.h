// SPDX-License-Identifier: Apache-2.0
// The list of laws: what a number's distribution in each class may be.
#pragma once

#include <variant>

#include "tally/family/gaussian.h"
#include "tally/family/negative_binomial.h"
#include "tally/family/poisson.h"

namespace tally {

template <IsNumberLaw... Laws>
using OneOf = std::variant<Laws...>;

using NumberLaw =
    OneOf<GaussianTable, StudentTable, PoissonTable, NegativeBinomialTable, SpreadCountTable>;

}  // namespace tally
