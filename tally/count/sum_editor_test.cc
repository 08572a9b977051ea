#include "tally/count/sum_editor.h"

#include <random>

#include "tally/count/model_rows.h"
#include "tally/count/text_test_model.h"

namespace tally {
namespace {

Database filled(const Model& model) {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
  create_tables(db, "main");
  insert_model(db, "main", model);
  return db;
}

TEST(SumEditor, AddingIsMergingForEveryFamily) {
  Model model = some_model(1, 60);
  const Counts piece = some_model(2, 30).counts;
  Database db = filled(model);
  const Model frame = read_frame(db);
  SumEditor(db, frame.counts).add(piece, "");
  model.counts.merge(piece);
  EXPECT_TRUE(same(read_model(db), model));
}

TEST(SumEditor, DigitsThatAreNotCanonicalBecomeSo) {
  const Model model = fitted({{"a a", "s", "in", "ham"}});
  Database db = filled(model);
  // 1 = 2 − 2^32 · 2^-32
  db.run("UPDATE counts SET amount = 2 WHERE key = 'a' AND part = 'value'");
  db.run("INSERT INTO counts VALUES ('body', 'a', 'value', 'ham', -32, -4294967296)");
  const Model frame = read_frame(db);
  SumEditor(db, frame.counts).add(fitted({{"a", "t", "in", "ham"}}).counts, "");
  EXPECT_EQ(db.text("SELECT group_concat(exponent || ' ' || amount) FROM counts "
                    "WHERE key = 'a' AND part = 'value'"),
            "0 2");
  EXPECT_NO_THROW(read_model(db));
}

TEST(SumEditor, RefusesNegativeCountsAndSaysWhy) {
  Database db = filled(fitted({{"a", "s", "in", "ham"}, {"b", "t", "in", "ham"}}));
  const Model frame = read_frame(db);
  SumEditor editor(db, frame.counts);
  Counts less(mail_like());
  const TestTable table = table_of({{"a a", "s", "in", "ham"}});
  less.take_away(table.batch());
  expect_error(ErrorKind::kData, "negative count of 'a' in the class 'ham'",
               [&] { editor.add(less, "; because"); });
  expect_error(ErrorKind::kData, "; because", [&] { editor.add(less, "; because"); });
}

TEST(SumEditor, HistogramsThatDoNotFitAreNoticed) {
  Database db = filled(fitted({{"a", "s", "in", "ham"}, {"a", "t", "in", "spam"}}));
  db.run("DELETE FROM histograms WHERE class = 'spam'");
  const Model frame = read_frame(db);
  SumEditor editor(db, frame.counts);
  expect_error(ErrorKind::kData, "do not fit", [&] {
    editor.add(fitted({{"a", "u", "in", "ham"}}).counts, "");
  });
}

}  // namespace
}  // namespace tally
