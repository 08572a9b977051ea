// SPDX-License-Identifier: Apache-2.0
// Encoded words in headers (RFC 2047): =?utf-8?Q?caf=C3=A9?=
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tally/mail/charset/charset.h"

namespace tally::mail {

/// The text with its encoded words decoded; it is UTF-8 unless the text was something else itself.
/// Charsets are read as in bodies: names that mail uses are known, wrong ones are noticed.
/// Throws Error (kUnavailable) where GMime is needed and is not there.
/// REQUIRES: no null byte in the text.
std::string decode_words(const std::string& text, CharsetReader& charsets);

/// The same for a text of ASCII with words that are written plainly, in UTF-8 or the first half of
/// it, ISO 8859-1: each stands between white space and is whole in itself. Nothing if it is not so.
std::optional<std::string> decode_plain_words(std::string_view text);

}  // namespace tally::mail
