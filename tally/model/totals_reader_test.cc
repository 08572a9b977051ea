// SPDX-License-Identifier: Apache-2.0
#include "tally/model/totals_reader.h"

#include "tally/model/model_rows.h"
#include "tally/model/model_testing.h"

namespace tally {
namespace {

KeyedTally::Totals totals_of(Database& db, const Counts& counts, const std::string& tally) {
  TotalsReader totals(db, counts, tally);
  for (RowReader row(db, kCountsTable, {tally}); row.next();) totals.add(row);
  return totals.take();
}

// Weights with many digits, values of several types, declared values, groups: as in memory.
TEST(TotalsReader, AreThoseOfTheWholeTally) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Model model = some_model(seed, 60);
    const std::vector<std::byte> image = to_bytes(model);
    Database db = Database::over(image);
    const Model outline = read_outline(db);
    for (const char* name : {"colour", "code", "grade", "flag", "multinomial", "tags"}) {
      const ValueTally& whole = values_of(*model.counts.find(name));
      const KeyedTally::Totals totals = totals_of(db, outline.counts, name);
      EXPECT_EQ(totals.possible_values, whole.possible_values()) << name;
      for (const Counts::Class& klass : outline.counts.classes()) {
        for (const Counts::Class& there : model.counts.classes()) {
          if (there.label != klass.label) continue;
          EXPECT_EQ(totals.by_class[static_cast<std::size_t>(klass.code)], whole.total(there.code))
              << name;
        }
      }
    }
  }
}

class SpoiltValues : public ::testing::Test {
 protected:
  void expect_refused(const std::string& change, const std::string& sentence) {
    SCOPED_TRACE(change);
    Database db = Database::in_memory();
    db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
    create_tables(db, "main");
    insert_model(db, "main", some_model(1, 60));
    db.run(change);
    const Model outline = read_outline(db);
    expect_error(ErrorKind::kData, sentence, [&] { totals_of(db, outline.counts, "code"); });
  }
};

TEST_F(SpoiltValues, AreRefused) {
  const std::string row = "INSERT INTO counts VALUES ('code', ";
  expect_refused(row + "'7', 'value', 'maybe', 0, -1)", "a negative count of '7' in class 'maybe'");
  expect_refused(row + "'07', 'value', 'maybe', 0, 1)", "the label '07'");
  expect_refused(row + "'7', 'value', 'nobody', 0, 1)", "'nobody', which is no class");
  expect_refused(row + "'7', 'value', 'maybe', 1, 1)", "the exponent 1");
  expect_refused(row + "'7', 'value', 'maybe', 3168, 1)", "the exponent 3168");
  expect_refused(row + "'7', 'sum', 'maybe', 0, 1)", "the part 'sum'");
}

// 1 = 2 − 2^32 · 2^-32, and what adds up to nothing is no value.
TEST(TotalsReader, DigitsNeedNotBeCanonical) {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
  create_tables(db, "main");
  insert_model(db, "main", some_model(1, 60));
  const Model outline = read_outline(db);
  const KeyedTally::Totals before = totals_of(db, outline.counts, "code");
  db.run(
      "INSERT INTO counts VALUES ('code', '7', 'value', 'maybe', -32, -4294967296),"
      "('code', '7', 'value', 'maybe', 0, 2), ('code', '8', 'value', 'maybe', -32, -4294967296),"
      "('code', '8', 'value', 'maybe', 0, 1)");
  const KeyedTally::Totals after = totals_of(db, outline.counts, "code");
  EXPECT_EQ(after.possible_values, before.possible_values + 1);
  ExactSum all;
  for (std::size_t k = 0; k < after.by_class.size(); ++k) {
    all += after.by_class[k];
    all -= before.by_class[k];
  }
  EXPECT_EQ(all, ExactSum(1));
}

}  // namespace
}  // namespace tally
