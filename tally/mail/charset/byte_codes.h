// SPDX-License-Identifier: Apache-2.0
// Bytes written as letters: base64 and quoted-printable.
#pragma once

#include <string>
#include <string_view>

namespace tally::mail {

/// Appends what the text says in base64 (RFC 2045, 6.8), up to the padding. What is no letter of it
/// is passed over, and so are letters at the end that make no group.
void append_base64(std::string_view text, std::string& out);

/// Appends what the text says in quoted-printable (RFC 2045, 6.7). A code that is none stays as it
/// is, and one that is cut off at the end is lost.
void append_quoted_printable(std::string_view text, std::string& out);

}  // namespace tally::mail
