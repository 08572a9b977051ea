// SPDX-License-Identifier: Apache-2.0
// What a model file says of mail, which is "tokens=mail", and what it means by it.
//
// A model of mail is read, merged, asked and taught by programs that never cut a message: all that
// they need to know of such rows stands here, and in the schema.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tally/model.h"

namespace tally {

/// The name of the reader.
inline constexpr const char* kMailReader = "mail";

/// What the reader of mail declares about one of its zones, and about messages.
GivenTerms mail_terms(std::string_view zone, const MailLimits& limits = {});

/// The limits of a zone. REQUIRES: zone.reader == kMailReader.
MailLimits mail_limits(const GivenTerms& zone);

/// How a text column is cut, from the text of its options. Throws nothing: std::nullopt, as
/// parse_text_options.
std::optional<TextOptions> stored_text_options(std::string_view column, std::string_view text);

}  // namespace tally
