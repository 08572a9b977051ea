// SPDX-License-Identifier: Apache-2.0
// draft: what was guessed of columns and what was counted of them in, what they are out; and the
// schema as a text that people edit.
//
//   Schema schema = counted_by_value(draft.schema, draft.open);
//   Counts counts = …;                       // of all rows, under that schema
//   SchemaDraft whole = draft_schema(whole_samples(samples, counts, strays, rows), …);
//   counts = counts.recast(whole.schema);    // nothing is read again
//
// Texts without spaces between words are cut as a sample of all rows says:
//
//   const FoundCutting found = find_cutting(schema, draft.uncut, read, threads);
//   schema = with_cutting(found, schema);    // words, characters or pairs of characters
//
// The rules are those of docs/columns.md, for tables of files and of memory alike.
#pragma once

#include "tally/draft/cutting_choice.h"  // IWYU pragma: export
#include "tally/draft/found_cutting.h"   // IWYU pragma: export
#include "tally/draft/recount.h"         // IWYU pragma: export
#include "tally/draft/schema_json.h"     // IWYU pragma: export
#include "tally/draft/whole_columns.h"   // IWYU pragma: export
