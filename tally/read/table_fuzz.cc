// Any bytes are a table or an Error, and always the same one: for every block size, every number of
// threads. Whatever else happens is a defect.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "tally/read/schema_draft.h"
#include "tally/read/table_reader.h"

namespace tally::csv {
namespace {

// A file in memory with a name, since packed files and pipes are met behind one as well.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : file_(::memfd_create("table", 0)) {
    if (::write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      std::abort();
    }
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

std::string text_of(const Column& column, std::int64_t row) {
  if (const auto* numbers = std::get_if<Numbers>(&column)) return std::to_string(numbers->at(row));
  if (const auto* bits = std::get_if<Bits>(&column)) {
    return bits->validity.at(row) ? std::to_string(int{bits->at(row)}) : "";
  }
  const auto& codes = std::get<Codes>(column);
  const auto code = static_cast<std::int32_t>(codes.indices.at(row));
  return code < 0 ? "" : codes.dictionary->label(code).to_string();
}

std::string text_of(const Batch& batch) {
  std::string out;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    out += std::to_string(batch.lines[static_cast<std::size_t>(row)]);
    for (const NamedColumn& column : batch.columns) out += '\t' + text_of(column.values, row);
    out += '\n';
  }
  return out;
}

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
                  return [&out, text = text_of(batch)] { out += text; };
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
  const tally::csv::MemoryFile file({reinterpret_cast<const char*>(data), size});
  tally::ReadOptions options;
  options.keep_cells = true;
  tally::csv::check_table(file.path(), options);
  options.delimiter = ',';
  tally::csv::check_table(file.path(), options);
  options.header = options.trim = options.keep_cells = false;
  tally::csv::check_table(file.path(), options);
  return 0;
}
