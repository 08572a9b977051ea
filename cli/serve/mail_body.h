// SPDX-License-Identifier: Apache-2.0
// The message in the body of a request, cut into terms.
#pragma once

#include <string_view>

#include "cli/serve/service.h"
#include "tally/inside/mail.h"

namespace tally::server {

/// The message as a row, which is valid as long as `row` says. Throws HttpError (415) for a body that is said to be
/// something else.
inline const Batch& message_in(const Request& request, MessageRow& row) {
  const std::string type = request.content_type();
  if (type != "message/rfc822" && type != "application/octet-stream" && type != "text/plain" &&
      !type.empty()) {
    throw HttpError(415, "this model reads mail: send a message of the type message/rfc822, not " +
                             in_quotes(type));
  }
  return row.of(request.body);
}

}  // namespace tally::server
