// SPDX-License-Identifier: Apache-2.0
// The columns that the schema of mail has, of what was cut.
#pragma once

#include "tally/mail.h"  // IWYU pragma: export
#include "tally/mail/message.h"

namespace tally {

/// Adds the columns that the schema has to a batch. REQUIRES: the rows have been ended.
void append_zones(const Zones& zones, MailPairs pairs, Batch& batch);

}  // namespace tally
