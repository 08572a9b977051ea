// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/request_rows.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cli/serve/arrow_frames.h"
#include "cli/serve/json_rows.h"
#include "cli/serve/problem.h"

namespace tally::server {

namespace {

void check_cells(std::size_t rows, std::size_t columns, std::size_t width, const Limits& limits) {
  if (rows <= limits.cells / std::max<std::size_t>({columns, width, 1})) return;
  throw HttpError(413, "the request has " + std::to_string(rows) + " rows, and the model " +
                           std::to_string(columns) + " columns: more than " +
                           std::to_string(limits.cells) +
                           " cells; send the rows in several requests");
}

// A reader would unpack it, and a small body can hide a large one.
bool is_packed(std::string_view body) {
  return body.substr(0, 2) == "\x1f\x8b" || body.substr(0, 4) == "\x28\xb5\x2f\xfd";
}

}  // namespace

RequestRows::RequestRows(const Request& request, const Schema& schema, ToldTruth truth,
                         std::size_t width, const Limits& limits) {
  const std::string type = request.content_type();
  const std::size_t columns = schema.columns.size();
  if (type == "application/json" || type.empty()) {
    const std::vector<CellTexts> rows = parse_rows(request.body, limits.cells);
    check_cells(rows.size(), columns, width, limits);
    batch_ = told_rows(schema, rows, truth);
  } else if (type == "text/csv" || type == "text/tab-separated-values") {
    options_.format = FileFormat::kDelimited;
    options_.missing = schema.missing;
    if (type != "text/csv") options_.delimiter = '\t';
    const auto lines =
        static_cast<std::size_t>(std::count(request.body.begin(), request.body.end(), '\n'));
    check_cells(lines, columns, width, limits);
    keep_file(request);
  } else if (type == kArrowType) {
    options_.format = FileFormat::kArrowStream;
    options_.missing = schema.missing;
    const ArrowSize size = measure_arrow(request.body);
    check_cells(size.rows, columns, width, limits);
    check_cells(size.categories, 1, 1, limits);
    keep_file(request);
  } else {
    throw HttpError(415, "rows of the type " + in_quotes(type) +
                             " are not understood; send application/json, text/csv, "
                             "text/tab-separated-values or " +
                             kArrowType);
  }
}

void RequestRows::keep_file(const Request& request) {
  if (is_packed(request.body)) throw HttpError(415, "the body is packed; send it as it is");
  descriptor_ = ::memfd_create("tally-request", MFD_CLOEXEC);
  if (descriptor_ < 0) throw_system_error(errno, "create", kBodyName);
  for (std::size_t at = 0; at < request.body.size();) {
    const ::ssize_t written =
        ::write(descriptor_, request.body.data() + at, request.body.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int why = errno;
      ::close(descriptor_);
      throw_system_error(why, "write", kBodyName);
    }
    at += static_cast<std::size_t>(written);
  }
}

RequestRows::~RequestRows() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Table RequestRows::table() const {
  if (batch_) return table_over(*batch_);
  return Table({"/proc/self/fd/" + std::to_string(descriptor_)}, options_);
}

}  // namespace tally::server
