// SPDX-License-Identifier: Apache-2.0
// text: documents in, terms out.
//
//   TermCutter cutter(schema);            // one per thread
//   cutter.cut(batch);                    // its text columns are terms now
//
//   Tokenizer words(TextOptions{});       // the same for a text of one's own
//   for (std::string_view term : words.cut("Free money, FREE!")) …      // free, money, free
//
// Words are those of Unicode (UAX #29), as ICU finds them; pure ASCII takes a shorter way to the
// same answer. Nothing is fatal here: bytes that are not UTF-8 become U+FFFD and are counted, and a
// token that is too long becomes a summary of itself.
#pragma once

#include "tally/batch.h"             // IWYU pragma: export
#include "tally/text/cutting.h"      // IWYU pragma: export
#include "tally/text/term_column.h"  // IWYU pragma: export
#include "tally/text/term_cutter.h"  // IWYU pragma: export
#include "tally/text/tokenizer.h"    // IWYU pragma: export
