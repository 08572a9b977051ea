// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/sample_editor.h"

#include <gtest/gtest.h>

#include <random>

namespace tally {
namespace {

Database file_of(const RowSample& sample) {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=" + std::to_string(kApplicationId) +
         "; PRAGMA user_version=" + std::to_string(kFormatVersion));
  create_tables(db, "main");
  DatabaseRows rows(db, "main");
  for (const auto& [key, value] : sample_state(sample)) rows.put(kMetaTable, {key, value});
  put_sample(rows, sample);
  return db;
}

std::vector<std::string> rows_of(Database& db) {
  std::vector<std::string> out;
  for (const char* const table : {"meta", "sample"}) {
    Statement row = db.prepare(std::string("SELECT * FROM ") + table);
    while (row.step()) {
      out.emplace_back(row.text(0));
      out.back() += "|" + std::string(row.text(1));
      if (table != std::string("sample")) continue;
      out.back() += "|" + std::string(row.text(2)) + "|" + std::string(row.text(3)) + "|" +
                    std::to_string(row.integer(4));
    }
  }
  return out;
}

TEST(SampleEditor, DoesWhatTheSampleDoesInMemory) {
  for (const std::int64_t most : {0, 1, 5, 100}) {
    std::mt19937 random(static_cast<unsigned>(most));
    RowSample sample(most);
    Database db = file_of(sample);
    SampleEditor editor(db);
    for (int i = 0; i < 400; ++i) {
      const std::string digest = std::string(30, 'a') + std::to_string(10 + random() % 60);
      SampledRow row{digest, random() % 3 == 0 ? "ham" : "spam", 1 + int(random() % 2), {}};
      if (random() % 8 != 0) row.columns.emplace_back("body", std::vector<std::string_view>{"x"});
      EXPECT_EQ(editor.wants(digest), sample.wants(digest));
      if (random() % 3 == 0) {
        editor.forget(digest, row.klass, row.times);
        sample.forget(digest, row.klass, row.times);
      } else {
        editor.add(row);
        sample.add(row);
      }
      editor.finish();
      Database expected = file_of(sample);
      ASSERT_EQ(rows_of(db), rows_of(expected)) << "most " << most << " step " << i;
    }
  }
}

TEST(SampleEditor, RefusesAStateThatLies) {
  RowSample sample(1);
  Database db = file_of(sample);
  db.run("UPDATE meta SET value = '1' WHERE key = 'sampled'");
  SampleEditor editor(db);
  EXPECT_THROW(editor.wants(std::string(32, 'a')), Error);
}

}  // namespace
}  // namespace tally
