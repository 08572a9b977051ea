// SPDX-License-Identifier: Apache-2.0
// A model as the rows of its tables.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tally/inside/count.h"
#include "tally/model.h"
#include "tally/model/model_tables.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

/// Opens a model file with as few permissions as possible and begins a read transaction. Throws
/// Error as `load_model` does for a file that cannot be read.
Database open_to_read(const std::string& path, std::chrono::milliseconds patience);

/// The same for a caller that may change the model afterwards: with write permission, where there
/// is one. Call `prepare_to_change` before the first change.
Database open_to_read_and_change(const std::string& path, std::chrono::milliseconds patience);

/// Makes commits durable on disk. Throws Error (kNoPermission) if the file may only be read.
/// REQUIRES: outside a transaction.
void prepare_to_change(Database& db);

/// Opens a model file to change it, so that what is committed is on disk. Rolls back what a crash
/// has left. Throws Error as `change_model` does.
Database open_to_change(const std::string& path, std::chrono::milliseconds patience);

/// Puts the model's rows, those of each table in the order of their keys. Throws as the sink does,
/// and Error (kDefect) if the sums cannot come from any rows: such a model is not written.
void put_model(RowSink& sink, const Model& model);
/// The same with `put_terms` called for the rows of a text's terms; it gives their histograms, or
/// none if they have none.
using PutTerms = std::function<std::optional<TermHistograms>(
    const TextTally& tally, const std::vector<std::string>& class_texts)>;
void put_model(RowSink& sink, const Model& model, const PutTerms& put_terms);

/// Inserts the model's rows. Throws Error (kData) for a text that is not UTF-8.
/// REQUIRES: the tables are there and empty (see create_tables).
void insert_model(Database& db, const std::string& schema, const Model& model);

/// Reads the whole model as if it came from a stranger. Throws Error (kData) if it is not a Tally
/// model, if a newer Tally wrote it, or if it is not sound: other tables than expected, values of
/// other types, labels that are not in canonical form, sums that no rows have.
/// REQUIRES: inside a transaction, so that all tables are of one moment.
Model read_model(Database& db);

/// The same without the digests and the rows of the sample, and without checking the histograms:
/// the counts contain the same information.
Model read_counted(Database& db);

/// Reads all but the sums of the features: the schema, the question and the class counts. Checks as
/// `read_model` does, as far as it reads.
Model read_outline(Database& db);

/// Writes how many terms a cap has dropped so far. REQUIRES: 1 or more; inside a transaction.
void write_dropped(Database& db, std::int64_t terms);

/// Adds the class counts. Throws Error (kData) if one is negative.
void read_classes(Database& db, Counts& counts);

/// Adds the sums of one tally. REQUIRES: `counts` has the class counts.
void read_tally(Database& db, const std::string& tally, Counts& counts);

}  // namespace tally
