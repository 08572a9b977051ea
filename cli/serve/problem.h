// SPDX-License-Identifier: Apache-2.0
// What goes wrong, as an answer: {"error": {"message": …, "place": {…}, "remedy": […]}}.
#pragma once

#include <exception>

#include "cli/serve/http.h"

namespace tally::server {

/// The file that holds the body of a request has no name that anybody gave; errors call it so.
inline constexpr const char* kBodyName = "the body";

/// The status by whose fault it is: 4xx the sender's, 5xx ours.
int status_of(const Error& error);

/// The answer to what was thrown. What is not meant for others (a defect, a path) is not told.
Response problem(const std::exception& thrown);
/// The same in a sentence.
Response problem(int status, const std::string& sentence);
/// A problem as the Open Inference Protocol has it: {"error": "…"}.
Response plain_problem(Response problem);

}  // namespace tally::server
