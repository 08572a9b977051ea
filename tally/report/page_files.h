// SPDX-License-Identifier: Apache-2.0
// The files of web/, as they were when this was built (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace tally {

extern const std::string_view kReportPage;    ///< report.html, with {{names}} for what is put in
extern const std::string_view kReportStyle;   ///< report.css
extern const std::string_view kReportScript;  ///< nomogram.js and report.js

}  // namespace tally
