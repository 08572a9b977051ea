// SPDX-License-Identifier: Apache-2.0
// read: files in, batches out.
//
//   Table table({"iris.csv"}, ReadOptions{});
//   SchemaDraft draft = draft_schema(table.sample(), declarations, {});
//   table.read(draft.schema, threads, [&](const Batch& batch, int worker) { … });
//
// The reader streams: memory does not grow with the number of rows, only with distinct labels.
#pragma once

#include "tally/read/arrow/arrow_import.h"  // IWYU pragma: export
#include "tally/read/batch_table.h"         // IWYU pragma: export
#include "tally/read/column_guess.h"        // IWYU pragma: export
#include "tally/read/free_text.h"           // IWYU pragma: export
#include "tally/read/row_selection.h"       // IWYU pragma: export
#include "tally/read/schema_draft.h"        // IWYU pragma: export
#include "tally/read/table.h"               // IWYU pragma: export
#include "tally/read/table_writer.h"        // IWYU pragma: export
