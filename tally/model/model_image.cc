// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_image.h"

#include <algorithm>
#include <utility>

#include "tally/model/model_rows.h"
#include "tally/model/model_tables.h"
#include "tally/model/model_terms.h"
#include "tally/model/sqlite/image_digest.h"
#include "tally/model/sqlite/sqlite_cell.h"
#include "tally/model/sqlite/sqlite_image.h"

namespace tally {

namespace {

// Far from what SQLite counts up to from 1: a file that has it has the tables where this image has
// them, so that a schema that another connection remembers fits.
constexpr std::uint32_t kSchemaCookie = 0x54414C01;
constexpr std::uint32_t kSchemaCookieWithExpected = 0x54414D01;
constexpr std::uint32_t kSqliteVersion = 3040001;

// All but the digest, of which it is the digest.
void stamp_constants(std::byte* header, const Model& model) {
  const std::int64_t format = model.expected ? kExpectedFormat : format_of(model.counts.schema());
  put_number(header + 40, model.expected ? kSchemaCookieWithExpected : kSchemaCookie, 4);
  put_number(header + 60, static_cast<std::uint64_t>(format), 4);
  put_number(header + 68, static_cast<std::uint64_t>(kApplicationId), 4);
  put_number(header + 96, kSqliteVersion, 4);
}

void stamp_digest(std::byte* header, std::uint32_t digest) {
  put_number(header + 24, digest, 4);
  put_number(header + 92, digest, 4);
}

std::vector<const FileTable*> tables_of(const Model& model) {
  const auto usual = all_tables(), of_layer = expected_tables();
  std::vector<const FileTable*> tables(usual.begin(), usual.end());
  if (model.expected) tables.insert(tables.end(), of_layer.begin(), of_layer.end());
  return tables;
}

std::vector<SqliteImage::Table> tables_of_image(const std::vector<const FileTable*>& all) {
  std::vector<SqliteImage::Table> tables;
  for (const FileTable* table : all) tables.push_back({table->name, definition(*table, "")});
  return tables;
}

class ImageRows : public RowSink {
 public:
  ImageRows(const Model& model, PageStore pages)
      : tables_(tables_of(model)), image_(tables_of_image(tables_), std::move(pages)) {}

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
  std::size_t place_of(const FileTable& table) const {
    return static_cast<std::size_t>(std::find(tables_.begin(), tables_.end(), &table) -
                                    tables_.begin());
  }

  std::vector<const FileTable*> tables_;
  SqliteImage image_;
};

// The image of the model without its digest.
PageStore pages_of(const Model& model, int threads, PageStore pages) {
  ImageRows rows(model, std::move(pages));
  put_model(rows, model, [&](const TextTally& tally, const std::vector<std::string>& class_texts) {
    ModelTerms terms(tally, class_texts);
    terms.put(threads, [&](std::string_view cells) { rows.put_cells(kCountsTable, cells); });
    return terms.take_histograms();
  });
  PageStore image = rows.finish();
  stamp_constants(image.at(1), model);
  return image;
}

}  // namespace

std::vector<std::byte> to_bytes(const Model& model) {
  PageStore image = pages_of(model, 1, PageStore());
  ImageDigest digest;
  std::size_t offset = 0;
  for (const std::span<const std::byte> piece : image.pieces()) {
    digest.add(offset, piece);
    offset += piece.size();
  }
  stamp_digest(image.at(1), digest.value());
  return std::move(image).joined();
}

// The first pages are the last to be known.
void write_image(const Model& model, NewFile& file, int threads) {
  ImageDigest digest;
  const auto write = [&](std::size_t offset, std::span<const std::byte> bytes) {
    digest.add(offset, bytes);
    file.write(offset, bytes);
  };
  PageStore image = pages_of(model, threads, PageStore(write));
  image.flush();
  const std::span<const std::byte> first = image.pieces().front();
  digest.add(0, first);
  stamp_digest(image.at(1), digest.value());
  file.write(0, first);
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
