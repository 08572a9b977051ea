#include "tally/count/model_image.h"

#include "tally/count/model_rows.h"
#include "tally/count/model_tables.h"

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

// FNV-1a with 64 bits, folded.
std::uint32_t digest(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::byte byte : bytes) {
    hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001B3;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

void stamp(std::vector<std::byte>& image) {
  put(image, 24, 0);
  put(image, 40, kSchemaCookie);
  put(image, 92, 0);
  put(image, 96, kSqliteVersion);
  const std::uint32_t change_counter = digest(image);
  put(image, 24, change_counter);
  put(image, 92, change_counter);
}

}  // namespace

std::vector<std::byte> to_bytes(const Model& model) {
  Database db = Database::in_memory();
  db.run(
      "PRAGMA page_size=4096; PRAGMA auto_vacuum=NONE; PRAGMA encoding='UTF-8'; "
      "PRAGMA secure_delete=ON");
  db.run("PRAGMA application_id=" + std::to_string(kApplicationId) +
         "; PRAGMA user_version=" + std::to_string(kFormatVersion) + "; BEGIN");
  create_tables(db, "main");
  insert_model(db, "main", model);
  db.run("COMMIT; VACUUM");
  std::vector<std::byte> image = db.serialized();
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
