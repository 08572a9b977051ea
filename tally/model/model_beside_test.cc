// SPDX-License-Identifier: Apache-2.0
// A log or a journal that lies beside a model.
#include "tally/model.h"
#include "tally/model/model_tables.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

// What somebody has put beside a model is read by all or by nobody.
class BesideTheModel : public ::testing::Test {
 protected:
  // The answers of the reader of pages, of questions to SQLite, and of the whole file.
  std::vector<std::string> answers() {
    const TestTable row = table_of({{"w1 w2", "w0", "in", ""}});
    std::vector<std::string> out;
    const auto put = [&](const Counts& counts) {
      const TextTally& body = text_of(*counts.find("body"));
      std::string text;
      for (const Counts::Class& klass : counts.classes()) {
        text += klass.label.to_string() + " " + std::to_string(klass.weight.to_double()) + " " +
                std::to_string(body.at(klass.code, body.find_term("w1")).to_double()) + "; ";
      }
      out.push_back(text);
    };
    put(ModelInPlace(path_).counts_for(row.batch()));
    put(ModelInPlace(path_).counts_for(row.batch(), OtherTerms::kLeftOut));
    put(load_to_ask(path_).counts);
    put(load_model(path_).counts);
    check_model(path_);
    return out;
  }
  // Runs SQL in another file and gives what then lies beside it.
  std::vector<std::byte> left_beside(const std::string& path, const std::string& statements,
                                     const std::string& end) {
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(db);
    std::vector<std::byte> bytes = bytes_of(path + end);
    written_ = bytes_of(path);
    sqlite3_close(db);
    EXPECT_FALSE(bytes.empty());
    return bytes;
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "m";
  std::vector<std::byte> written_;  // the file itself at that moment
};

TEST_F(BesideTheModel, AForeignLogIsReadByAllOrByNobody) {
  const std::vector<Mail> mails = some_mails(1, 100);
  save_model(fitted(mails), path_);
  save_model(fitted(mails), folder_ / "other");
  const std::vector<std::string> before = answers();
  std::vector<Mail> swapped = mails;
  for (Mail& mail : swapped) mail.klass = mail.klass == "ham" ? "spam" : "ham";
  save_model(fitted(swapped), folder_ / "swapped");
  std::string replace = "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; ATTACH '" +
                        (folder_ / "swapped") + "' AS s; BEGIN;";
  for (const FileTable* table : all_tables()) {
    const std::string name = table->name;
    replace += "DELETE FROM main." + name + "; INSERT INTO main." + name + " SELECT * FROM s." +
               name + ";";
  }
  const std::vector<std::byte> log = left_beside(folder_ / "other", replace + "COMMIT", "-wal");
  ASSERT_EQ(std::to_integer<int>(bytes_of(path_)[18]), 1);  // rollback mode
  write_bytes(path_ + "-wal", log);
  const std::vector<std::string> after = answers();
  EXPECT_EQ(std::vector<std::string>(after.size(), after.front()), after);
  EXPECT_NE(after, before);  // SQLite reads the log: the file alone says something else
}

TEST_F(BesideTheModel, AJournalIsPlayedBackForAll) {
  save_model(fitted(some_mails(1, 400)), path_);
  const std::vector<std::byte> sound = bytes_of(path_);
  const std::vector<std::string> before = answers();
  write_bytes(folder_ / "other", sound);
  const std::vector<std::byte> journal = left_beside(
      folder_ / "other",
      "PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN; UPDATE counts SET amount = amount + 1",
      "-journal");
  ASSERT_NE(written_, sound);  // half of the change is in the file
  for (int first = 0; first < 2; ++first) {
    write_bytes(path_, written_);
    write_bytes(path_ + "-journal", journal);
    if (first == 0) load_to_ask(path_);
    EXPECT_EQ(answers(), before);
    EXPECT_EQ(bytes_of(path_), sound);
  }
}

}  // namespace
}  // namespace tally
