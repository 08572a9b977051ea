// What a row of mail looks like.
#pragma once

#include "tally/batch.h"

namespace tally {

inline constexpr const char* kMailTarget = "class";

/// The target `class` and the zones, with the limits of `limits`.
Schema mail_schema(const MailLimits& limits = {});

}  // namespace tally
