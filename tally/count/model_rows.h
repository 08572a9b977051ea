// A model as the rows of its tables.
#pragma once

#include <string>

#include "tally/count/model_file.h"
#include "tally/count/sqlite_db.h"

namespace tally {

/// Inserts the model's rows. Throws Error (kData) for a text that is not UTF-8.
/// REQUIRES: the tables are there and empty (see create_tables).
void insert_model(Database& db, const std::string& schema, const Model& model);

/// Reads the whole model as if it came from a stranger. Throws Error (kData) if it is not a Tally
/// model, if a newer Tally wrote it, or if it is not sound: other tables than expected, values of
/// other types, labels that are not in their one form, sums that no rows have.
/// REQUIRES: inside a transaction, so that all tables are of one moment.
Model read_model(Database& db);

}  // namespace tally
