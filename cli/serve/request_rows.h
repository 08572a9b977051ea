// SPDX-License-Identifier: Apache-2.0
// The rows in the body of a request, as a table: records of JSON, CSV, or an Arrow IPC stream.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/serve/http.h"
#include "cli/serve/limits.h"
#include "tally/inside/read.h"

namespace tally::server {

/// An Arrow IPC stream, as a body or an answer.
inline constexpr const char* kArrowType = "application/vnd.apache.arrow.stream";

class RequestRows {
 public:
  /// `width` numbers are answered for each row. Throws HttpError: 415 for a body of another type, 413 for more
  /// cells than may be, 400 as parse_rows and told_rows do.
  RequestRows(const Request& request, const Schema& schema, ToldTruth truth, std::size_t width,
              const Limits& limits);
  ~RequestRows();

  /// The rows from their beginning, as often as wanted. Throws Error as Table does. What is wrong with a row is
  /// told when it is read. REQUIRES: this stays.
  Table table() const;

 private:
  void keep_file(const Request& request);

  std::optional<Batch> batch_;  // of JSON
  ReadOptions options_;         // of CSV and Arrow, in a file without a name
  int descriptor_ = -1;
};

}  // namespace tally::server
