// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sum_editor.h"

#include <random>

#include "tally/model/model_rows.h"
#include "tally/model/text_model_testing.h"

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
  const Model outline = read_outline(db);
  SumEditor(db, outline.counts).add(piece, "");
  model.counts.merge(piece);
  EXPECT_TRUE(same(read_model(db), model));
}

TEST(SumEditor, DigitsThatAreNotCanonicalBecomeSo) {
  const Model model = fitted({{"a a", "s", "in", "ham"}});
  Database db = filled(model);
  // 1 = 2 − 2^32 · 2^-32
  db.run("UPDATE counts SET amount = 2 WHERE key = 'a' AND part = 'value'");
  db.run("INSERT INTO counts VALUES ('body', 'a', 'value', 'ham', -32, -4294967296)");
  const Model outline = read_outline(db);
  SumEditor(db, outline.counts).add(fitted({{"a", "t", "in", "ham"}}).counts, "");
  EXPECT_EQ(db.text("SELECT group_concat(exponent || ' ' || amount) FROM counts "
                    "WHERE key = 'a' AND part = 'value'"),
            "0 2");
  EXPECT_NO_THROW(read_model(db));
}

TEST(SumEditor, RefusesNegativeCountsAndSaysWhy) {
  Database db = filled(fitted({{"a", "s", "in", "ham"}, {"b", "t", "in", "ham"}}));
  const Model outline = read_outline(db);
  SumEditor editor(db, outline.counts);
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
  const Model outline = read_outline(db);
  SumEditor editor(db, outline.counts);
  expect_error(ErrorKind::kData, "do not fit", [&] {
    editor.add(fitted({{"a", "u", "in", "ham"}}).counts, "");
  });
}

// Whatever was wrong in the file before: it is found before anything can be committed.
TEST(SumEditor, RefusesToLeaveAnUnsoundModel) {
  Schema schema = mail_like();
  schema.columns.push_back(feature("size", Family::kGaussian));
  schema = validated(schema);
  const auto counted = [&](const std::vector<Mail>& mails) {
    TestTable table = table_of(mails);
    std::vector<double> sizes;
    for (std::size_t i = 0; i < mails.size(); ++i) sizes.push_back(static_cast<double>(i) + 0.5);
    table.numbers("size", sizes);
    Model model{Counts(schema), ""};
    model.counts.add(table.batch());
    return model;
  };
  const auto refused = [&](const std::string& change, const std::string& sentence) {
    SCOPED_TRACE(change);
    Database db = filled(counted({{"a b", "s", "in", "ham"},
                                  {"b b", "t", "in", "ham"},
                                  {"c", "u", "old", "spam"},
                                  {"-", "v", "", "spam"}}));
    db.run(change);
    expect_error(ErrorKind::kData, sentence, [&] {
      const Model outline = read_outline(db);
      SumEditor(db, outline.counts).add(counted({{"b d", "w", "in", "ham"}}).counts, "");
    });
  };
  refused("UPDATE classes SET amount = -9 WHERE class = 'spam'", "class 'spam' has a negative");
  refused("UPDATE counts SET amount = 5 WHERE tally = 'folder' AND key = 'old'",
          "the tally 'folder' has counts and missing that do not add up");
  refused("UPDATE counts SET amount = 5 WHERE tally = 'folder' AND key = 'in'",
          "the tally 'folder' has counts and missing that do not add up");
  refused("UPDATE counts SET amount = -1 WHERE tally = 'folder' AND key = 'old'",
          "the tally 'folder' has a negative count of 'old' in class 'spam'");
  refused("UPDATE counts SET amount = 1 WHERE part = 'square' AND class = 'spam'",
          "the tally 'size' has sums that no values have");
  refused("UPDATE counts SET amount = 1 WHERE part = 'square' AND class = 'ham'",
          "the tally 'size' has sums that no values have");
  refused("UPDATE counts SET amount = 3 WHERE key = 'b' AND part = 'value'; DELETE FROM histograms",
          "more rows with 'b' than it has rows in class 'ham'");
  refused("UPDATE counts SET amount = 9 WHERE tally = 'body' AND part = 'missing'",
          "more missing texts than the class has rows in class 'spam'");
  refused("INSERT INTO counts VALUES ('body', '', 'missing', 'ham', 0, 2)",
          "more rows with 'b' than it has rows in class 'ham'");
}

TEST(SumEditor, TermsAreCountedWithoutTrust) {
  Schema schema = mail_like();
  schema.columns[0].text.most_terms = 2;
  Database db = filled(fitted({{"a b", "s", "in", "ham"}}, schema));
  db.run("UPDATE histograms SET terms = -9223372036854775807 WHERE kind = 'all'");
  const Model outline = read_outline(db);
  expect_error(ErrorKind::kData, "a number of terms that cannot be",
               [&] { SumEditor(db, outline.counts).drop_rarest(); });
}

}  // namespace
}  // namespace tally
