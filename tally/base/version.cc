// SPDX-License-Identifier: Apache-2.0
#include "tally/base/version.h"

namespace tally {

std::string_view tally_version() { return TALLY_VERSION; }

std::string program_name() { return "tally " TALLY_VERSION; }

}  // namespace tally
