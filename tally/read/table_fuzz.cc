// SPDX-License-Identifier: Apache-2.0
// Any bytes are a table or an Error, and always the same one: for every block size, every number of
// threads. Whatever else happens is a defect.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "tally/read.h"
#include "tally/read/csv/table_reader.h"
#include "tally/read/fuzz_testing.h"

namespace tally::csv {
namespace {

using fuzz::rows_as_text;

constexpr BlockSizes kOneBlock{1 << 18, 1 << 16};

// The schema with the first column for a target, or the error that there is instead.
std::optional<Schema> draft(const std::string& path, const ReadOptions& options) {
  try {
    TableReader reader({path}, options, kOneBlock);
    Declarations declarations;
    declarations.target = reader.column_names().front();
    return draft_schema(reader.sample(), declarations, {}).schema;
  } catch (const Error&) {
    return std::nullopt;
  }
}

// The rows as text, and the error that ends them.
std::string rows(const std::string& path, const ReadOptions& options, const Schema& schema,
                 const BlockSizes& sizes, int threads) {
  std::string out;
  try {
    TableReader reader({path}, options, sizes);
    reader.read(schema, threads,
                [&](const Batch& batch, int) -> Table::Finish {
                  return [&out, text = rows_as_text(batch)] { out += text; };
                },
                {});
  } catch (const Error& error) {
    // Rows before the first bad one may have been given or not.
    return error.what();
  }
  return out;
}

bool opens(const std::string& path, const ReadOptions& options, const BlockSizes& sizes) {
  try {
    const TableReader reader({path}, options, sizes);
    return true;
  } catch (const Error&) {
    return false;
  }
}

void require_same(const std::string& one, const std::string& other) {
  if (one == other) return;
  std::fprintf(stderr, "--- in one block\n%s\n--- in small blocks\n%s\n", one.c_str(),
               other.c_str());
  std::abort();
}

void check_table(const std::string& path, const ReadOptions& options) {
  const std::optional<Schema> schema = draft(path, options);
  if (!schema) return;
  const std::string whole = rows(path, options, *schema, kOneBlock, 1);
  for (const std::size_t block : {std::size_t{64}, std::size_t{7}}) {
    const BlockSizes sizes{block, kOneBlock.longest_record};
    // The delimiter and the formats that are refused are found out by the first block.
    if (options.delimiter == 0 || !opens(path, options, sizes)) continue;
    require_same(whole, rows(path, options, *schema, sizes, 3));
  }
}

}  // namespace
}  // namespace tally::csv

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const tally::fuzz::MemoryFile file({reinterpret_cast<const char*>(data), size});
  tally::ReadOptions options;
  options.keep_cells = true;
  tally::csv::check_table(file.path(), options);
  options.delimiter = ',';
  tally::csv::check_table(file.path(), options);
  options.header = options.trim = options.keep_cells = false;
  tally::csv::check_table(file.path(), options);
  return 0;
}
