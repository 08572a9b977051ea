// SPDX-License-Identifier: Apache-2.0
// Any bytes are a table in svmlight's form or an Error, and always the same one, with one thread or
// three.
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "tally/read.h"
#include "tally/read/fuzz_testing.h"

namespace {

tally::ReadOptions svmlight() {
  tally::ReadOptions options;
  options.format = tally::FileFormat::kSvmlight;
  return options;
}

// The rows as text, or the error that there is instead.
std::string rows(const std::string& path, int threads) {
  std::string out;
  try {
    tally::Table table({path}, svmlight());
    tally::Declarations declarations;
    declarations.target = table.column_names().front();
    const tally::Schema schema = draft_schema(table.sample(), declarations, {}).schema;
    // A hostile index makes as many columns; what is compared need not be gigabytes.
    if (schema.columns.size() > 1000) return "";
    table.read(schema, threads, [&](const tally::Batch& batch, int) -> tally::Table::Finish {
      return [&out, text = tally::fuzz::rows_as_text(batch)] { out += text; };
    });
  } catch (const tally::Error& error) {
    return error.what();
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const tally::fuzz::MemoryFile file({reinterpret_cast<const char*>(data), size});
  const std::string alone = rows(file.path(), 1);
  const std::string together = rows(file.path(), 3);
  if (alone == together) return 0;
  std::fprintf(stderr, "--- one thread\n%s\n--- three\n%s\n", alone.c_str(), together.c_str());
  std::abort();
}
