// SPDX-License-Identifier: Apache-2.0
// Labels as Python's objects, and back.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "tally/inside/batch.h"

namespace tally::bind {

/// A bool, an int, a float or a str.
nanobind::object to_python(const Label& label);
nanobind::list to_python(const std::vector<Label>& labels);
/// The label of such an object, numpy's scalars included. Throws std::invalid_argument for any
/// other.
Label to_label(const nanobind::handle& value);

}  // namespace tally::bind
