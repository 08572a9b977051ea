// The tables of a model file, and a model as their rows.
//
// docs/model-format.md says what each table holds. All of them are WITHOUT ROWID and keyed by text, so
// that the contents depend on what was counted and never on codes or on history.
#pragma once

#include <cstdint>
#include <string>

#include "tally/count/model.h"
#include "tally/count/sqlite_db.h"

namespace tally {

inline constexpr std::int64_t kApplicationId = 0x54414C59;  ///< "TALY"
inline constexpr std::int64_t kFormatVersion = 1;

/// Makes the empty tables in `schema` ("main" or an attached database).
void create_tables(Database& db, const std::string& schema);

/// Inserts the model's rows. Throws Error (kData) for a text that is not UTF-8.
/// REQUIRES: the tables are there and empty.
void insert_model(Database& db, const std::string& schema, const Model& model);

/// Makes the tables of `main` equal to those of the attached `schema`, and touches only rows that
/// differ. REQUIRES: both have the tables; inside a transaction.
void replace_rows(Database& db, const std::string& schema);

/// Whether the database says that it is a Tally model. An empty file does not.
bool has_application_id(Database& db);

/// Reads the whole model as if it came from a stranger. Throws Error (kData) if it is not a Tally
/// model, if a newer Tally wrote it, or if it is not sound: other tables than expected, values of
/// other types, texts that are not UTF-8 or not in their one form, rows out of order, sums that no
/// rows have. REQUIRES: inside a transaction, so that all tables are of one moment.
Model read_model(Database& db);

}  // namespace tally
