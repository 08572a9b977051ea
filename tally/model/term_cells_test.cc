// SPDX-License-Identifier: Apache-2.0
#include "tally/model/term_cells.h"

#include <gtest/gtest.h>

#include "tally/model/sqlite/sqlite_cell.h"

namespace tally {
namespace {

// Each row as append_cell writes it, with texts and amounts of all sizes.
TEST(TermCells, AreTheCellsOfTheRows) {
  const std::vector<std::string> classes{"",
                                         "ham",
                                         std::string(31, 'k'),
                                         std::string(57, 'l'),
                                         std::string(58, 'm'),
                                         std::string(200, 'n')};
  CellBuffer out;
  std::string expected;
  for (const std::string& tally : {std::string("body"), std::string(90, 't')}) {
    TermCells cells(tally, classes);
    for (const std::size_t size : {1U, 7U, 22U, 23U, 40U, 57U, 58U, 130U, 5000U}) {
      const std::string term(size, 'w');
      cells.start(term);
      for (const Part part : {Part::kRepeat, Part::kValue}) {
        std::int64_t amount = 1;
        for (std::size_t k = 0; k < classes.size(); ++k, amount = amount * 700 + 1) {
          cells.add(part, k, amount, out);
          append_cell(expected, {tally, term, to_string(part), classes[k]}, {0, amount});
          cells.add(part, k, ExactSum::Limb{-32, -amount}, out);
          append_cell(expected, {tally, term, to_string(part), classes[k]}, {-32, -amount});
        }
      }
    }
  }
  EXPECT_EQ(out.cells(), expected);
  out.clear();
  EXPECT_TRUE(out.cells().empty());
}

}  // namespace
}  // namespace tally
