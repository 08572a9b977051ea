// SPDX-License-Identifier: Apache-2.0
// Any bytes are a target, rows, tensors and headers, or an error with a status; and rows that are taken stay within
// their limit.
#include <cstdlib>
#include <string_view>

#include "cli/serve/access.h"
#include "cli/serve/arrow_frames.h"
#include "cli/serve/json_rows.h"
#include "cli/serve/tensors.h"

namespace {

constexpr std::size_t kMostCells = 1000;

const tally::Schema& schema() {
  static const tally::Schema made = [] {
    tally::Schema out;
    out.columns = {tally::feature("a", tally::Family::kGaussian),
                   tally::feature("b", tally::Family::kCategorical, tally::ValueType::kText),
                   tally::feature("c", tally::Family::kBernoulli, tally::ValueType::kBoolean),
                   tally::target_column("y")};
    return tally::validated(out);
  }();
  return made;
}

template <class F>
void guarded(F&& f) {
  try {
    f();
  } catch (const tally::server::HttpError& error) {
    if (error.status() < 400 || error.status() > 499) std::abort();
  } catch (const tally::Error& error) {
    if (error.kind() != tally::ErrorKind::kUsage) std::abort();
  }
}

void use(const std::vector<tally::CellTexts>& rows) {
  std::size_t cells = 0;
  for (const tally::CellTexts& row : rows) cells += row.size();
  if (rows.size() > kMostCells || cells > kMostCells) std::abort();
  const tally::Batch batch = tally::told_rows(schema(), rows, tally::ToldTruth::kTaken);
  if (batch.rows != static_cast<std::int64_t>(rows.size())) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using tally::server::Request;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tally::server::Limits limits;
  limits.cells = kMostCells;
  guarded([&] {
    for (const std::string& segment : tally::server::parse_target(text).segments) {
      if (segment == ".." || segment.find('/') != std::string::npos) std::abort();
    }
  });
  guarded([&] { use(tally::server::parse_rows(text, kMostCells)); });
  guarded([&] { tally::server::measure_arrow(text); });
  Request request;
  request.body = text;
  guarded([&] { use(tally::server::parse_tensors(request, limits).rows); });
  const std::size_t half = size / 2;
  request.headers = {{"inference-header-content-length", std::to_string(half)},
                     {"host", std::string(text.substr(0, half))},
                     {"origin", std::string(text.substr(half))},
                     {"authorization", std::string(text)}};
  guarded([&] { use(tally::server::parse_tensors(request, limits).rows); });
  const tally::server::Access access({}, {"a token that nobody knows"});
  guarded([&] { access.check_browser(request); });
  guarded([&] { access.check_token(request); });
  return 0;
}
