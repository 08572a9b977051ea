// SPDX-License-Identifier: Apache-2.0
#include "tally/read/text_folders.h"

#include "tally/read.h"
#include "tally/read/read_testing.h"

namespace tally {
namespace {

struct Texts {
  explicit Texts(const TestFolder& folder) : path(folder.path() + "/texts") {
    for (const char* klass : {"b", "a", "a/x", ".c"}) {
      std::filesystem::create_directories(path + "/" + klass);
    }
    for (const char* file : {"b/2", "b/10", "a/x/1", "a/.no", "a/y", ".c/1"}) write(file, file);
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(path + "/" + file) << text;
  }
  std::string path;
};

TEST(TextFolders, FilesComeInOrderWithTheirClass) {
  const TestFolder folder;
  const Texts texts(folder);
  std::vector<std::string> files;
  for (const TextFile& file : list_text_files(texts.path)) {
    files.push_back(file.path.substr(texts.path.size() + 1) + ":" + file.klass);
  }
  EXPECT_EQ(files, (std::vector<std::string>{"a/x/1:a", "a/y:a", "b/10:b", "b/2:b"}));
}

TEST(TextFolders, RowsAreTheSameInAnyPiecesAndThreads) {
  const TestFolder folder;
  const Texts texts(folder);
  for (const std::size_t files : {1, 2, 64}) {
    for (const int threads : {1, 3}) {
      ReadOptions options;
      options.keep_cells = true;
      const auto open = [&] {
        return std::make_unique<TextFolders>(std::vector<std::string>{texts.path}, options,
                                             TextFolders::Sizes{files, 1 << 20, 100});
      };
      const Schema schema = draft_schema(open()->sample(), {}, {}).schema;
      std::string rows;
      const auto source = open();
      source->read(schema, threads,
                   [&](const Batch& batch, int) -> Table::Finish {
                     const auto* cells = std::get<tally::Texts>(*batch.find("text")).cells;
                     std::string piece;
                     for (std::int64_t i = 0; i < batch.rows; ++i)
                       piece += std::string(cells[i]) + " ";
                     EXPECT_EQ(batch.kept.cells.size(), static_cast<std::size_t>(batch.rows));
                     return [&rows, piece] { rows += piece; };
                   },
                   {});
      EXPECT_EQ(rows, "a/x/1 a/y b/10 b/2 ");
      EXPECT_EQ(source->progress().rows, 4);
      EXPECT_EQ(source->progress().bytes, source->progress().total_bytes);
    }
  }
}

TEST(TextFolders, WhatIsNoTextIsRefused) {
  const TestFolder folder;
  const Texts texts(folder);
  const auto fault = [&](const std::string& text, std::int64_t longest = 100) {
    texts.write("b/10", text);
    return message_of([&] { TextFolders({texts.path}, {}, {64, 1 << 20, longest}).sample(); });
  };
  EXPECT_EQ(fault("\xEF\xBB\xBFtext"), "");
  EXPECT_TRUE(has(fault(std::string("a\0", 2)), "b/10: holds a NUL byte at 1"));
  EXPECT_TRUE(has(fault("four", 3), "longer than"));
  EXPECT_TRUE(has(fault("Received: by x\n\ntext"), "which is more than a text; read it as mail"));
  EXPECT_EQ(fault("From: a\nSubject: b\n\ntext"), "");
  EXPECT_TRUE(has(fault("From me Mon\nReceived: by x\n"), "this is mail"));
  EXPECT_EQ(fault("From here on\nnothing was Received: by us"), "");
}

}  // namespace
}  // namespace tally
