// SPDX-License-Identifier: Apache-2.0
#include "tally/model/key_reader.h"

#include "tally/model/model_rows.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

std::vector<CountRow> read(const std::string& path, const std::vector<std::string>& keys) {
  Database db = open_to_read(path, kPatience);
  Model model = read_outline(db);
  SumAdder sums(db, kCountsTable, model.counts);
  KeyReader reader(db);
  for (const std::string& key : keys) reader.read("body", key, sums);
  std::vector<CountRow> rows;
  model.counts.for_each_row([&](const CountRow& row) {
    if (!row.tally.empty()) rows.push_back(row);
  });
  return rows;
}

std::vector<CountRow> expected(const Model& model, const std::set<std::string>& keys) {
  std::vector<CountRow> rows;
  model.counts.for_each_row([&](const CountRow& row) {
    if (row.tally == "body" && keys.count(row.key) > 0) rows.push_back(row);
  });
  return rows;
}

TEST(KeyReader, GivesTheSumsOfTheKeysAndNoOthers) {
  const TemporaryFolder folder;
  const Model model = fitted(some_mails(1, 200));
  save_model(model, folder / "m");
  EXPECT_EQ(read(folder / "m", {"", "never", "w1", "w10", "w2"}),
            expected(model, {"", "w1", "w10", "w2"}));
  EXPECT_EQ(read(folder / "m", {"w2", "w1"}), expected(model, {"w1", "w2"}));
}

TEST(KeyReader, AsksSqliteWhereItsPagesDoNotTell) {
  const TemporaryFolder folder;
  const Model model = fitted(some_mails(2, 50));
  save_model(model, folder / "m");
  sql(folder / "m", "PRAGMA journal_mode=WAL");
  EXPECT_EQ(read(folder / "m", {"never", "w1", "w2"}), expected(model, {"w1", "w2"}));
}

TEST(KeyReader, ATermOfManyBytesIsFoundToo) {
  const TemporaryFolder folder;
  std::vector<Mail> mails = some_mails(3, 50);
  const std::string long_term(5000, 'v');
  mails[0].body = "w1 " + long_term;
  const Model model = fitted(mails);
  save_model(model, folder / "m");
  const std::vector<CountRow> rows = expected(model, {long_term, "w1"});
  EXPECT_EQ(read(folder / "m", {long_term, "w1"}), rows);
  EXPECT_EQ(rows.front().key, long_term);
}

TEST(KeyReader, RefusesWhatLoadingRefuses) {
  const char* const k = "INSERT INTO counts VALUES ('body', 'k', ";
  for (const auto& [row, sentence] :
       {std::pair("'value', 'ham', 0, 1.5)", "not an integer"),
        std::pair("'values', 'ham', 0, 1)", "the part 'values'"),
        std::pair("'sum', 'ham', 0, 1)", "which the tally cannot have"),
        std::pair("'value', 'ham', 7, 1)", "the exponent 7"),
        std::pair("'value', 'ham', 100000, 1)", "the exponent 100000"),
        std::pair("'value', CAST(x'FF' AS TEXT), 0, 1)", "not UTF-8")}) {
    const TemporaryFolder folder;
    save_model(fitted(some_mails(4, 20)), folder / "m");
    sql(folder / "m", std::string(k) + row);
    expect_error(
        ErrorKind::kData, sentence, [&] { read(folder / "m", {"k"}); }, folder / "m");
    expect_error(
        ErrorKind::kData, sentence, [&] { load_model(folder / "m"); }, folder / "m");
  }
}

}  // namespace
}  // namespace tally
