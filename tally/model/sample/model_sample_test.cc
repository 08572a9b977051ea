// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/model_sample.h"

#include "tally/count/mixed_table_testing.h"
#include "tally/model/model_rows.h"
#include "tally/model/sample/row_digest.h"
#include "tally/model/sample/row_sampler.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

Database file_of(const Model& model) {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=" + std::to_string(kApplicationId) +
         "; PRAGMA user_version=" + std::to_string(kFormatVersion));
  create_tables(db, "main");
  insert_model(db, "main", model);
  return db;
}

TEST(ModelSample, ComesBack) {
  for (const std::int64_t most : {0, 1, 10, 100}) {
    const Model model = fitted(some_mails(1, 40), mail_like(), most);
    Database db = file_of(model);
    const Model read = read_model(db);
    EXPECT_EQ(read.sample, model.sample);
    EXPECT_EQ(read.sample.size(), std::min<std::int64_t>(most, 40));
  }
}

TEST(ModelSample, IsReadableText) {
  const Model model =
      fitted({{"free money free", "hi", "in", "spam"}, {"-", "", "", "ham"}}, mail_like(), 10);
  Database db = file_of(model);
  EXPECT_EQ(db.text("SELECT value FROM meta WHERE key = 'sample'"), "10");
  EXPECT_EQ(db.text("SELECT value FROM meta WHERE key = 'sampled'"), "2");
  EXPECT_EQ(db.text("SELECT evidence FROM sample WHERE class = 'spam'"),
            "\\:body\nfree\\*2\nmoney\n\\:folder\nin\n\\:subject\nhi");
  EXPECT_EQ(db.text("SELECT evidence FROM sample WHERE class = 'ham'"), "\\:subject");
}

TEST(ModelSample, NamesAndTermsMayHoldAnything) {
  const SampledRow row{"",
                       "",
                       1,
                       {SampledColumn("a\nb", {"\\:x", "\n\\:y", ":z"}), SampledColumn("c\\:", {}),
                        SampledColumn("d", {"\\", "e"})}};
  EXPECT_EQ(evidence_text(row), "\\:a\\nb\n\\n\\\\:y\n:z\n\\\\:x\n\\:c\\\\:\n\\:d\n\\\\\ne");
}

TEST(ModelSample, TermsThatLookLikeNamesComeBack) {
  Model model = fitted({}, mail_like(), 10);
  model.sample.add({std::string(32, 'a'),
                    "ham",
                    1,
                    {SampledColumn("body", {"\\:subject", "\n\\:y", ":z", "\\"}),
                     SampledColumn("subject", {"\n"})}});
  Database db = file_of(model);
  EXPECT_EQ(read_model(db).sample, model.sample);
}

TEST(ModelSample, ARowWithoutAnyCellIsARow) {
  Model model = fitted({}, mail_like(), 10);
  model.sample.add({std::string(32, 'a'), "ham", 3, {}});
  Database db = file_of(model);
  EXPECT_EQ(read_model(db).sample, model.sample);
}

struct Hostile {
  const char* change;
  const char* says;
};

TEST(ModelSample, RefusesWhatCannotBe) {
  const Hostile cases[] = {
      {"UPDATE meta SET value = '-1' WHERE key = 'sample'", "as the number 'sample'"},
      {"UPDATE meta SET value = '010' WHERE key = 'sample'", "as the number 'sample'"},
      {"UPDATE meta SET value = '1' WHERE key = 'sample'", "more rows than it keeps"},
      {"DELETE FROM meta WHERE key = 'sample'", "more rows than it keeps"},
      {"DELETE FROM meta WHERE key LIKE 'sample%'", "none are to be kept"},
      {"DELETE FROM sample; UPDATE meta SET value = '0'", "keeps no row"},
      {"UPDATE meta SET value = '2' WHERE key = 'sampled'", "other rows than it counts"},
      {"INSERT INTO meta VALUES ('sample_below', 'x')", "has left out 'x'"},
      {"INSERT INTO meta VALUES ('sample_below', '00000000000000000000000000000000')",
       "a digest that was left out"},
      {"DELETE FROM digests", nullptr},
      {"UPDATE digests SET times = 2", "the digests do not know"},
      {"UPDATE sample SET times = 0", "less than once"},
      {"INSERT INTO sample VALUES ('', '', '', 1)", "the digest ''"},
      {"UPDATE sample SET class = 'no' ", "the digests do not know"},
      {"UPDATE sample SET evidence = '\\:y'", "the column 'y'"},
      {"UPDATE sample SET evidence = '\\:z'", "the column 'z'"},
      {"UPDATE sample SET evidence = 'body'", "the column ''"},
      {"UPDATE sample SET evidence = char(10)", "the column ''"},
      {"UPDATE sample SET evidence = '\\:body' || char(10)", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:subject' || char(10) || '\\:body'",
       "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || '\\:body'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:bo\\dy'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'b' || char(10) || 'a'",
       "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a' || char(10)",
       "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10, 10) || 'a'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\b'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\*1'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\*0'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\*-2'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\*03'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\*99999999999999999999'",
       "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\*'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || '\\*3'", "not in canonical form"},
      {"UPDATE sample SET evidence = '\\:body' || char(10) || 'a\\*2x'", "not in canonical form"},
      {"UPDATE sample SET evidence = x'00'", "not text"},
  };
  const Model model = fitted(some_mails(2, 5), mail_like(), 10);
  for (const Hostile& one : cases) {
    Database db = file_of(model);
    db.run(one.change);
    try {
      read_model(db);
      EXPECT_EQ(one.says, nullptr) << one.change;
    } catch (const Error& error) {
      ASSERT_NE(one.says, nullptr) << one.change << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find(one.says), std::string::npos)
          << one.change << ": " << error.what();
    }
  }
}

// Two rows alike, one of the other class, one with nothing but its weight.
Model fitted_table(bool digests = false) {
  Model model{Counts(mixed_schema()), ""};
  TestTable table;
  table.texts("colour", {"red", "red", "red", ""})
      .booleans("flag", {1, 1, 1, -1})
      .numbers("size", {0.1, 0.1, 0.1, kNone})
      .numbers("visits", {3, 3, 3, kNone})
      .numbers("word_a", {1, 1, 1, kNone})
      .numbers("word_b", {0, 0, 0, kNone})
      .texts("y", {"yes", "yes", "no", "no"})
      .numbers("w", {0.5, 0.5, 0.5, 2});
  model.counts.add(table.batch());
  if (digests) RowDigester(model.counts.schema()).add(table.batch(), model.digests);
  RowSampler sampler(model.counts.schema(), RowSample(10));
  sampler.add(table.batch());
  model.sample = sampler.sample();
  return model;
}

TEST(ModelSample, OfATableComesBackBesideDigestsOfAllRows) {
  for (const bool digests : {false, true}) {
    const Model model = fitted_table(digests);
    Database db = file_of(model);
    const Model read = read_model(db);
    EXPECT_EQ(read.sample, model.sample);
    EXPECT_EQ(read.sample.rows().size(), 3U);
    EXPECT_EQ(read.sample.size(), 2);
    EXPECT_EQ(read.digests.empty(), !digests);
  }
}

TEST(ModelSample, OfATableRefusesWhatCannotBe) {
  const auto replace = [](const char* from, const char* to) {
    return std::string("UPDATE sample SET evidence = replace(evidence, '") + from + "', '" + to +
           "')";
  };
  const std::pair<std::string, const char*> cases[] = {
      {"UPDATE sample SET times = 3 WHERE class = 'yes'", "more rows of the class 'yes'"},
      {"UPDATE sample SET times = 2 WHERE class = 'no'", "more rows of the class 'no'"},
      {"UPDATE sample SET times = 1", nullptr},
      {"UPDATE sample SET class = 'maybe' WHERE class = 'yes'", "more rows of the class 'maybe'"},
      {replace("0.1", "0.2"), "another digest than its cells"},
      {replace("0.1", "0.10"), "not in canonical form"},
      {replace("0.1", "x"), "'x' in the column 'size'"},
      {replace("0.1", "inf"), "'inf' in the column 'size'"},
      {replace("true", "1"), "not in canonical form"},
      {replace("0.5", "0"), "weighs nothing"},
      {replace("0.5", "-1"), "weighs nothing"},
      {"UPDATE sample SET evidence = ''", "weighs nothing"},
      {"UPDATE sample SET digest = '00000000000000000000000000000000'"
       " WHERE evidence NOT LIKE '%red%'",
       "another digest than its cells"},
      {"UPDATE sample SET evidence = replace(evidence, 'red', 'red' || char(10) || 'tea')",
       "in the column 'colour'"},
  };
  const Model model = fitted_table(true);
  for (const auto& [change, says] : cases) {
    Database db = file_of(model);
    db.run(change);
    try {
      read_model(db);
      EXPECT_EQ(says, nullptr) << change;
    } catch (const Error& error) {
      ASSERT_NE(says, nullptr) << change << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find(says), std::string::npos)
          << change << ": " << error.what();
    }
  }
}

}  // namespace
}  // namespace tally
