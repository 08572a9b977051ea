// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace tally {
namespace {

// Cells that hold one number each.
CellCounts cells_of(const std::map<double, std::vector<double>>& counts) {
  CellCounts out;
  for (const auto& [x, by_class] : counts) {
    out.classes = by_class.size();
    out.least.push_back(x);
    out.greatest.push_back(x);
    out.counts.insert(out.counts.end(), by_class.begin(), by_class.end());
  }
  return out;
}

TEST(BinOf, IsTheNumberOfCutsBelow) {
  for (std::size_t size = 0; size <= 40; ++size) {
    std::vector<double> cuts;
    for (std::size_t i = 0; i < size; ++i) cuts.push_back(static_cast<double>(i));
    EXPECT_EQ(bin_of(cuts, -1e300), 0U);
    EXPECT_EQ(bin_of(cuts, 1e300), size);
    for (std::size_t i = 0; i < size; ++i) {
      const auto x = static_cast<double>(i);
      EXPECT_EQ(bin_of(cuts, x), i) << size;  // a number at the cut is left of it
      EXPECT_EQ(bin_of(cuts, std::nextafter(x, 1e9)), i + 1) << size;
      EXPECT_EQ(bin_of(cuts, std::nextafter(x, -1e9)), i) << size;
    }
  }
}

// Weka's Discretize (Fayyad and Irani's criterion) finds these two cuts in Fisher's petal widths.
TEST(MdlCuts, PetalWidthsOfIris) {
  // width: setosa, versicolor, virginica
  const CellCounts cells = cells_of(
      {{0.1, {5, 0, 0}}, {0.2, {29, 0, 0}}, {0.3, {7, 0, 0}}, {0.4, {7, 0, 0}}, {0.5, {1, 0, 0}},
       {0.6, {1, 0, 0}}, {1.0, {0, 7, 0}},  {1.1, {0, 3, 0}}, {1.2, {0, 5, 0}}, {1.3, {0, 13, 0}},
       {1.4, {0, 7, 1}}, {1.5, {0, 10, 2}}, {1.6, {0, 3, 1}}, {1.7, {0, 1, 1}}, {1.8, {0, 1, 11}},
       {1.9, {0, 0, 5}}, {2.0, {0, 0, 6}},  {2.1, {0, 0, 6}}, {2.2, {0, 0, 3}}, {2.3, {0, 0, 8}},
       {2.4, {0, 0, 3}}, {2.5, {0, 0, 3}}});
  const std::vector<double> cuts = mdl_cuts(cells);
  ASSERT_EQ(cuts.size(), 2U);
  EXPECT_NEAR(cuts[0], 0.8, 1e-12);
  EXPECT_NEAR(cuts[1], 1.75, 1e-12);
}

// A table that is there many times is cut as it is; more evidence of the same would cut its noise.
TEST(MdlCuts, CopiesAreNoEvidence) {
  std::mt19937 random(5);
  std::map<double, std::vector<double>> once;
  for (int i = 0; i < 300; ++i) {
    std::vector<double>& cell = once[static_cast<double>(random() % 120)];
    cell.resize(2);
    const bool is_right = random() % 4 != 0;
    ++cell[is_right == (i % 2 == 0) ? 0 : 1];
  }
  const CellCounts cells = cells_of(once);
  CellCounts copies = cells;
  for (double& n : copies.counts) n *= 20;
  EXPECT_GT(mdl_cuts(copies).size(), mdl_cuts(cells).size());
  EXPECT_GT(grid_cuts(copies, 3).size(), grid_cuts(cells, 3).size());
  EXPECT_GT(even_cuts(copies).size(), even_cuts(cells).size());
  copies.copies = 20;
  EXPECT_EQ(mdl_cuts(copies), mdl_cuts(cells));
  EXPECT_EQ(grid_cuts(copies, 3).size(), grid_cuts(cells, 3).size());
  EXPECT_EQ(even_cuts(copies).size(), even_cuts(cells).size());
}

TEST(MdlCuts, NoiseAndConstantsAreNotCut) {
  EXPECT_TRUE(mdl_cuts({}).empty());
  EXPECT_TRUE(mdl_cuts(cells_of({{3, {10, 20}}})).empty());
  std::map<double, std::vector<double>> noise;
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    auto& counts = noise[static_cast<double>(random() % 50)];
    counts.resize(2);
    ++counts[random() % 2];
  }
  EXPECT_TRUE(mdl_cuts(cells_of(noise)).empty());
}

TEST(MdlCuts, ClassesThatArePartedAreCutOnce) {
  for (const double n : {5.0, 50.0, 1e15}) {
    const std::vector<double> cuts = mdl_cuts(cells_of({{-1, {n, 0}}, {0, {n, 0}}, {4, {0, n}}}));
    ASSERT_EQ(cuts.size(), 1U) << n;
    EXPECT_EQ(cuts[0], 2);
  }
}

double disorder_of(const std::vector<double>& n) {
  double sum = 0, rows = 0;
  for (const double one : n) {
    sum -= one > 0 ? one * std::log2(one) : 0;
    rows += one;
  }
  return sum + (rows > 0 ? rows * std::log2(rows) : 0);
}

// The first cut of least disorder: every one is worked out. Gives its two cells' middle.
std::size_t first_best(const CellCounts& cells) {
  std::vector<double> left(cells.classes), right(cells.classes);
  for (std::size_t i = 0; i < cells.counts.size(); ++i) right[i % cells.classes] += cells.counts[i];
  std::size_t best = 0;
  double least = HUGE_VAL;
  for (std::size_t cell = 0; cell + 1 < cells.size(); ++cell) {
    for (std::size_t k = 0; k < cells.classes; ++k) {
      left[k] += cells.counts[cell * cells.classes + k];
      right[k] -= cells.counts[cell * cells.classes + k];
    }
    const double disorder = disorder_of(left) + disorder_of(right);
    if (!(disorder < least)) continue;
    least = disorder;
    best = cell + 1;
  }
  return best;
}

// Many cells, of which only some are worked out: the first cut is that of looking at all, and where
// several are as good, as in tables that repeat themselves backwards, it is the first of them.
TEST(MdlCuts, OfManyCellsTheFirstBestIsFound) {
  std::mt19937 random(12);
  for (int round = 0; round < 300; ++round) {
    const std::size_t classes = 2 + random() % (round % 10 == 0 ? 19 : 4);
    const std::size_t size = 20 + random() % 600;
    const double unit = std::vector<double>{1, 1, 1000, 0.1, 1e-9, 1e12}[random() % 6];
    std::map<double, std::vector<double>> counts;
    for (std::size_t i = 0; i < size; ++i) {
      std::vector<double>& cell = counts[static_cast<double>(i)];
      const double tilt = static_cast<double>(i) / static_cast<double>(size);
      for (std::size_t k = 0; k < classes; ++k) {
        const double n = static_cast<double>(random() % 20) * (k == 0 ? tilt : 1 - tilt / 2);
        cell.push_back(unit * (round % 3 == 0 ? n : std::floor(n)));
      }
    }
    if (round % 4 == 0) {  // both ends alike: every disorder is there twice, but for rounding
      for (std::size_t i = 0; i < size / 2; ++i) {
        counts[static_cast<double>(size - 1 - i)] = counts[static_cast<double>(i)];
      }
    }
    const CellCounts cells = cells_of(counts);
    const std::vector<double> cuts = mdl_cuts(cells);
    if (cuts.empty()) continue;
    const double wanted = static_cast<double>(first_best(cells)) - 0.5;
    EXPECT_NE(std::find(cuts.begin(), cuts.end(), wanted), cuts.end()) << "round " << round;
  }
}

// Between two heavy cells lie light ones: which of them is the best place is a matter of digits that a
// quick look at n log n does not have.
TEST(MdlCuts, AmongHeavyCellsTheBestIsFoundToTheLastDigits) {
  std::mt19937 random(13);
  for (int round = 0; round < 40; ++round) {
    std::map<double, std::vector<double>> counts;
    const double heavy = std::ldexp(1.0, 28 + round % 10);
    counts[0] = {3 * heavy, heavy};
    for (int i = 1; i < 300; ++i) {
      counts[i] = {static_cast<double>(1 + random() % 9), static_cast<double>(1 + random() % 9)};
    }
    counts[300] = {heavy, 3 * heavy};
    const CellCounts cells = cells_of(counts);
    const std::vector<double> cuts = mdl_cuts(cells);
    const double wanted = static_cast<double>(first_best(cells)) - 0.5;
    EXPECT_NE(std::find(cuts.begin(), cuts.end(), wanted), cuts.end()) << "round " << round;
  }
}

// Of all places for one cut the criterion's own sum is taken, written down again.
TEST(MdlCuts, TheFirstCutIsTheOneOfLeastEntropy) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::map<double, std::vector<double>> counts;
    const auto classes = 2 + random() % 3;
    for (unsigned i = 0; i < 2 + random() % 7; ++i) {
      std::vector<double>& cell = counts[static_cast<double>(i)];
      for (unsigned k = 0; k < classes; ++k) cell.push_back(static_cast<double>(random() % 30));
      cell[random() % classes] += 1;
    }
    const auto entropy = [](const std::vector<double>& n) {
      double all = 0, sum = 0;
      for (const double one : n) all += one;
      for (const double one : n) sum -= one > 0 ? one / all * std::log2(one / all) : 0;
      return all > 0 ? sum : 0;
    };
    const auto side = [&](double from, double to) {
      std::vector<double> n(classes);
      for (const auto& [x, cell] : counts) {
        for (unsigned k = 0; k < classes; ++k) n[k] += x >= from && x < to ? cell[k] : 0;
      }
      return n;
    };
    const auto total = [](const std::vector<double>& n) {
      double sum = 0;
      for (const double one : n) sum += one;
      return sum;
    };
    const auto occurring = [](const std::vector<double>& n) {
      double sum = 0;
      for (const double one : n) sum += one > 0 ? 1 : 0;
      return sum;
    };
    const std::vector<double> whole = side(-1, 100);
    double best = 0, least = HUGE_VAL;
    for (double cut = 1; cut < static_cast<double>(counts.size()); ++cut) {
      const std::vector<double> left = side(-1, cut), right = side(cut, 100);
      const double e = (total(left) * entropy(left) + total(right) * entropy(right)) / total(whole);
      if (e < least - 1e-9) {
        least = e;
        best = cut;
      }
    }
    const std::vector<double> left = side(-1, best), right = side(best, 100);
    const double n = total(whole);
    const double cost = (std::log2(n - 1) + std::log2(std::pow(3, occurring(whole)) - 2) -
                         (occurring(whole) * entropy(whole) - occurring(left) * entropy(left) -
                          occurring(right) * entropy(right))) /
                        n;
    const double gain = entropy(whole) - least;
    if (std::abs(gain - cost) < 1e-9) continue;
    const std::vector<double> cuts = mdl_cuts(cells_of(counts));
    EXPECT_EQ(!cuts.empty(), gain > cost);
    if (gain > cost) {
      EXPECT_NE(std::find(cuts.begin(), cuts.end(), best - 0.5), cuts.end());
    }
  }
}

TEST(EvenCuts, AreQuantiles) {
  // 100 rows of one number each: ten bins of ten.
  std::map<double, std::vector<double>> counts;
  for (int i = 0; i < 100; ++i) counts[i] = {1, 0};
  const std::vector<double> cuts = even_cuts(cells_of(counts));
  ASSERT_EQ(cuts.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) {
    // numpy.quantile(range(100), (i + 1) / 10) lies between these two numbers.
    EXPECT_EQ(cuts[i], std::floor(99 * (static_cast<double>(i) + 1) / 10) + 0.5);
  }
}

TEST(EvenCuts, NumbersThatAreOftenTakeTheirBinsTogether) {
  EXPECT_EQ(even_cuts(cells_of({{0, {90, 0}}, {1, {5, 5}}})), std::vector<double>{0.5});
  EXPECT_EQ(even_cuts(cells_of({{0, {1, 0}}, {1, {0, 99}}})), std::vector<double>{});
  EXPECT_TRUE(even_cuts(cells_of({{7, {4, 4}}})).empty());
  EXPECT_TRUE(even_cuts({}).empty());
}

// Whatever the cells, a cut parts two of them: their numbers are on different sides.
TEST(Cuts, PartNeighbouringCells) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double at : {1.0, -1.0, 1e-310, -1e-310, 1e308, -1e308, 0.1}) {
    const double next = std::nextafter(at, inf);
    CellCounts cells;
    cells.classes = 2;
    cells.least = {std::nextafter(at, -inf), next};
    cells.greatest = {at, std::nextafter(next, inf)};
    cells.counts = {50, 0, 0, 50};
    for (const std::vector<double>& cuts : {mdl_cuts(cells), even_cuts(cells)}) {
      ASSERT_EQ(cuts.size(), 1U) << at;
      EXPECT_EQ(bin_of(cuts, at), 0U) << at;
      EXPECT_EQ(bin_of(cuts, next), 1U) << at;
    }
  }
  // Cells of whole numbers are cut at a number that people can read.
  const CellCounts ages{2, {34, 35}, {34.015624, 35.015624}, {50, 0, 0, 50}};
  EXPECT_EQ(mdl_cuts(ages), std::vector<double>{34.5});
  const CellCounts prices{2, {0.12, 0.13}, {0.12002, 0.13003}, {50, 0, 0, 50}};
  EXPECT_EQ(mdl_cuts(prices), std::vector<double>{0.125});
  const CellCounts incomes{2, {-4096, 90000}, {-4090, 91000}, {50, 0, 0, 50}};
  EXPECT_EQ(mdl_cuts(incomes), std::vector<double>{40000});
  CellCounts far{2, {-1.7e308, 1.6e308}, {-1.6e308, 1.7e308}, {50, 0, 0, 50}};
  ASSERT_EQ(mdl_cuts(far).size(), 1U);
  EXPECT_EQ(mdl_cuts(far)[0], 0);
}

// Whole numbers from 0 on, so many rows of each, all of one class.
CellCounts rows_of(const std::vector<double>& rows) {
  CellCounts cells;
  cells.classes = 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    cells.least.push_back(static_cast<double>(i));
    cells.greatest.push_back(static_cast<double>(i));
    cells.counts.push_back(rows[i]);
  }
  return cells;
}

using Cuts = std::vector<double>;

TEST(GridCuts, HalveTheFullestBin) {
  // 40 rows: at the middle, then the left half, which is the first of two as full.
  EXPECT_EQ(grid_cuts(rows_of({10, 10, 10, 10}), 2), (Cuts{1.5}));
  EXPECT_EQ(grid_cuts(rows_of({10, 10, 10, 10}), 3), (Cuts{0.5, 1.5}));
  EXPECT_EQ(grid_cuts(rows_of({10, 10, 10, 10}), 4), (Cuts{0.5, 1.5, 2.5}));
  EXPECT_EQ(grid_cuts(rows_of({10, 10, 10, 10}), 9), (Cuts{0.5, 1.5, 2.5}));
}

TEST(GridCuts, AreAtTheBorderNextToTheMiddle) {
  // Row 20 of 40 is one of the 31 to 9: the border below it is nearer, at row 9.
  EXPECT_EQ(grid_cuts(rows_of({9, 31}), 2), (Cuts{0.5}));
  EXPECT_EQ(grid_cuts(rows_of({5, 16, 19}), 2), (Cuts{1.5}));
  // As near: the upper one.
  EXPECT_EQ(grid_cuts(rows_of({10, 20, 10}), 2), (Cuts{1.5}));
  // There is none above: the one below.
  EXPECT_EQ(grid_cuts(rows_of({2, 38}), 2), (Cuts{0.5}));
}

TEST(GridCuts, LeaveSmallBinsAlone) {
  EXPECT_EQ(grid_cuts(rows_of({5, 4}), 2), (Cuts{}));
  EXPECT_EQ(grid_cuts(rows_of({5, 5}), 2), (Cuts{0.5}));
  EXPECT_EQ(grid_cuts(rows_of({1, 39}), 2), (Cuts{}));  // one row would be left
  EXPECT_EQ(grid_cuts(rows_of({40}), 2), (Cuts{}));
  EXPECT_EQ(grid_cuts(rows_of({}), 2), (Cuts{}));
  // The next fullest bin is halved where the fullest cannot be.
  EXPECT_EQ(grid_cuts(rows_of({50, 10, 10}), 3), (Cuts{0.5, 1.5}));
}

TEST(GridCuts, HoldThoseOfTheClasses) {
  CellCounts cells{2, {0, 1, 2, 3}, {0, 1, 2, 3}, {30, 0, 30, 0, 0, 30, 0, 30}};
  EXPECT_EQ(mdl_cuts(cells), (Cuts{1.5}));
  EXPECT_EQ(grid_cuts(cells, 1), (Cuts{1.5}));
  EXPECT_EQ(grid_cuts(cells, 3), (Cuts{0.5, 1.5}));
}

}  // namespace
}  // namespace tally
