// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>

#include "tally/inside/count.h"
#include "tally/model.h"
#include "tally/model/model_tables.h"
#include "tally/model/model_testing.h"

namespace tally {
namespace {

const std::chrono::milliseconds kShort{50};

TEST(ModelFile, WithASampleOfItsRowsIsItsOwnersAlone) {
  const TemporaryFolder folder;
  Model model = some_model(1, 30);
  const auto mode = [&](const char* name) {
    return static_cast<int>(std::filesystem::status(folder / name).permissions()) & 0777;
  };
  ::umask(022);
  save_model(model, folder / "none");
  EXPECT_EQ(mode("none"), 0644);
  model.sample = RowSample(10);
  save_model(model, folder / "empty");
  EXPECT_EQ(mode("empty"), 0600);
  EXPECT_TRUE(create_empty_model(model.counts.schema(), folder / "new", 10));
  EXPECT_EQ(mode("new"), 0600);
  copy_model(folder / "empty", folder / "copy");
  EXPECT_EQ(mode("copy"), 0600);
  for (const CopyRows rows : {CopyRows::kNoSample, CopyRows::kNone}) {
    copy_model(folder / "empty", folder / "public", kPatience, rows);
    EXPECT_EQ(mode("public"), 0644);
    EXPECT_EQ(bytes_of(folder / "public"), bytes_of(folder / "none"));
    std::filesystem::remove(folder / "public");
  }
}

TEST(ModelFile, NewCopiedCompactedAndInMemoryAreTheSameBytes) {
  const TemporaryFolder folder;
  const Model model = some_model(1, 300);
  const std::vector<std::byte> image = to_bytes(model);
  save_model(model, folder / "a");
  EXPECT_EQ(bytes_of(folder / "a"), image);
  EXPECT_TRUE(same(load_model(folder / "a"), model));
  copy_model(folder / "a", folder / "b");
  EXPECT_EQ(bytes_of(folder / "b"), image);
  compact_model(folder / "a");
  EXPECT_EQ(bytes_of(folder / "a"), image);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a", "b"}));
}

TEST(ModelFile, KeepsWhatAProgramKeepsWithIt) {
  const TemporaryFolder folder;
  Model model = some_model(1, 30);
  model.parameters = R"({"loss":[[0,1],[5,0]]})";
  save_model(model, folder / "a");
  copy_model(folder / "a", folder / "b");
  compact_model(folder / "b");
  for (const char* name : {"a", "b"}) {
    const Model loaded = load_model(folder / name);
    EXPECT_EQ(loaded.parameters, model.parameters);
    EXPECT_EQ(to_bytes(loaded), to_bytes(model));
  }
}

TEST(ModelFile, SavingOverAModelGivesTheSameBytes) {
  const TemporaryFolder folder;
  const Model small = some_model(1, 3), large = some_model(2, 4000);
  for (const Model* model : {&small, &large, &small, &small, &large}) {
    save_model(*model, folder / "m");
    EXPECT_EQ(bytes_of(folder / "m"), to_bytes(*model));
    EXPECT_EQ(folder.names(), std::vector<std::string>{"m"});
  }
}

TEST(ModelFile, ChangesInPlaceAndCompacts) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Counts piece = some_model(2, 2000).counts, other = some_model(3, 50).counts;
  Model expected = some_model(1, 300);
  save_model(expected, path);
  change_model(path, [&](Model& model) { model.counts.merge(piece); });
  change_model(path, [&](Model& model) {
    model.counts.merge(other);
    model.default_question = "";
  });
  expected.counts.merge(piece);
  expected.counts.merge(other);
  expected.default_question = "";
  EXPECT_TRUE(same(load_model(path), expected));
  EXPECT_FALSE(check_model(path).canonical);
  compact_model(path);
  EXPECT_EQ(bytes_of(path), to_bytes(expected));
  EXPECT_TRUE(check_model(path).canonical);

  change_model(path, [&](Model& model) { model.counts.subtract(piece); });
  change_model(path, [&](Model& model) { model.counts.subtract(other); });
  compact_model(path);
  EXPECT_EQ(bytes_of(path), to_bytes({some_model(1, 300).counts, ""}));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"m"});
}

TEST(ModelFile, AChangeThatThrowsHasNotHappened) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  save_model(some_model(1), path);
  const std::vector<std::byte> before = bytes_of(path);
  EXPECT_THROW(change_model(path,
                            [](Model& model) {
                              model.default_question = "{}";
                              throw std::runtime_error("no");
                            }),
               std::runtime_error);
  expect_error(ErrorKind::kData, "negative", [&] {
    change_model(path, [](Model& model) { model.counts.subtract(some_model(2, 500).counts); });
  });
  expect_error(ErrorKind::kData, "not UTF-8",
               [&] { change_model(path, [](Model& model) { model.default_question = "\xff"; }); });
  EXPECT_EQ(bytes_of(path), before);
}

TEST(ModelFile, ReplacesOnlyModelsAndEmptyFiles) {
  const TemporaryFolder folder;
  const Model model = some_model(1);
  write_bytes(folder / "empty", {});
  save_model(model, folder / "empty");
  EXPECT_EQ(bytes_of(folder / "empty"), to_bytes(model));

  write_bytes(folder / "text", std::vector<std::byte>(3000, std::byte{'x'}));
  sql(folder / "other", "CREATE TABLE t(a); INSERT INTO t VALUES (7)");
  sql(folder / "log", "PRAGMA journal_mode=WAL; CREATE TABLE t(a)");
  for (const std::string name : {"text", "other", "log"}) {
    const std::vector<std::byte> before = bytes_of(folder / name);
    expect_error(
        ErrorKind::kData, "not a Tally model", [&] { save_model(model, folder / name); },
        folder / name);
    expect_error(ErrorKind::kData, "not a Tally model", [&] { load_model(folder / name); });
    expect_error(ErrorKind::kData, "not a Tally model", [&] { compact_model(folder / name); });
    expect_error(ErrorKind::kData, "not a Tally model",
                 [&] { change_model(folder / name, [](Model&) {}); });
    EXPECT_EQ(bytes_of(folder / name), before);
  }
  // One that a stranger has damaged may be replaced.
  save_model(model, folder / "m");
  sql(folder / "m", "CREATE TABLE more(a); UPDATE classes SET amount = 0");
  expect_error(
      ErrorKind::kData, "not sound", [&] { load_model(folder / "m"); }, folder / "m");
  save_model(model, folder / "m");
  EXPECT_EQ(bytes_of(folder / "m"), to_bytes(model));
}

TEST(ModelFile, DoesNotReplaceAModelOfANewerVersion) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  save_model(some_model(1), path);
  sql(path, "PRAGMA user_version=" + std::to_string(kFormatVersion + 1));
  const std::vector<std::byte> newer = bytes_of(path);
  expect_error(
      ErrorKind::kData, "written by a newer Tally", [&] { save_model(some_model(2), path); }, path);
  EXPECT_EQ(bytes_of(path), newer);
}

TEST(ModelFile, TakesAFileOfAnyPageSizeAndMode) {
  const TemporaryFolder folder;
  const Model model = some_model(1, 300);
  for (const char* make : {"PRAGMA page_size=1024; VACUUM", "PRAGMA page_size=65536; VACUUM",
                           "PRAGMA auto_vacuum=FULL; VACUUM", "PRAGMA journal_mode=WAL"}) {
    const std::string path = folder / "m";
    std::filesystem::remove(path);
    save_model(model, path);
    sql(path, make);
    EXPECT_NE(bytes_of(path), to_bytes(model)) << make;
    EXPECT_TRUE(same(load_model(path), model)) << make;
    std::filesystem::remove(folder / "copy");
    copy_model(path, folder / "copy");
    EXPECT_EQ(bytes_of(folder / "copy"), to_bytes(model)) << make;
    compact_model(path);
    EXPECT_EQ(bytes_of(path), to_bytes(model)) << make;
    sql(path, make);
    save_model(some_model(2), path);
    EXPECT_EQ(bytes_of(path), to_bytes(some_model(2))) << make;
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"copy", "m"})) << make;
  }
}

TEST(ModelFile, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "d");
  std::filesystem::create_symlink("d/m", folder / "link");
  save_model(some_model(1), folder / "link");
  save_model(some_model(2), folder / "link");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(bytes_of(folder / "d/m"), to_bytes(some_model(2)));
}

TEST(ModelFile, SaysWhatIsInTheWay) {
  const TemporaryFolder folder;
  const Model model = some_model(1);
  const std::string nothing = folder / "nothing", pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  expect_error(
      ErrorKind::kNoInput, "cannot open", [&] { load_model(nothing); }, nothing);
  expect_error(
      ErrorKind::kNoInput, "cannot open", [&] { compact_model(nothing); }, nothing);
  expect_error(ErrorKind::kNoInput, "cannot open", [&] { change_model(nothing, [](Model&) {}); });
  expect_error(ErrorKind::kNoInput, "", [&] { load_model(""); });
  for (const std::string& path : {pipe, std::string("/dev/null")}) {
    expect_error(
        ErrorKind::kData, "regular file", [&] { load_model(path); }, path);
    expect_error(
        ErrorKind::kData, "regular file", [&] { save_model(model, path); }, path);
  }
  expect_error(
      ErrorKind::kData, "folder", [&] { load_model(folder.path()); }, folder.path());
  expect_error(ErrorKind::kData, "folder", [&] { save_model(model, folder.path()); });
  expect_error(ErrorKind::kCannotCreate, "", [&] { save_model(model, folder / "no/m"); });
  expect_error(ErrorKind::kCannotCreate, "", [&] { save_model(model, ""); });
  save_model(model, folder / "m");
  expect_error(ErrorKind::kCannotCreate, "exists", [&] { copy_model(folder / "m", folder / "m"); });
}

TEST(ModelFile, ChecksEveryPage) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model model = some_model(1, 300);
  save_model(model, path);
  const ModelCheck check = check_model(path);
  EXPECT_EQ(check.format, 1);
  EXPECT_EQ(check.bytes, static_cast<std::int64_t>(to_bytes(model).size()));
  EXPECT_TRUE(check.canonical);
  // A page that nothing uses is no fault of the rows: only the whole check sees it.
  std::vector<std::byte> image = to_bytes(model);
  image.resize(image.size() + 4096);
  image[31] = static_cast<std::byte>(image.size() / 4096);
  write_bytes(path, image);
  EXPECT_NO_THROW(load_model(path));
  expect_error(
      ErrorKind::kData, "never used", [&] { check_model(path); }, path);
}

TEST(ModelFile, DamagedFilesAreRefusedByName) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const std::vector<std::byte> image = to_bytes(some_model(1, 300));
  for (const std::size_t size :
       {std::size_t{99}, std::size_t{4096}, std::size_t{5000}, image.size() - 1}) {
    write_bytes(path, {image.begin(), image.begin() + static_cast<std::ptrdiff_t>(size)});
    expect_error(
        ErrorKind::kData, "", [&] { load_model(path); }, path + ": ");
    expect_error(
        ErrorKind::kData, "",
        [&] {
          change_model(
              path, [](Model&) {}, kShort);
        },
        path + ": ");
  }
  for (std::size_t page = 0; page < image.size() / 4096; ++page) {
    std::vector<std::byte> holed = image;
    std::fill_n(holed.begin() + static_cast<std::ptrdiff_t>(page * 4096), 4096, std::byte{0});
    write_bytes(path, holed);
    expect_error(
        ErrorKind::kData, "", [&] { load_model(path); }, path + ": ");
  }
}

// What was counted wrongly, by whatever defect, does not become a file.
TEST(ModelFile, AnUnsoundModelIsNotWritten) {
  const TemporaryFolder folder;
  const auto spoilt = [](const CountRow& row) {
    Model model = some_model(1, 40);
    model.counts.add_row(row);
    return model;
  };
  const std::vector<std::pair<CountRow, std::string>> rows{
      {{"size", Part::kSquare, "", "maybe", 2048, -1},
       "the tally 'size' has a negative sum of squares in class 'maybe'"},
      {{"size", Part::kSum, "", "maybe", 1024, 1},
       "the tally 'size' has sums that no values have (n·Σx² < (Σx)²) in class 'maybe'"},
      {{"colour", Part::kValue, "red", "maybe", 0, 1},
       "the tally 'colour' has counts and missing that do not add up to the class's rows in class "
       "'maybe'"},
      {{"colour", Part::kValue, "red", "maybe", 0, -100},
       "the tally 'colour' has a negative count of 'red' in class 'maybe'"},
      {{"", Part::kWeight, "", "maybe", 0, -100}, "class 'maybe' has a negative count"},
      {{"visits", Part::kExposure, "", "maybe", 3136, std::int64_t{1} << 62},
       "the tally 'visits' has a sum beyond all bounds in class 'maybe'"}};
  save_model(some_model(2, 40), folder / "old");
  const std::vector<std::byte> old = bytes_of(folder / "old");
  for (const auto& [row, sentence] : rows) {
    SCOPED_TRACE(sentence);
    const Model model = spoilt(row);
    const std::string whole = "the model would not be sound, so it is not written: " + sentence;
    expect_error(ErrorKind::kDefect, whole, [&] { to_bytes(model); });
    expect_error(ErrorKind::kDefect, whole, [&] { save_model(model, folder / "new"); });
    expect_error(ErrorKind::kDefect, whole, [&] { save_model(model, folder / "old"); });
    expect_error(ErrorKind::kDefect, whole,
                 [&] { change_model(folder / "old", [&](Model& changed) { changed = model; }); });
    expect_error(ErrorKind::kDefect, whole, [&] {
      compact_model(folder / "old", kPatience, [&](Model& changed) { changed = model; });
    });
    EXPECT_EQ(folder.names(), std::vector<std::string>{"old"});
    EXPECT_EQ(bytes_of(folder / "old"), old);
  }
}

}  // namespace
}  // namespace tally
