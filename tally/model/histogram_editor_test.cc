// SPDX-License-Identifier: Apache-2.0
#include "tally/model/histogram_editor.h"

#include "tally/model/model_tables.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

std::vector<std::string> rows_of(Database& db) {
  std::vector<std::string> rows;
  for (RowReader row(db, kHistogramsTable); row.next();) {
    rows.push_back(row.text(1) + " " + row.text(2) + " " + std::to_string(row.integer(0)) + " " +
                   std::to_string(row.integer(1)));
  }
  return rows;
}

TEST(HistogramEditor, ClassesComeAndGo) {
  Database db = Database::in_memory();
  create_tables(db, "main");
  HistogramEditor first(db, "x", false, {"ham"});
  first.change({{}}, {{2, 3}});
  first.change({{}}, {{1, 1}});
  first.write();
  EXPECT_EQ(rows_of(db), (std::vector<std::string>{"all  1 1", "all  3 1", "documents ham 1 1",
                                                   "documents ham 2 1", "rest ham 0 2",
                                                   "tokens ham 1 1", "tokens ham 3 1"}));
  // The second class finds the terms of the first in its rest.
  HistogramEditor second(db, "x", false, {"spam"});
  EXPECT_EQ(second.classes(), (std::vector<std::string>{"ham", "spam"}));
  second.change({{1, 1}, {}}, {{1, 1}, {1, 4}});
  second.write();
  EXPECT_EQ(rows_of(db),
            (std::vector<std::string>{"all  3 1", "all  5 1", "documents ham 1 1",
                                      "documents ham 2 1", "documents spam 1 1", "rest ham 0 1",
                                      "rest ham 4 1", "rest spam 1 1", "rest spam 3 1",
                                      "tokens ham 1 1", "tokens ham 3 1", "tokens spam 4 1"}));
  HistogramEditor last(db, "x", false, {"ham"});
  last.change({{2, 3}, {}}, {{}, {}});
  last.change({{1, 1}, {1, 4}}, {{}, {1, 4}});
  last.write();
  EXPECT_EQ(rows_of(db), (std::vector<std::string>{"all  4 1", "documents spam 1 1",
                                                   "rest spam 0 1", "tokens spam 4 1"}));
}

TEST(HistogramEditor, WhereTermsCountOnceTheDocumentsAreTheTokens) {
  Database db = Database::in_memory();
  create_tables(db, "main");
  HistogramEditor editor(db, "x", true, {"ham"});
  editor.change({{}}, {{2, 2}});
  editor.write();
  EXPECT_EQ(rows_of(db), (std::vector<std::string>{"all  2 1", "rest ham 0 1", "tokens ham 2 1"}));
}

TEST(HistogramEditor, RefusesCountsBeyondADouble) {
  Database db = Database::in_memory();
  create_tables(db, "main");
  HistogramEditor editor(db, "x", true, {"ham", "spam"});
  const std::int64_t most = std::int64_t{1} << 53;
  expect_error(ErrorKind::kData, "too often", [&] {
    editor.change({{}, {}}, {{most, most}, {1, 1}});
  });
}

TEST(HistogramEditor, RefusesHistogramsThatCannotHaveBeenLikeThat) {
  for (const char* terms : {"-1", "0", "9007199254740993", "9223372036854775807", "1.5", "'x'"}) {
    SCOPED_TRACE(terms);
    Database db = Database::in_memory();
    create_tables(db, "main");
    HistogramEditor first(db, "x", true, {"ham"});
    first.change({{}}, {{2, 2}});
    first.write();
    db.run(std::string("UPDATE histograms SET terms = ") + terms + " WHERE kind = 'all'");
    HistogramEditor editor(db, "x", true, {"ham"});
    editor.change({{2, 2}}, {{3, 3}});
    expect_error(ErrorKind::kData, "the model is not sound", [&] { editor.write(); });
  }
}

}  // namespace
}  // namespace tally
