// SPDX-License-Identifier: Apache-2.0
#include "tally/model/request_log.h"

#include "tally/model/model_tables.h"

namespace tally {

namespace {

// Dropping goes through the whole table, so it is not done each time.
constexpr std::int64_t kDroppedAtOnce = 256;

void make_table(Database& db) {
  if (has_requests_table(db)) return;
  db.run(definition(kRequestsTable, "main."));
  db.run("PRAGMA main.user_version=" + std::to_string(kRequestsFormat));
}

}  // namespace

std::optional<std::string> find_answer(Database& db, const OnceRequest& request) {
  if (request.key.empty() || !has_requests_table(db)) return std::nullopt;
  RowReader row(db, kRequestsTable, {request.key});
  if (!row.next()) return std::nullopt;
  if (row.text(1) != request.digest) {
    throw Error(ErrorKind::kData, "the key " + in_quotes(request.key) +
                                      " was used for another request: a new one needs a key of "
                                      "its own");
  }
  return std::string(row.text(2));
}

void remember_answer(Database& db, const OnceRequest& request, const std::string& answer) {
  if (request.key.empty()) return;
  make_table(db);
  const std::int64_t number = db.integer("SELECT max(number) FROM main.requests").value_or(0) + 1;
  RowWriter(db, "main", kRequestsTable).put({request.key, request.digest, answer}, {number});
  if (number % kDroppedAtOnce != 0) return;
  db.run("DELETE FROM main.requests WHERE number <= " + std::to_string(number - kMostRequests));
}

void check_requests(Database& db) {
  if (!has_requests_table(db)) return;
  for (RowReader row(db, kRequestsTable); row.next();) {
    if (row.integer(0) < 1) throw_wrong(db, kRequestsTable, "a number below 1");
  }
}

}  // namespace tally
