// SPDX-License-Identifier: Apache-2.0
// What the tests of the model file share: a folder of their own, models of every family, and SQL
// behind Tally's back.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/inside/count.h"
#include "tally/model.h"

namespace tally {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tally-model-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      out.push_back(entry.path().filename().string());
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  std::string path_;
};

inline std::vector<std::byte> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

inline void write_bytes(const std::string& path, const std::vector<std::byte>& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

/// Runs SQL as any other program would, and gives the rows as text, "|" between the columns.
inline std::vector<std::string> sql(const std::string& path, const std::string& statements) {
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  std::vector<std::string> rows;
  char* message = nullptr;
  const auto collect = [](void* out, int columns, char** texts, char**) {
    std::string row;
    for (int i = 0; i < columns; ++i) {
      row += (i == 0 ? "" : "|") + std::string(texts[i] == nullptr ? "NULL" : texts[i]);
    }
    static_cast<std::vector<std::string>*>(out)->push_back(row);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(db, statements.c_str(), collect, &rows, &message), SQLITE_OK)
      << statements << ": " << (message == nullptr ? "" : message);
  sqlite3_free(message);
  sqlite3_close(db);
  return rows;
}

inline Schema every_family() {
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    feature("code", Family::kCategorical),
                    feature("grade", Family::kCategorical),
                    feature("flag", Family::kBernoulli, ValueType::kBoolean),
                    feature("above", Family::kBernoulli),
                    feature("bit", Family::kBernoulli),
                    feature("size", Family::kGaussian),
                    feature("visits", Family::kPoisson),
                    feature("faults", Family::kPoisson),
                    feature("word_a", Family::kMultinomial),
                    feature("word_b", Family::kMultinomial),
                    feature("tag_a", Family::kMultinomial),
                    column_with_role("hours", Role::kExposure, ValueType::kNumber),
                    column_with_role("w", Role::kWeight, ValueType::kNumber),
                    column_with_role("类别", Role::kTarget, ValueType::kText)};
  schema.columns[2].values = {Label::of(1.0), Label::of(2.0), Label::of(2.5), Label::of(10.0)};
  schema.columns[4].binarize = 0.5;
  schema.columns[8].exposure = "hours";
  schema.columns[11].group = "tags";
  schema.missing = {"?", "n/a"};
  return validated(schema);
}

/// Rows that fit every_family(), by chance.
inline TestTable some_rows(unsigned seed, std::size_t rows) {
  std::mt19937 random(seed);
  const auto pick = [&](const std::vector<std::string>& texts) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < rows; ++i) out.push_back(texts[random() % texts.size()]);
    return out;
  };
  const auto draw = [&](const std::function<double()>& f) {
    std::vector<double> out;
    for (std::size_t i = 0; i < rows; ++i) {
      out.push_back(random() % 8 == 0 ? TestTable::kMissing : f());
    }
    return out;
  };
  const auto present = [&](const std::function<double()>& f) {
    std::vector<double> out;
    for (std::size_t i = 0; i < rows; ++i) out.push_back(f());
    return out;
  };
  std::vector<int> flags;
  for (std::size_t i = 0; i < rows; ++i) flags.push_back(static_cast<int>(random() % 3) - 1);
  std::normal_distribution<double> normal(0, 1);
  TestTable table;
  table.texts("colour", pick({"red", "blau", "绿", "", "it's \"odd\"\n"}))
      .numbers("code", draw([&] { return static_cast<double>(random() % 5) / 4; }))
      .numbers("grade", draw([&] {
                 return std::vector<double>{1, 2, 2.5}[random() % 3];
               }))
      .booleans("flag", flags)
      .numbers("above", draw([&] { return normal(random); }))
      .numbers("bit", draw([&] { return static_cast<double>(random() % 2); }))
      .numbers("size",
               draw([&] { return std::ldexp(normal(random), static_cast<int>(random() % 40)); }))
      .numbers("visits", draw([&] { return static_cast<double>(random() % 9); }))
      .numbers("faults", draw([&] { return static_cast<double>(random() % 9); }))
      .numbers("word_a", draw([&] { return static_cast<double>(random() % 3); }))
      .numbers("word_b", draw([&] { return std::abs(normal(random)); }))
      .numbers("tag_a", draw([&] { return static_cast<double>(random() % 3); }))
      .numbers("hours", present([&] { return 0.1 + static_cast<double>(random() % 100); }))
      .numbers("w", present([&] { return static_cast<double>(random() % 4) / 3; }))
      .texts("类别", pick({"是", "否", "maybe", ""}));
  return table;
}

inline Model some_model(unsigned seed, std::size_t rows = 40) {
  Model model{Counts(every_family()), R"({"lambda": 0.5})"};
  const TestTable table = some_rows(seed, rows);
  model.counts.add(table.batch());
  return model;
}

inline bool same(const Model& a, const Model& b) {
  std::vector<CountRow> rows_a, rows_b;
  a.counts.for_each_row([&](const CountRow& row) { rows_a.push_back(row); });
  b.counts.for_each_row([&](const CountRow& row) { rows_b.push_back(row); });
  return a.counts.schema() == b.counts.schema() && rows_a == rows_b &&
         a.default_question == b.default_question;
}

/// Expects that `f` throws an Error of this kind that says `sentence` and starts with the
/// file's name.
inline void expect_error(ErrorKind kind, const std::string& sentence,
                         const std::function<void()>& f, const std::string& file = "") {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown, expected: " << sentence;
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.kind()), static_cast<int>(kind)) << error.what();
    EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).rfind(file, 0), 0U) << error.what();
  }
}

}  // namespace tally
