// SPDX-License-Identifier: Apache-2.0
// A table and what its columns are: declared, read from a schema, or found out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/session.h"
#include "tally/inside/draft.h"

namespace tally::cli {

struct DraftedTable {
  Table table;
  SchemaDraft draft;

  // Where the schema was drafted:
  std::vector<ColumnSample> samples;  ///< of the first part; empty: nothing was guessed
  Declarations declarations;
  std::function<Table()> reopen;  ///< none: an input can be read only once
  std::vector<Remark> found;      ///< what is to be said of what was found out before counting
  int threads = 1;                ///< to find it out with
};

/// The first word that means mail; a table of that name is ./mail.
inline constexpr const char* kMail = "mail";

/// Opens the inputs: tables, or the one word "mail" for the mail of --class. The schema is that of
/// `schema_file` (a schema in JSON, or a model) if one is named, else drafted from the options and
/// the first megabyte; how Chinese and the like is cut is found out by a sample of all rows, unless the
/// options say it. `consequence` ends the sentence that no row has a target. Throws Error:
/// kUsage if both are given, and as Table and draft_schema.
DraftedTable open_table(const std::vector<std::string>& inputs, const DataOptions& data,
                        const SchemaOptions& columns, const std::string& schema_file,
                        const std::string& consequence = "");

/// Counts the rows with `count` and looks at the whole of what the draft has guessed from the first
/// part. The table is read optimistically: cells that do not fit are missing and counted, few whole
/// numbers are counted by value. What that says about all cells makes the schema; only if a column
/// has to be read in another way is the table read again. draft and table are those of the last
/// reading. Throws Error (kUsage), with the remedy, where that is not possible, and as `count`.
using CountRows = std::function<Piece(Table& table, const Schema& schema)>;
Piece count_settled(DraftedTable& drafted, Recount recount, const CountRows& count);

/// The first pass of --count full: reads the table, draws up which columns are counted together, and
/// opens the table anew. Nothing if the schema says so already, or has a text, or there is no row.
void draw_up_together(DraftedTable& drafted, std::size_t most_cells, int threads);

/// Says so where --count full was asked for and the table has a text. REQUIRES: it is settled what the columns are.
void note_texts_apart(DraftedTable& drafted);

/// What a user should know about the draft, a line each.
void tell_notes(const SchemaDraft& draft);

}  // namespace tally::cli
