// SPDX-License-Identifier: Apache-2.0
// Files as somebody would make them who means harm: what the tests of every reader share.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "tally/model/model_tables.h"
#include "tally/model/model_testing.h"
#include "tally/model/sqlite/sqlite_cell.h"
#include "tally/model/sqlite/sqlite_page.h"

namespace tally {

/// What does not come to an end must not keep the tests for ever: the program is ended instead.
class Deadline {
 public:
  explicit Deadline(unsigned seconds = 60) { ::alarm(seconds); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
  ~Deadline() { ::alarm(0); }
};

/// The root of a table in an image that Tally has written.
inline std::size_t root_of(const FileTable& table) {
  const auto all = all_tables();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), &table) - all.begin()) + 2;
}

/// The image with another tree for a table: a leaf with the first half of these cells, and above it
/// one page after the other with the second half, in which every child is the page below. From 90
/// cells and 13 levels come more rows than anybody can read, though the first of them are in order.
/// With one level there is a leaf alone, with all cells.
inline std::vector<std::byte> with_shared_pages(std::vector<std::byte> image,
                                                const FileTable& table,
                                                const std::vector<std::string>& cells,
                                                int levels = 13) {
  constexpr std::size_t kPage = 4096;
  std::size_t child = 0;
  const auto half = cells.begin() + static_cast<std::ptrdiff_t>(cells.size() / 2);
  const auto page_over = [&](bool is_leaf) {
    const std::vector<std::string> here =
        levels == 1 ? cells
                    : std::vector<std::string>(is_leaf ? cells.begin() : half,
                                               is_leaf ? half : cells.end());
    std::vector<std::byte> page(kPage);
    page[0] = static_cast<std::byte>(is_leaf ? SqlitePage::kLeaf : SqlitePage::kInterior);
    const std::size_t header = is_leaf ? 8 : 12, pointer = is_leaf ? 0 : 4;
    std::size_t content = kPage;
    for (std::size_t i = 0; i < here.size(); ++i) {
      content -= pointer + here[i].size();
      put_number(&page[content], child, pointer);
      std::memcpy(&page[content + pointer], here[i].data(), here[i].size());
      put_number(&page[header + 2 * i], content, 2);
    }
    EXPECT_GE(content, header + 2 * here.size());
    put_number(&page[3], here.size(), 2);
    put_number(&page[5], content, 2);
    if (!is_leaf) put_number(&page[8], child, 4);
    return page;
  };
  for (int level = 0; level < levels; ++level) {
    const std::vector<std::byte> page = page_over(level == 0);
    if (level + 1 == levels) {
      std::copy(page.begin(), page.end(),
                image.begin() + static_cast<std::ptrdiff_t>((root_of(table) - 1) * kPage));
    } else {
      image.insert(image.end(), page.begin(), page.end());
      child = image.size() / kPage;
    }
  }
  put_number(&image[28], image.size() / kPage, 4);
  return image;
}

/// Cells of rows in the order of their keys, made by f(cell, number).
inline std::vector<std::string> cells_by(
    const std::function<void(std::string& cell, const std::string& number)>& f, int count = 90) {
  std::vector<std::string> cells;
  for (int i = 0; i < count; ++i) f(cells.emplace_back(), std::to_string(100 + i));
  return cells;
}

/// What a reader is asked to do with a file, by name.
struct Reading {
  const char* name;
  std::function<void(const std::string& path)> read;
};

}  // namespace tally
