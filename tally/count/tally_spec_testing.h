// SPDX-License-Identifier: Apache-2.0
// What a tally of one column is made from.
#pragma once

#include <utility>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

inline TallySpec tally_spec(Family family, ValueType type, std::vector<Label> values = {}) {
  TallySpec out;
  out.name = "x";
  out.family = family;
  out.columns = {"x"};
  out.type = type;
  out.values = std::move(values);
  return out;
}

}  // namespace tally
