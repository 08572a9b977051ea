// SPDX-License-Identifier: Apache-2.0
// Runs every example of docs/model-format.md and compares it with what the page says.
#include <sstream>

#include "tally/inside/count.h"
#include "tally/model/model_testing.h"

namespace tally {
namespace {

struct Block {
  std::string language;
  std::string text;
};

std::vector<Block> blocks_of_the_page() {
  std::ifstream page(std::string(TALLY_SOURCE_DIR) + "/docs/model-format.md");
  std::vector<Block> blocks;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

Model model_of_csv(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::string> outlook, play;
  std::vector<double> temperature;
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "outlook,temperature,play");
  while (std::getline(lines, line)) {
    const std::size_t first = line.find(','), second = line.rfind(',');
    outlook.push_back(line.substr(0, first));
    temperature.push_back(std::stod(line.substr(first + 1, second - first - 1)));
    play.push_back(line.substr(second + 1));
  }
  Schema schema;
  schema.columns = {feature("outlook", Family::kCategorical, ValueType::kText),
                    feature("temperature", Family::kGaussian),
                    column_with_role("play", Role::kTarget, ValueType::kText)};
  TestTable table;
  table.texts("outlook", outlook).numbers("temperature", temperature).texts("play", play);
  Model model{Counts(schema), ""};
  model.counts.add(table.batch());
  return model;
}

std::string lines_of(const std::vector<std::string>& rows) {
  std::string out;
  for (const std::string& row : rows) out += row + "\n";
  return out;
}

TEST(ModelFormat, ThePageSaysWhatSqliteSays) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const std::vector<Block> blocks = blocks_of_the_page();
  ASSERT_GE(blocks.size(), 12U);
  ASSERT_EQ(blocks[0].language, "csv");
  const Model weather = model_of_csv(blocks[0].text);
  save_model(weather, "weather.tally");
  copy_model("weather.tally", "other.tally");
  int answers = 0;
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    if (blocks[i].language != "sql") continue;
    const bool writes = blocks[i].text.rfind("PRAGMA application_id", 0) == 0;
    const std::vector<std::string> rows =
        sql(writes ? "new.tally" : "weather.tally", blocks[i].text);
    if (i + 1 == blocks.size() || blocks[i + 1].language != "text") continue;
    EXPECT_EQ(lines_of(rows), blocks[i + 1].text) << blocks[i].text;
    ++answers;
  }
  EXPECT_EQ(answers, 6);

  // The model that was written by SQL alone is the one that is counted without the temperature.
  Schema outlook_only;
  outlook_only.columns = {*weather.counts.schema().find("outlook"),
                          *weather.counts.schema().find("play")};
  Model expected{Counts(outlook_only), ""};
  weather.counts.for_each_row([&](const CountRow& row) {
    if (row.tally != "temperature") expected.counts.add_row(row);
  });
  EXPECT_TRUE(same(load_model("new.tally"), expected));
  compact_model("new.tally");
  EXPECT_EQ(bytes_of("new.tally"), to_bytes(expected));

  // The model that SQL has merged is the one that Tally merges.
  Model twice = weather;
  twice.counts.merge(weather.counts);
  compact_model("weather.tally");
  EXPECT_EQ(bytes_of("weather.tally"), to_bytes(twice));
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace tally
