// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_terms.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/base/error.h"
#include "tally/count/text/text_tally_testing.h"
#include "tally/model/sqlite/sqlite_cell.h"

namespace tally {
namespace {

const std::vector<std::string> kClasses{"news", "ham", "spam"};  // by code, not in their order

// Many pieces of terms, most of which are not in every class.
TextTally some_tally(unsigned seed, int terms) {
  std::mt19937 random(seed);
  TextTally tally = text_tally();
  for (int i = 0; i < terms; ++i) {
    const std::string term = std::string(1 + random() % 20, 'a') + std::to_string(random() % 5000);
    const auto klass = static_cast<std::int32_t>(random() % 3);
    put(tally, klass, term, 1 + random() % 400, random() % 2 == 0 ? 0 : random() % 70'000);
  }
  return tally;
}

// Row by row, without a tile.
std::string expected_cells(const TextTally& tally) {
  std::string cells;
  for (const std::int32_t slot : tally.term_slots()) {
    for (const Part part : {Part::kRepeat, Part::kValue}) {
      for (const std::int32_t code : {1, 0, 2}) {
        const ExactSum& sum =
            part == Part::kValue ? tally.at(code, slot) : tally.repeats(code, slot);
        sum.for_each_limb([&](const ExactSum::Limb& limb) {
          append_cell(
              cells,
              {"x", tally.term_of(slot), to_string(part), kClasses[static_cast<std::size_t>(code)]},
              {limb.exponent, limb.amount});
        });
      }
    }
  }
  return cells;
}

std::string put_all(ModelTerms& terms, int threads) {
  std::string cells;
  terms.put(threads, [&](std::string_view some) { cells += some; });
  return cells;
}

TEST(ModelTerms, AreTheRowsAndTheHistogramsForAnyNumberOfThreads) {
  for (const int size : {0, 1, 300, 4000}) {
    const TextTally tally = some_tally(static_cast<unsigned>(size), size);
    for (const int threads : {1, 2, 3}) {
      ModelTerms terms(tally, kClasses);
      EXPECT_EQ(put_all(terms, threads), expected_cells(tally));
      EXPECT_EQ(terms.take_histograms(), tally.histograms(kClasses.size()));
    }
  }
}

TEST(ModelTerms, OfSumsThatAreNotWholeHaveNoHistograms) {
  TextTally tally = some_tally(1, 600);
  tally.cell(2, tally.slot_of_term("half")).add(0.5);
  for (const int threads : {1, 2}) {
    ModelTerms terms(tally, kClasses);
    EXPECT_EQ(put_all(terms, threads), expected_cells(tally));
    EXPECT_FALSE(terms.take_histograms());
  }
}

TEST(ModelTerms, OfCountsThatNoDoubleHoldsHaveNoHistograms) {
  TextTally tally = some_tally(2, 10);
  put(tally, 0, "many", std::int64_t{1} << 53);
  ModelTerms terms(tally, kClasses);
  put_all(terms, 1);
  EXPECT_TRUE(terms.take_histograms());
  put(tally, 1, "many", 1);
  EXPECT_EQ(put_all(terms, 1), expected_cells(tally));
  EXPECT_FALSE(terms.take_histograms());
}

TEST(ModelTerms, ATermThatIsNotUtf8IsRefused) {
  TextTally tally = some_tally(3, 1000);
  put(tally, 0, "caf\xE9", 1);
  ModelTerms terms(tally, kClasses);
  EXPECT_THROW(put_all(terms, 2), Error);
}

}  // namespace
}  // namespace tally
