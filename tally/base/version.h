// SPDX-License-Identifier: Apache-2.0
// Which Tally this is. The number stands at the top of CMakeLists.txt, and nowhere else. No model has it inside: what a
// file can hold is said by the version of its format.
#pragma once

#include <string>
#include <string_view>

namespace tally {

/// "0.9.0".
std::string_view tally_version();

/// "tally 0.9.0", as Tally signs what it writes.
std::string program_name();

}  // namespace tally
