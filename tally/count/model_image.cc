#include "tally/count/model_image.h"

#include <algorithm>

#include "tally/count/model_rows.h"
#include "tally/count/model_tables.h"
#include "tally/count/model_terms.h"
#include "tally/count/sqlite_cell.h"
#include "tally/count/sqlite_image.h"

namespace tally {

namespace {

// Far from what SQLite counts up to from 1: a file that has it has the tables where this image has
// them, so that a schema that another connection remembers fits.
constexpr std::uint32_t kSchemaCookie = 0x54414C01;
constexpr std::uint32_t kSqliteVersion = 3040001;

// FNV-1a with 64 bits over words of eight bytes, the least significant first, folded.
std::uint32_t digest(const PageStore& image) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::span<const std::byte> bytes : image.pieces()) {
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < 8; ++i) {
        word |= static_cast<std::uint64_t>(bytes[at + i]) << (8 * i);
      }
      hash = (hash ^ word) * 0x100000001B3;
      hash ^= hash >> 32;
    }
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

void stamp(PageStore& image) {
  std::byte* const header = image.at(1);
  put_number(header + 40, kSchemaCookie, 4);
  put_number(header + 60, static_cast<std::uint64_t>(kFormatVersion), 4);
  put_number(header + 68, static_cast<std::uint64_t>(kApplicationId), 4);
  put_number(header + 96, kSqliteVersion, 4);
  const std::uint32_t change_counter = digest(image);
  put_number(header + 24, change_counter, 4);
  put_number(header + 92, change_counter, 4);
}

std::vector<SqliteImage::Table> tables_of_image() {
  std::vector<SqliteImage::Table> tables;
  for (const FileTable* table : all_tables())
    tables.push_back({table->name, definition(*table, "")});
  return tables;
}

std::size_t place_of(const FileTable& table) {
  const auto all = all_tables();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), &table) - all.begin());
}

class ImageRows : public RowSink {
 public:
  void put(const FileTable& table, std::initializer_list<std::string_view> texts,
           std::initializer_list<std::int64_t> integers = {}) override {
    std::size_t size = 0;
    for (const std::string_view text : texts) {
      require_utf8(text, table, {});
      size += text.size();
    }
    // What SQLite would not read back.
    if (size > kLongestRow) throw_too_long({});
    image_.add(place_of(table), texts, integers);
  }

  void put_cells(const FileTable& table, std::string_view cells) {
    image_.add_cells(place_of(table), cells);
  }

  PageStore finish() { return image_.finish(); }

 private:
  SqliteImage image_ = SqliteImage(tables_of_image());
};

}  // namespace

PageStore to_image(const Model& model, int threads) {
  ImageRows rows;
  put_model(rows, model, [&](const Tally& tally, const std::vector<std::string>& class_texts) {
    ModelTerms terms(tally, class_texts);
    terms.put(threads, [&](std::string_view cells) { rows.put_cells(kCountsTable, cells); });
    return terms.histograms();
  });
  PageStore image = rows.finish();
  stamp(image);
  return image;
}

std::vector<std::byte> to_bytes(const Model& model) { return to_image(model, 1).joined(); }

Model from_bytes(std::span<const std::byte> image) {
  std::vector<std::byte> copy(image.begin(), image.end());
  if (copy.size() < kHeaderSize) throw Error(ErrorKind::kData, "not a Tally model");
  // In memory there is no write-ahead log: what is in the image is all there is.
  for (const std::size_t at : {18, 19}) {
    if (copy[at] == std::byte{2}) copy[at] = std::byte{1};
  }
  Database db = Database::over(copy);
  db.run("BEGIN");
  return read_model(db);
}

}  // namespace tally
