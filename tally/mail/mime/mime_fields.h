// SPDX-License-Identifier: Apache-2.0
// What the headers of a part say about its content.
#pragma once

#include <string>
#include <string_view>

#include "tally/mail/mime/header_block.h"

namespace tally::mail {

struct MimeFields {
  std::string type = "text/plain";  ///< lower case
  std::string charset;              ///< as written; empty: not declared
  std::string boundary;
  std::string file_name;     ///< decoded (RFC 2231, RFC 2047), UTF-8; may be empty
  std::string disposition;   ///< "attachment", "inline" or whatever it says; lower case
  std::string encoding;      ///< "base64" … lower case; empty: none
  bool is_declared = false;  ///< there is a Content-Type
};

/// Reads Content-Type, Content-Disposition and Content-Transfer-Encoding. Of a value that is too
/// long its start is read.
MimeFields read_mime_fields(const HeaderBlock& headers);

}  // namespace tally::mail
