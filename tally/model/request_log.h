// SPDX-License-Identifier: Apache-2.0
// The requests that have changed a model's file, and what was answered: the table `requests`, which is made
// when the first one comes. See once_request.h.
#pragma once

#include <optional>
#include <string>

#include "tally/model/once_request.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

/// What was answered, or nothing if the file does not know the key, or there is none. Throws Error (kData) if
/// the key was that of another request, or the table is not sound. REQUIRES: check_tables(db).
std::optional<std::string> find_answer(Database& db, const OnceRequest& request);

/// Keeps the answer; does nothing without a key. The oldest are dropped from time to time. REQUIRES: inside a
/// transaction; the key is not known.
void remember_answer(Database& db, const OnceRequest& request, const std::string& answer);

/// Throws Error (kData) if the table, where there is one, is not as it should be.
void check_requests(Database& db);

}  // namespace tally
