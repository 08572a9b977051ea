// SPDX-License-Identifier: Apache-2.0
// What the tests of this room share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tally/base/error.h"
#include "tally/inside/batch.h"
#include "tally/read/block_splitter.h"
#include "tally/read/byte_source.h"

namespace tally {

/// A folder of its own for each test, removed with it.
class TestFolder {
 public:
  TestFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = testing::TempDir() + "tally_" + test->test_suite_name() + "_" + test->name();
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Writes a file and gives its path.
  std::string write(const std::string& name, std::string_view bytes) const {
    std::string file = path_ + "/" + name;
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file;
  }

 private:
  std::string path_;
};

/// The Error that `action` throws, or nothing.
inline std::optional<Error> error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// What an Error says, or "" if there is none.
inline std::string message_of(const std::function<void()>& action) {
  const std::optional<Error> error = error_of(action);
  return error ? error->what() : "";
}

inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A byte source over a string that gives a few bytes at a time.
class StringSource final : public ByteSource {
 public:
  explicit StringSource(std::string bytes, std::size_t most = 3)
      : bytes_(std::move(bytes)), most_(most) {}
  std::size_t read(char* to, std::size_t most) override {
    const std::size_t given = bytes_.copy(to, std::min(most, most_), at_);
    at_ += given;
    return given;
  }
  bool is_reopenable() const override { return false; }

 private:
  std::string bytes_;
  std::size_t most_;
  std::size_t at_ = 0;
};

/// A block over all of a text, which should end in a newline.
inline Block block_of(std::string_view text) {
  Block block;
  block.bytes.reset(new char[text.size()]);
  std::memcpy(block.bytes.get(), text.data(), text.size());
  block.end = static_cast<std::uint32_t>(text.size());
  return block;
}

}  // namespace tally

namespace tally::csv {

/// A random table and the text that it is written as.
struct WrittenTable {
  std::string text;
  std::vector<std::vector<std::string>> cells;
  std::vector<std::int64_t> lines;  ///< on which each row starts, counted from 1
};

/// Cells with delimiters, quotes and newlines in them, CRLF and LF, blank lines; the first row
/// holds plain names.
inline WrittenTable random_table(std::mt19937& random, std::size_t rows, std::size_t columns,
                                 char delimiter = ',') {
  static const std::vector<std::string> kCells{
      "",         "a",          "bc",   "1.5",     "-3",
      "x y",      "say \"hi\"", "\"",   "one,two", "line\nbreak",
      "cr\r\nlf", "\n",         ";|\t", "ünï",     "a rather long text, it is",
      "\"\"\n\""};
  const auto below = [&](std::size_t n) { return random() % n; };
  WrittenTable table;
  std::int64_t line = 1;
  for (std::size_t row = 0; row <= rows; ++row) {
    while (row > 0 && below(8) == 0) {
      table.text += std::vector<std::string>{"\n", "\r\n", "  \n"}[below(3)];
      ++line;
    }
    table.lines.push_back(line);
    std::vector<std::string>& cells = table.cells.emplace_back();
    std::string written;
    for (std::size_t i = 0; i < columns; ++i) {
      std::string cell = row == 0 ? "name" + std::to_string(i) : kCells[below(kCells.size())];
      // A row of one empty cell must be quoted, or it is a blank line.
      const bool needs_quotes =
          cell.find_first_of("\",;|\t\r\n ") != std::string::npos || (columns == 1 && cell.empty());
      std::string text = cell;
      if (needs_quotes || below(4) == 0) {
        text = "\"";
        for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
        text += "\"";
      }
      written += (i == 0 ? "" : std::string(1, delimiter)) + text;
      cells.push_back(std::move(cell));
    }
    if (row < rows || below(2) == 0) written += below(2) == 0 ? "\n" : "\r\n";
    for (const char c : written) line += c == '\n' ? 1 : 0;
    table.text += written;
  }
  return table;
}

}  // namespace tally::csv
