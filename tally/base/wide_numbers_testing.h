// SPDX-License-Identifier: Apache-2.0
// Numbers of 500 bits, for tests that ask whether a kernel of doubles or floats is right: sums and
// products of the doubles that tests draw are exact in them.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace tally {

using WideNumber = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<500, boost::multiprecision::digit_base_2>,
    boost::multiprecision::et_off>;

}  // namespace tally
