#include "tally/count/model_image.h"

#include <algorithm>

#include "tally/count/model_rows.h"
#include "tally/count/model_tables.h"
#include "tally/count/sqlite_image.h"

namespace tally {

namespace {

// Far from what SQLite counts up to from 1: a file that has it has the tables where this image has
// them, so that a schema that another connection remembers fits.
constexpr std::uint32_t kSchemaCookie = 0x54414C01;
constexpr std::uint32_t kSqliteVersion = 3040001;

void put(std::vector<std::byte>& image, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) {
    image[at + i] = static_cast<std::byte>(value >> (24 - 8 * i));
  }
}

// FNV-1a with 64 bits over words of eight bytes, the least significant first, folded.
std::uint32_t digest(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      word |= static_cast<std::uint64_t>(bytes[at + i]) << (8 * i);
    }
    hash = (hash ^ word) * 0x100000001B3;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

void stamp(std::vector<std::byte>& image) {
  put(image, 40, kSchemaCookie);
  put(image, 60, static_cast<std::uint32_t>(kFormatVersion));
  put(image, 68, static_cast<std::uint32_t>(kApplicationId));
  put(image, 96, kSqliteVersion);
  const std::uint32_t change_counter = digest(image);
  put(image, 24, change_counter);
  put(image, 92, change_counter);
}

std::vector<SqliteImage::Table> tables_of_image() {
  std::vector<SqliteImage::Table> tables;
  for (const FileTable* table : all_tables())
    tables.push_back({table->name, definition(*table, "")});
  return tables;
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
    const auto all = all_tables();
    const auto at = std::find(all.begin(), all.end(), &table);
    image_.add(static_cast<std::size_t>(at - all.begin()), texts, integers);
  }

  std::vector<std::byte> finish() { return image_.finish(); }

 private:
  static constexpr std::size_t kLongestRow = kLongestInDatabase - 1024;

  SqliteImage image_ = SqliteImage(tables_of_image());
};

}  // namespace

std::vector<std::byte> to_bytes(const Model& model) {
  ImageRows rows;
  put_model(rows, model);
  std::vector<std::byte> image = rows.finish();
  stamp(image);
  return image;
}

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
