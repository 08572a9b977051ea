// SPDX-License-Identifier: Apache-2.0
// What can be done about something, in the parameters of Python.
#pragma once

#include <string>

#include "tally/error.h"

namespace tally::bind {

/// What is said and what can be done about it: "…; say families={'x': 'text'}". With the GIL held.
std::string by_parameters(const Remark& remark);

}  // namespace tally::bind
