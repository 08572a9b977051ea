// SPDX-License-Identifier: Apache-2.0
// The page, and what stands in it.
#pragma once

#include <string>
#include <string_view>

#include "tally/report/report_on.h"

namespace tally {

/// A whole HTML document that loads nothing from anywhere. Throws as `estimate`, `explain` and
/// `leave_one_out` do. What cannot be said of this model is left out, with the reason.
std::string report_html(const ReportOn& on, const ReportOrigin& origin);

/// What the page may load and run (Content-Security-Policy): its own style and script. It says so itself; a server
/// may say it too.
std::string report_policy();

/// The same without pictures: all that the page knows, as JSON.
std::string report_json(const ReportOn& on, const ReportOrigin& origin);

/// JSON as it may stand within <script>: < > & and the line separators of JavaScript are escaped, which
/// leaves the same document.
std::string json_in_script(std::string_view json);

}  // namespace tally
