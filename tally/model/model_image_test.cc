// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_image.h"

#include <cstring>
#include <set>

#include "tally/model/model_rows.h"
#include "tally/model/model_testing.h"

namespace tally {
namespace {

TEST(ModelImage, RoundTripsModelsOfEveryFamily) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Model model = some_model(seed, std::size_t{5} * seed);
    const Model back = from_bytes(to_bytes(model));
    EXPECT_TRUE(same(model, back)) << seed;
    EXPECT_EQ(to_bytes(back), to_bytes(model)) << seed;
  }
}

TEST(ModelImage, DoesNotDependOnHowTheCountsCameAbout) {
  const Model whole = some_model(1, 300);
  const std::vector<std::byte> image = to_bytes(whole);
  Model pieces{Counts(every_family()), whole.default_question};
  const Counts stranger = some_model(99, 50).counts;
  pieces.counts.merge(stranger);
  for (const unsigned seed : {5U, 4U, 3U, 2U}) pieces.counts.merge(some_model(seed, 77).counts);
  pieces.counts.merge(whole.counts);
  pieces.counts.subtract(stranger);
  for (const unsigned seed : {2U, 4U, 3U, 5U}) pieces.counts.subtract(some_model(seed, 77).counts);
  EXPECT_EQ(to_bytes(pieces), image);

  Counts a = some_model(7, 100).counts, b = some_model(8, 100).counts;
  const Counts a_before = a;
  a.merge(b);
  b.merge(a_before);
  EXPECT_EQ(to_bytes({a, ""}), to_bytes({b, ""}));
  EXPECT_NE(to_bytes({a, ""}), image);
  EXPECT_NE(to_bytes({a, "{}"}), to_bytes({a, ""}));
}

// The rows are those that SQLite itself would have inserted.
TEST(ModelImage, HoldsTheRowsOfTheModel) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Model model = some_model(seed, 800);
    const std::vector<std::byte> image = to_bytes(model);
    Database written = Database::over(image), inserted = Database::in_memory();
    written.trust_schema();
    create_tables(inserted, "main");
    insert_model(inserted, "main", model);
    for (const FileTable* table : all_tables()) {
      RowReader a(written, *table), b(inserted, *table);
      while (a.next()) {
        ASSERT_TRUE(b.next()) << table->name;
        for (std::size_t i = 0; i < static_cast<std::size_t>(table->texts); ++i) {
          ASSERT_EQ(a.text(i), b.text(i)) << table->name;
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(table->integers); ++i) {
          ASSERT_EQ(a.integer(i), b.integer(i)) << table->name;
        }
      }
      EXPECT_FALSE(b.next()) << table->name;
    }
  }
}

TEST(ModelImage, IsADatabaseInRollbackModeThatSqliteAccepts) {
  const TemporaryFolder folder;
  write_bytes(folder / "m", to_bytes(some_model(3)));
  EXPECT_EQ(sql(folder / "m", "PRAGMA integrity_check"), std::vector<std::string>{"ok"});
  EXPECT_EQ(sql(folder / "m", "PRAGMA journal_mode"), std::vector<std::string>{"delete"});
  EXPECT_EQ(sql(folder / "m", "PRAGMA page_size"), std::vector<std::string>{"4096"});
  EXPECT_EQ(sql(folder / "m", "PRAGMA encoding"), std::vector<std::string>{"UTF-8"});
  EXPECT_EQ(sql(folder / "m", "PRAGMA auto_vacuum"), std::vector<std::string>{"0"});
  EXPECT_EQ(sql(folder / "m", "PRAGMA application_id"), std::vector<std::string>{"1413565529"});
  EXPECT_EQ(sql(folder / "m", "PRAGMA user_version"), std::vector<std::string>{"1"});
}

// A schema that another connection remembers fits every image.
TEST(ModelImage, HasItsTablesAtTheSamePlaces) {
  const TemporaryFolder folder;
  for (const std::size_t rows : {0, 5, 4000}) {
    write_bytes(folder / "m", to_bytes(some_model(3, rows)));
    EXPECT_EQ(sql(folder / "m", "SELECT name, rootpage FROM sqlite_schema ORDER BY rootpage"),
              (std::vector<std::string>{"meta|2", "missing|3", "columns|4", "declared|5",
                                        "classes|6", "counts|7", "histograms|8", "digests|9",
                                        "unicode|10", "sample|11", "rule|12"}));
  }
}

// The change counter is what tells a connection that its pages are stale.
TEST(ModelImage, DifferentModelsHaveDifferentChangeCounters) {
  std::set<std::uint32_t> seen;
  for (unsigned seed = 0; seed < 50; ++seed) {
    const std::vector<std::byte> image = to_bytes(some_model(seed, 30));
    std::uint32_t counter = 0, valid_for = 0;
    std::memcpy(&counter, image.data() + 24, 4);
    std::memcpy(&valid_for, image.data() + 92, 4);
    EXPECT_EQ(counter, valid_for);
    EXPECT_TRUE(seen.insert(counter).second);
  }
}

TEST(ModelImage, ReadsAnImageThatWasInWriteAheadMode) {
  std::vector<std::byte> image = to_bytes(some_model(3));
  image[18] = image[19] = std::byte{2};
  EXPECT_TRUE(same(from_bytes(image), some_model(3)));
}

TEST(ModelImage, RefusesWhatIsNoModel) {
  const auto refused = [](const std::vector<std::byte>& image) {
    expect_error(ErrorKind::kData, "not a Tally model", [&] { from_bytes(image); });
  };
  refused({});
  refused(std::vector<std::byte>(50));
  refused(std::vector<std::byte>(5000));
  refused(std::vector<std::byte>(5000, std::byte{'x'}));
}

TEST(ModelImage, RefusesTextThatIsNotUtf8) {
  Schema schema = every_family();
  schema.missing = {"\xff"};
  const Model model{Counts(schema), ""};
  expect_error(ErrorKind::kData, "not UTF-8", [&] { to_bytes(model); });
}

// Whatever a damaged image gives, it is a sound model or an Error: never a crash.
void expect_sound_or_refused(const std::vector<std::byte>& image) {
  try {
    const Model model = from_bytes(image);
    EXPECT_NO_THROW(model.counts.check());
  } catch (const Error& error) {
    EXPECT_TRUE(error.kind() == ErrorKind::kData) << error.what();
  }
}

TEST(ModelImage, TruncatedAnywhereIsRefused) {
  const std::vector<std::byte> image = to_bytes(some_model(3, 400));
  for (std::size_t size = 0; size < image.size(); size += size < 200 ? 1 : 509) {
    const std::vector<std::byte> start(image.begin(),
                                       image.begin() + static_cast<std::ptrdiff_t>(size));
    expect_error(ErrorKind::kData, "", [&] { from_bytes(start); });
  }
}

TEST(ModelImage, FlippedBytesNeverCrash) {
  const std::vector<std::byte> image = to_bytes(some_model(3, 10));
  std::mt19937 random(1);
  for (std::size_t at = 0; at < image.size(); at += at < 600 ? 1 : 1 + random() % 40) {
    std::vector<std::byte> flipped = image;
    flipped[at] ^= static_cast<std::byte>(1 + random() % 255);
    expect_sound_or_refused(flipped);
  }
}

TEST(ModelImage, SpoiltRegionsNeverCrash) {
  const std::vector<std::byte> image = to_bytes(some_model(3, 60));
  std::mt19937 random(2);
  for (int i = 0; i < 1500; ++i) {
    std::vector<std::byte> spoilt = image;
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
      const std::size_t from = random() % spoilt.size();
      const std::size_t to = std::min<std::size_t>(spoilt.size(), from + 1 + random() % 64);
      const std::size_t source = random() % (spoilt.size() - (to - from));
      for (std::size_t at = from; at < to; ++at) {
        spoilt[at] = i % 3 == 0   ? std::byte{0}
                     : i % 3 == 1 ? static_cast<std::byte>(random())
                                  : image[source + at - from];
      }
    }
    expect_sound_or_refused(spoilt);
  }
}

TEST(ModelImage, SwappedAndRepeatedPagesNeverCrash) {
  const std::vector<std::byte> image = to_bytes(some_model(3, 4000));
  const std::size_t pages = image.size() / 4096;
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::byte> shuffled = image;
    const std::size_t from = random() % pages, to = 1 + random() % (pages - 1);
    std::copy_n(image.begin() + static_cast<std::ptrdiff_t>(from * 4096), 4096,
                shuffled.begin() + static_cast<std::ptrdiff_t>(to * 4096));
    expect_sound_or_refused(shuffled);
  }
}

// Every page of the schema's tree but the last refers to the next one 500 times.
TEST(ModelImage, PagesThatReferToEachOtherManyTimesOverComeToAnEnd) {
  const std::vector<std::byte> image = to_bytes(some_model(3, 10));
  constexpr std::size_t kPage = 4096, kDepth = 12, kCells = 500;
  std::vector<std::byte> bomb(kPage * (kDepth + 1));
  const auto put = [&](std::size_t at, std::size_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
      bomb[at + i] = static_cast<std::byte>(value >> (8 * (bytes - 1 - i)));
  };
  for (std::size_t page = 0; page < kDepth; ++page) {
    const std::size_t start = page * kPage, header = start + (page == 0 ? 100 : 0);
    const std::size_t content = kPage - 5 * kCells;
    bomb[header] = std::byte{5};  // an interior page of a table
    put(header + 3, kCells, 2);
    put(header + 5, content, 2);
    put(header + 8, page + 2, 4);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      put(header + 12 + 2 * cell, content + 5 * cell, 2);
      put(start + content + 5 * cell, page + 2, 4);
      put(start + content + 5 * cell + 4, 1, 1);
    }
  }
  // The last one is the leaf of the sound model, moved to a page without the file's header.
  std::copy_n(image.begin(), 100, bomb.begin());
  std::copy_n(image.begin() + 100, 8 + 2 * 6, bomb.begin() + kDepth * kPage);
  std::copy_n(image.begin() + 200, kPage - 200, bomb.begin() + kDepth * kPage + 200);
  put(28, kDepth + 1, 4);
  expect_error(ErrorKind::kData, "damaged", [&] { from_bytes(bomb); });
}

// A model is written in the oldest format that can say it, so that older programs read it.
TEST(ModelImage, TimesNeedTheSecondFormat) {
  const auto model_of = [](ValueType type) {
    Schema schema;
    schema.columns = {feature("when", Family::kGaussian, type),
                      column_with_role("y", Role::kTarget, ValueType::kText)};
    Counts counts(schema);
    counts.add(TestTable().seconds("when", {86400, 0.5}, type).texts("y", {"a", "b"}).batch());
    return Model{counts, ""};
  };
  const TemporaryFolder folder;
  for (const auto& [type, format] :
       {std::pair(ValueType::kNumber, "1"), std::pair(ValueType::kTime, "2"),
        std::pair(ValueType::kDuration, "2")}) {
    const Model model = model_of(type);
    const std::string path = folder / std::string(to_string(type));
    save_model(model, path);
    EXPECT_EQ(sql(path, "PRAGMA user_version"), std::vector<std::string>{format});
    EXPECT_EQ(bytes_of(path), to_bytes(model));
    EXPECT_TRUE(same(load_model(path), model));
    // One in place of the other takes the format with it.
    save_model(model, folder / "m");
    EXPECT_EQ(bytes_of(folder / "m"), to_bytes(model));
  }
  sql(folder / "time", "PRAGMA user_version=1");
  expect_error(
      ErrorKind::kData, "holds times or durations, which format 1 does not have",
      [&] { load_model(folder / "time"); }, folder / "time");
}

}  // namespace
}  // namespace tally
