// SPDX-License-Identifier: Apache-2.0
#include "tally/read.h"

#include <unistd.h>

#include <cmath>
#include <thread>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

Schema mixed_schema() {
  const auto column = [](const char* name, Role role, ValueType type, Family family) {
    ColumnSchema out;
    out.name = name;
    out.role = role;
    out.type = type;
    out.family = family;
    return out;
  };
  Schema schema;
  schema.columns = {column("city", Role::kFeature, ValueType::kText, Family::kCategorical),
                    column("happy", Role::kFeature, ValueType::kBoolean, Family::kBernoulli),
                    column("height", Role::kFeature, ValueType::kNumber, Family::kGaussian),
                    column("weight", Role::kWeight, ValueType::kNumber, Family::kGaussian),
                    column("y", Role::kTarget, ValueType::kNumber, Family::kGaussian)};
  schema.missing = {"?"};
  return validated(schema);
}

TEST(Table, EachColumnAsItsSchemaSays) {
  const TestFolder folder;
  const std::string file = folder.write("x.csv",
                                        "y,city,height,happy,weight,unused\n1,Bern,1.5,true,2,a\n-"
                                        "1,?,,?,0.5,\"b,\nc\"\n1.0,Ulm,NaN,FALSE,1,\n");
  Table table({file}, ReadOptions{});
  EXPECT_EQ(table.column_names().size(), 6U);
  int batches = 0;
  table.read(mixed_schema(), 1, [&](const Batch& batch, int worker) -> Table::Finish {
    ++batches;
    EXPECT_EQ(worker, 0);
    EXPECT_EQ(batch.rows, 3);
    const auto& y = std::get<Codes>(*batch.find("y"));
    EXPECT_EQ(y.dictionary->labels(),
              (std::vector<Label>{Label::of(std::int64_t{1}), Label::of(std::int64_t{-1})}));
    EXPECT_EQ(y.indices.at(2), 0);
    const auto& city = std::get<Codes>(*batch.find("city"));
    EXPECT_EQ(city.indices.at(1), -1);
    EXPECT_EQ(city.indices.at(2), 1);
    const auto& height = std::get<Numbers>(*batch.find("height"));
    EXPECT_EQ(height.at(0), 1.5);
    EXPECT_TRUE(std::isnan(height.at(1)) && std::isnan(height.at(2)));
    const auto& happy = std::get<Bits>(*batch.find("happy"));
    EXPECT_TRUE(happy.at(0) && !happy.at(2));
    EXPECT_TRUE(happy.validity.at(0) && !happy.validity.at(1) && happy.validity.at(2));
    EXPECT_EQ(std::get<Numbers>(*batch.find("weight")).at(1), 0.5);
    EXPECT_EQ(batch.find("unused"), nullptr);
    EXPECT_EQ(batch.place(2, "city").line, 5);
    return {};
  });
  EXPECT_EQ(batches, 1);
}

TEST(Table, ErrorsAreWholeSentences) {
  const TestFolder folder;
  const std::string file = folder.write("x.csv", "y,city,height,happy,weight\n1,a,tall,true,1\n");
  Table table({file}, ReadOptions{});
  const std::string message = message_of(
      [&] { table.read(mixed_schema(), 1, [](const Batch&, int) { return Table::Finish(); }); });
  EXPECT_EQ(message, file +
                         ":2: column 'height': expected a number, found 'tall'; declare the "
                         "column 'height' as categorical, mark 'tall' as missing, or leave the "
                         "column 'height' out");
}

TEST(Table, DictionariesGrowAndKeepTheirAddress) {
  const TestFolder folder;
  std::string text = "x,y\n";
  for (int i = 0; i < 400000; ++i)
    text += std::to_string(i % 1000) + "," + std::to_string(i % 3) + "\n";
  const std::string file = folder.write("x.csv", text);
  Schema schema;
  schema.columns.emplace_back();
  schema.columns[0].name = "x";
  schema.columns[0].family = Family::kCategorical;
  Table table({file}, ReadOptions{});
  std::vector<const Dictionary*> addresses(2);
  std::vector<double> sums(2);
  table.read(schema, 2, [&](const Batch& batch, int worker) -> Table::Finish {
    const auto& codes = std::get<Codes>(*batch.find("x"));
    const Dictionary*& address = addresses[static_cast<std::size_t>(worker)];
    if (address == nullptr) address = codes.dictionary.get();
    EXPECT_EQ(address, codes.dictionary.get());
    for_each_code(codes, batch.rows, [&](std::int64_t, std::int32_t code) {
      sums[static_cast<std::size_t>(worker)] +=
          std::stod(codes.dictionary->label(code).to_string());
    });
    return {};
  });
  EXPECT_EQ(sums[0] + sums[1], 400 * 999 * 500.0);
}

TEST(Table, StandardInputIsSampledAndRead) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int saved = dup(STDIN_FILENO);
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  std::thread writer([&] {
    std::string text = "x,y\n";
    for (int i = 0; i < 300000; ++i) text += std::to_string(i) + ",a\n";
    for (std::size_t at = 0; at < text.size();) {
      at += static_cast<std::size_t>(
          write(ends[1], text.data() + at, std::min<std::size_t>(text.size() - at, 999)));
    }
    close(ends[1]);
  });
  Table table({"-"}, ReadOptions{});
  Declarations declarations;
  declarations.target = "y";
  const Schema schema = draft_schema(table.sample(), declarations, {}).schema;
  double sum = 0;
  table.read(schema, 2, [&](const Batch& batch, int) -> Table::Finish {
    double part = 0;
    for_each_number(std::get<Numbers>(*batch.find("x")), batch.rows,
                    [&](std::int64_t, double x) { part += x; });
    return [&sum, part] { sum += part; };
  });
  writer.join();
  dup2(saved, STDIN_FILENO);
  close(saved);
  EXPECT_EQ(sum, 299999.0 * 300000 / 2);
  EXPECT_EQ(table.progress().rows, 300000);
}

TEST(Table, MovesAndKeepsItsOptions) {
  const TestFolder folder;
  ReadOptions options;
  options.missing = {"?"};
  Table table({folder.write("x.csv", "x\n1\n?\n")}, options);
  Table moved = std::move(table);
  EXPECT_EQ(moved.options().missing, std::vector<std::string>{"?"});
  EXPECT_EQ(moved.sample()[0].cells, 1);
}

TEST(Table, ReadCellsGivesEveryCell) {
  const TestFolder folder;
  const std::string file = folder.write("loss.csv", ",a, b\n\n\"x \"\"y\"\"\",0,1\nz,2,0");
  EXPECT_EQ(read_cells(file), (std::vector<std::vector<std::string>>{
                                  {"", "a", "b"}, {"x \"y\"", "0", "1"}, {"z", "2", "0"}}));
  EXPECT_TRUE(has(message_of([&] { read_cells(folder.write("r.csv", "a,b\n1\n")); }),
                  "r.csv:2: expected 2 cells, found 1"));
  EXPECT_EQ(error_of([&] { read_cells(folder.path() + "/none"); })->kind(), ErrorKind::kNoInput);
}

TEST(Table, TextsAreTermsWhateverTheThreads) {
  const TestFolder folder;
  const std::string file =
      folder.write("x.csv", "y,body\na,\"Free money, FREE\"\nb,?\na,caf\xE9 \xFF\nb,\n");
  ColumnSchema body;
  body.name = "body";
  body.type = ValueType::kText;
  body.family = Family::kText;
  Schema schema;
  schema.columns = {body, mixed_schema().columns.back()};
  schema.columns.back().type = ValueType::kText;
  schema.missing = {"?"};
  schema = validated(schema);
  for (const int threads : {1, 3}) {
    Table table({file}, ReadOptions{});
    std::vector<std::string> rows;
    table.read(schema, threads, [&](const Batch& batch, int) -> Table::Finish {
      const auto& terms = std::get<Terms>(*batch.find("body"));
      EXPECT_EQ(batch.lines.size(), static_cast<std::size_t>(batch.rows));
      for (std::int64_t row = 0; row < batch.rows; ++row) {
        std::string& text = rows.emplace_back(terms.validity.at(row) ? "" : "missing");
        terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
          text.append(terms.dictionary->term(code)).append(" " + std::to_string(times) + ";");
        });
      }
      return {};
    });
    EXPECT_EQ(rows, (std::vector<std::string>{"free 2;money 1;", "missing", "caf 1;", "missing"}));
    EXPECT_EQ(table.repaired(), 2);
  }
}

}  // namespace
}  // namespace tally
