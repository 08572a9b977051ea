#include "cli/drafted_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

namespace tally::cli {
namespace {

// A folder of its own, gone at the end.
class DraftedTableTest : public ::testing::Test {
 protected:
  DraftedTableTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("tally_drafted_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~DraftedTableTest() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& content) const {
    std::string path = folder_ / name;
    std::ofstream(path) << content;
    return path;
  }

  // The options as the command line gives them.
  static SchemaOptions columns(std::vector<std::string> words) {
    SchemaOptions options;
    Command command("test", "", "");
    options.attach(command);
    std::vector<char*> values;
    for (std::string& word : words) values.push_back(word.data());
    command.parse({static_cast<int>(values.size()), values.data()});
    return options;
  }

 private:
  std::filesystem::path folder_;
};

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST_F(DraftedTableTest, DraftsWhatIsDeclared) {
  const std::string data = file("data.csv", "x,y\n1,a\n2,b\n");
  const DraftedTable drafted = open_table({data}, {}, columns({"--target", "y"}), "");
  EXPECT_EQ(drafted.draft.schema.target().name, "y");
  EXPECT_EQ(drafted.table.column_names(), (std::vector<std::string>{"x", "y"}));
}

TEST_F(DraftedTableTest, TakesASchemaInstead) {
  const std::string data = file("data.csv", "x,y\n1,a\n2,b\n");
  const std::string schema = file(
      "schema.json", to_json(open_table({data}, {}, columns({"--target", "y"}), "").draft.schema));
  EXPECT_EQ(open_table({data}, {}, {}, schema).draft.schema.target().name, "y");
  EXPECT_NE(complaint([&] {
              open_table({data}, {}, columns({"--target", "y"}), schema);
            }).find("--schema says what the columns are"),
            std::string::npos);
}

TEST_F(DraftedTableTest, ATargetWithoutAValueIsRefused) {
  const std::string data = file("data.csv", "x,y\n1,\n2,\n");
  EXPECT_EQ(complaint([&] {
              open_table({data}, {}, columns({"--target", "y"}), "", "; so what");
            }),
            "no row has a value of the target 'y'; so what");
}

TEST_F(DraftedTableTest, PairsAreOfMail) {
  const std::string data = file("data.csv", "x,y\n1,a\n2,b\n");
  EXPECT_EQ(complaint([&] {
              open_table({data}, {}, columns({"--target", "y", "--no-pairs"}), "");
            }),
            "--no-pairs is about mail, as in: fit mail --class spam=DIR");
  const std::string mail = file("1.eml", "Subject: x\n\n");
  const auto drafted = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--class", "ham=" + mail});
    return open_table({kMail}, {}, columns(options), "").draft.schema;
  };
  EXPECT_NE(drafted({}).find("pair"), nullptr);
  EXPECT_EQ(drafted({"--no-pairs"}).find("pair"), nullptr);
}

}  // namespace
}  // namespace tally::cli
