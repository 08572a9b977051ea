// SPDX-License-Identifier: Apache-2.0
// The model with the tallies that it is made of, and its row form.
#pragma once

#include <cstdint>
#include <string>

#include "tally/count.h"  // IWYU pragma: export
#include "tally/count/histogram_pages.h"
#include "tally/count/joint/joint_tally.h"
#include "tally/count/joint/scatter_tally.h"
#include "tally/count/keyed_tally.h"

namespace tally {

/// A sum in its row form: rows add up by (tally, part, key, klass, exponent), so that any engine
/// that can group and sum integers can merge models. The class tally is the one without a name.
struct CountRow {
  std::string tally;
  Part part = Part::kValue;
  std::string key;    ///< the value's text for Part::kValue and kRepeat, else empty
  std::string klass;  ///< the class label's text
  std::int32_t exponent = 0;
  std::int64_t amount = 0;
  friend bool operator==(const CountRow&, const CountRow&) = default;
};

}  // namespace tally
