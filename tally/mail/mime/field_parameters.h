// SPDX-License-Identifier: Apache-2.0
// Content-Type and Content-Disposition: a value and parameters.
//
//   text/html; charset="utf-8"; name=a.html
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally::mail {

enum class FieldKind { kContentType, kContentDisposition };

struct FieldText {
  std::string value;                                   ///< "text/html"
  std::vector<std::optional<std::string>> parameters;  ///< as they were asked for
};

/// Reads a field and the parameters of these names (lower case); nothing if nothing can be made of
/// it. Throws Error (kUnavailable) where GMime is needed and is not there.
/// REQUIRES: no null byte in the text.
std::optional<FieldText> read_field(FieldKind kind, const std::string& text,
                                    const std::vector<const char*>& names);

/// The same for a field that is written plainly: tokens and quoted strings of ASCII, no comment, no
/// escape, no parameter twice or in pieces. Nothing if it is not.
std::optional<FieldText> read_plain_field(FieldKind kind, std::string_view text,
                                          const std::vector<const char*>& names);

}  // namespace tally::mail
