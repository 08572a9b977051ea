// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tally/model/model_image.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

std::vector<Mail> joined(std::vector<Mail> mails, const std::vector<Mail>& others) {
  mails.insert(mails.end(), others.begin(), others.end());
  return mails;
}

std::vector<std::byte> bytes_of_counts(const Counts& counts) { return to_bytes({counts, ""}); }

// Each piece has terms, and the second a class, that the other has not; and they meet them in
// another order.
TEST(CountsMerge, PiecesAreTheWholeInAnyOrder) {
  std::vector<Mail> mails = some_mails(1, 150), others = some_mails(2, 170);
  for (Mail& mail : others) mail.body += " z" + mail.subject;
  for (std::size_t i = 0; i < others.size(); i += 5) others[i].klass = "lists";
  const Counts first = fitted(mails).counts, second = fitted(others).counts;
  Counts forward = first, backward = second;
  forward.merge(second, 2);
  backward.merge(first);
  const std::vector<std::byte> whole = bytes_of_counts(fitted(joined(mails, others)).counts);
  EXPECT_EQ(bytes_of_counts(forward), whole);
  EXPECT_EQ(bytes_of_counts(backward), whole);
  forward.subtract(second);
  backward.subtract(first);
  EXPECT_EQ(bytes_of_counts(forward), bytes_of_counts(first));
  EXPECT_EQ(bytes_of_counts(backward), bytes_of_counts(second));
}

// Large enough for several threads, and known beforehand: term i is in i % 7 rows of every class.
TEST(CountsMerge, OfManyTermsIsTheSameForAnyNumberOfThreads) {
  constexpr int kTerms = 140000;
  const Schema schema = fitted(some_mails(5, 10)).counts.schema();
  const auto with_terms = [&](int first, int step) {
    Counts counts(schema);
    for (const char* klass : {"ham", "spam"}) {
      counts.add_row({"", Part::kWeight, "", klass, 0, 12 / step});
      for (const Tally& tally : counts.tallies()) {
        if (as_text(tally) == nullptr) {
          counts.add_row({tally.name(), Part::kMissing, "", klass, 0, 12 / step});
        }
      }
    }
    for (int i = first; i < kTerms; i += step) {
      for (const char* klass : {"ham", "spam"}) {
        if (i % 7 == 0) continue;
        counts.add_row({"body", Part::kValue, "t" + std::to_string(i), klass, 0, i % 7});
        if (i % 70 == 1)
          counts.add_row({"body", Part::kRepeat, "t" + std::to_string(i), klass, 0, 2});
      }
    }
    return counts;
  };
  const Counts even = with_terms(0, 2), odd = with_terms(1, 2);
  const std::vector<std::byte> whole = bytes_of_counts(with_terms(0, 1));
  for (const int threads : {1, 2}) {
    Counts sum = even;
    sum.merge(odd, threads);
    EXPECT_TRUE(bytes_of_counts(sum) == whole) << threads;
  }
}

TEST(CountsMerge, WithItselfDoubles) {
  const std::vector<Mail> mails = some_mails(3, 90);
  Counts counts = fitted(mails).counts;
  counts.merge(counts);
  EXPECT_EQ(bytes_of_counts(counts), bytes_of_counts(fitted(joined(mails, mails)).counts));
  counts.subtract(fitted(mails).counts);
  EXPECT_EQ(bytes_of_counts(counts), bytes_of_counts(fitted(mails).counts));
}

TEST(CountsMerge, WithNothingChangesNothing) {
  const Counts counts = fitted(some_mails(4, 60)).counts;
  Counts more = counts, nothing{counts.schema()};
  more.merge(nothing);
  EXPECT_EQ(bytes_of_counts(more), bytes_of_counts(counts));
  nothing.merge(counts);
  EXPECT_EQ(bytes_of_counts(nothing), bytes_of_counts(counts));
}

}  // namespace
}  // namespace tally
