// SPDX-License-Identifier: Apache-2.0
// The names of charsets that mail uses.
#pragma once

#include <string>
#include <string_view>

namespace tally::mail {

/// What the charset of this name, in any case, is to be read as, by iconv's name: a charset that is
/// part of a larger one is the larger (GB2312 is GB18030, ISO 8859-1 is CP1252), since mail that
/// says the one often means the other. Names that say nothing ("unknown-8bit") are empty, and so is
/// what is no name. A name that stands in no list is given back as it is, in lower case.
std::string charset_name(std::string_view declared);

/// Charsets in which bytes below 128 need not be ASCII, by the names above.
bool has_shifts(std::string_view charset);

/// HZ (RFC 1843), which iconv does not know, as GB2312 with its high bits: "~{VPND~}" …
inline constexpr std::string_view kHz = "HZ";
std::string unshift_hz(std::string_view bytes);

}  // namespace tally::mail
