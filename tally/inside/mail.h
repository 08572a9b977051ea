// SPDX-License-Identifier: Apache-2.0
// mail: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/mail.h"                      // IWYU pragma: export
#include "tally/mail/header_text.h"          // IWYU pragma: export
#include "tally/mail/import/mail_import.h"   // IWYU pragma: export
#include "tally/mail/mail_schema.h"          // IWYU pragma: export
#include "tally/mail/marked_message.h"       // IWYU pragma: export
#include "tally/mail/message.h"              // IWYU pragma: export
#include "tally/mail/mime/filter_headers.h"  // IWYU pragma: export
#include "tally/mail/mime/header_lines.h"    // IWYU pragma: export
