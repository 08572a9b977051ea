// SPDX-License-Identifier: Apache-2.0
// Exact sums as bytes and back: a function of their values alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tally/sums.h"

namespace tally {

void append_sum(const ExactSum& sum, std::string& bytes);
void append_sums(const std::vector<ExactSum>& sums, std::string& bytes);
/// Read from the front of `bytes`. Throw Error (kData) if they are not there.
ExactSum take_sum(std::string_view& bytes);
std::vector<ExactSum> take_sums(std::size_t count, std::string_view& bytes);

}  // namespace tally
