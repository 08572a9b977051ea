// SPDX-License-Identifier: Apache-2.0
// The message in the body of a request, cut into terms.
#pragma once

#include <string_view>

#include "cli/serve/service.h"
#include "tally/inside/mail.h"

namespace tally::server {

class MailBody {
 public:
  /// Throws HttpError (415) for a body that is said to be something else. REQUIRES: the model reads mail.
  explicit MailBody(const Asking& asking)
      : message_(asking.request.body), row_(asking.model.current()->schema()) {
    const std::string type = asking.request.content_type();
    if (type != "message/rfc822" && type != "application/octet-stream" && type != "text/plain" &&
        !type.empty()) {
      throw HttpError(415,
                      "this model reads mail: send a message of the type message/rfc822, not " +
                          in_quotes(type));
    }
    row_.of(message_);
  }

  std::string_view message() const { return message_; }
  const Batch& batch() const { return row_.batch(); }

 private:
  std::string_view message_;
  MessageRow row_;
};

}  // namespace tally::server
