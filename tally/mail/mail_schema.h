// SPDX-License-Identifier: Apache-2.0
// What a row of mail looks like.
#pragma once

#include <string_view>

#include "tally/batch.h"
#include "tally/mail/message.h"

namespace tally {

inline constexpr const char* kMailTarget = "class";

/// The target `class` and the zones, with the limits of `limits`, and with or without `pair`.
Schema mail_schema(const MailLimits& limits = {}, MailPairs pairs = MailPairs::kYes);

/// Whether a feature is a zone of a message.
bool is_mail(const Schema& schema);
/// REQUIRES: is_mail(schema).
MailLimits limits_of(const Schema& schema);

/// Why mail can have no class of this name, or nothing.
std::string_view mail_class_fault(std::string_view name);

/// Which of the two a schema of mail is.
MailPairs pairs_of(const Schema& schema);

/// Adds the columns that the schema has to a batch. REQUIRES: the rows have been ended.
void append_zones(const Zones& zones, MailPairs pairs, Batch& batch);

}  // namespace tally
