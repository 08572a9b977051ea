// SPDX-License-Identifier: Apache-2.0
// JSON within a page.
#pragma once

#include <string>
#include <string_view>

#include "tally/report.h"  // IWYU pragma: export

namespace tally {

/// JSON as it may stand within <script>: < > & and the line separators of JavaScript are escaped, which
/// leaves the same document.
std::string json_in_script(std::string_view json);

}  // namespace tally
