// SPDX-License-Identifier: Apache-2.0
// The files of web/ that the server's page is made of, as they were when this was built (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace tally::server {

extern const std::string_view kPage;        ///< page.html
extern const std::string_view kPageIcon;    ///< icon.svg
extern const std::string_view kPageStyle;   ///< report.css and page.css
extern const std::string_view kPageScript;  ///< nomogram.js and page.js

}  // namespace tally::server
