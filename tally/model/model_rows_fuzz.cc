// SPDX-License-Identifier: Apache-2.0
// Any rows in the tables of a model are a model or an Error; and what was taken for a model has one
// image, which says the same. A line of the input is a row: the table and its values, with tabs
// between.
#include <cstdlib>
#include <string_view>
#include <vector>

#include "tally/model/model_rows.h"
#include "tally/model/model_tables.h"

namespace tally {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(separator);
    out.push_back(text.substr(0, end));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return out;
}

void insert(Database& db, std::string_view line) {
  const std::vector<std::string_view> cells = split(line, '\t');
  for (const FileTable* table : all_tables()) {
    const std::size_t width = static_cast<std::size_t>(table->texts + table->integers);
    if (cells[0] != table->name || cells.size() != width + 1) continue;
    std::string marks = "?";
    for (std::size_t i = 1; i < width; ++i) marks += ", ?";
    Statement row = db.prepare("INSERT OR REPLACE INTO " + std::string(table->name) + " VALUES (" +
                               marks + ")");
    // SQLite turns the texts of numbers into integers where the column is one.
    for (std::size_t i = 0; i < width; ++i) row.bind(static_cast<int>(i), cells[i + 1]);
    row.step();
  }
}

Model model_of(std::string_view rows) {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=" + std::to_string(kApplicationId) +
         "; PRAGMA user_version=" + std::to_string(kFormatVersion) + "; BEGIN");
  create_tables(db, "main");
  for (const std::string_view line : split(rows, '\n')) insert(db, line);
  return read_model(db);
}

}  // namespace
}  // namespace tally

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::vector<std::byte> image =
        tally::to_bytes(tally::model_of({reinterpret_cast<const char*>(data), size}));
    if (tally::to_bytes(tally::from_bytes(image)) != image) std::abort();
  } catch (const tally::Error& error) {
    if (error.kind() != tally::ErrorKind::kData) std::abort();
  }
  return 0;
}
