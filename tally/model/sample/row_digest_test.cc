// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/row_digest.h"

#include <gtest/gtest.h>

#include <set>

#include "tally/base/sha256.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema two_texts(bool once = false) {
  TextOptions options;
  options.once = once;
  Schema schema;
  schema.columns = {text_feature("a", options), text_feature("b", options),
                    feature("n", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(schema);
}

std::string digest_of_cells(const std::string& a, const std::string& b, double n,
                            bool once = false) {
  TestTable table;
  table.terms("a", {a}).terms("b", {b}).numbers("n", {n}).texts("y", {"k"});
  return RowDigester(two_texts(once)).digest(table.batch(), 0);
}

TEST(RowDigest, IsTheHashOfThePartsWithTheirLengths) {
  const auto number = [](std::uint64_t n) {
    return std::string(1, static_cast<char>(n));  // small numbers are one byte
  };
  const std::string evidence = number(1) + "a" + "t" + number(2) + number(1) + "x" + number(2) +
                               number(2) + "yz" + number(1) +  //
                               number(1) + "b" + "m" + number(1) + "n" + "v" + number(3) + "2.5";
  Sha256 hash;
  hash.add(evidence);
  EXPECT_EQ(digest_of_cells("x yz x", "-", 2.5), hexadecimal(hash.digest()).substr(0, 32));
}

TEST(RowDigest, DoesNotDependOnOrderOrCodes) {
  TestTable one, two;
  one.terms("a", {"p q q", "z"}).terms("b", {"x", ""}).numbers("n", {1, 2}).texts("y", {"k", "k"});
  two.texts("y", {"l", "l"})
      .numbers("n", {7, 1})
      .terms("b", {"r", "x"})
      .terms("a", {"q z", "q p q"});
  RowDigester digester(two_texts());
  EXPECT_EQ(digester.digest(one.batch(), 0), digester.digest(two.batch(), 1));
}

TEST(RowDigest, DifferentEvidenceDiffers) {
  const std::set<std::string> digests{
      digest_of_cells("x", "", 1),  digest_of_cells("", "x", 1),
      digest_of_cells("x", "-", 1), digest_of_cells("x x", "", 1),
      digest_of_cells("x", "", 2),  digest_of_cells("x", "", TestTable::kMissing),
      digest_of_cells("xy", "", 1), digest_of_cells("x y", "", 1)};
  EXPECT_EQ(digests.size(), 8U);
  EXPECT_EQ(digest_of_cells("x x", "", 1, true), digest_of_cells("x", "", 1, true));
}

TEST(RowDigest, CountsRowsByClass) {
  TestTable table;
  table.terms("a", {"x", "x", "x", "x"})
      .terms("b", {"", "", "", ""})
      .numbers("n", {1, 1, 1, 1})
      .texts("y", {"k", "l", "k", ""});
  Digests digests;
  RowDigester(two_texts()).add(table.batch(), digests);
  const std::string digest = digest_of_cells("x", "", 1);
  EXPECT_EQ(digests, (Digests{{{digest, "k"}, 2}, {{digest, "l"}, 1}}));
  merge(digests, digests);
  EXPECT_EQ((digests[{digest, "k"}]), 4);
}

TEST(RowDigest, TheSampleHasTheEvidence) {
  TestTable table;
  table.terms("a", {"x q x", "x", "-"})
      .terms("b", {"", "p", ""})
      .numbers("n", {1, TestTable::kMissing, 2.5})
      .texts("y", {"k", "", "l"});
  RowSample sample;
  Digests digests;
  RowDigester(two_texts()).add(table.batch(), &digests, sample);
  RowSample expected;
  expected.add({digest_of_cells("x q x", "", 1),
                "k",
                1,
                {SampledColumn::with_times("a", {{"q", 1}, {"x", 2}}), SampledColumn("b", {}),
                 SampledColumn("n", {"1"})}});
  expected.add({digest_of_cells("-", "", 2.5),
                "l",
                1,
                {SampledColumn("b", {}), SampledColumn("n", {"2.5"})}});
  EXPECT_EQ(sample, expected);
  EXPECT_EQ(digests.size(), 2U);
  RowSample alone;
  RowDigester(two_texts()).add(table.batch(), nullptr, alone);
  EXPECT_EQ(alone, expected);
}

// How often a word occurs matters to the multinomial text of a table, not to one whose terms count once or
// that is another law's, and not to pairs of words.
TEST(RowDigest, TheSampleHasTimesWhereTheyAreHeard) {
  const auto terms_of = [](const TextOptions& options, const std::string& column) {
    Schema schema;
    schema.columns = {text_feature("a", options),
                      column_with_role("y", Role::kTarget, ValueType::kText)};
    TestTable table;
    table.terms("a", {"p q p p"}).terms("a.pair", {"p+q q+p p+p p+q"}).texts("y", {"k"});
    RowDigester digester(validated(schema));
    digester.digest(table.batch(), 0);
    for (const SampledColumn& sampled : digester.evidence()) {
      if (sampled.column == column) return sampled.terms;
    }
    return std::string("no such column");
  };
  TextOptions plain, once, boolean, pairs;
  once.once = true;
  boolean.model = TextModel::kBoolean;
  pairs.pairs = true;
  EXPECT_EQ(terms_of(plain, "a"), "p\\*3\nq");
  EXPECT_EQ(terms_of(once, "a"), "p\nq");
  EXPECT_EQ(terms_of(boolean, "a"), "p\nq");
  EXPECT_EQ(terms_of(pairs, "a"), "p\\*3\nq");
  EXPECT_EQ(terms_of(pairs, "a.pair"), "p+p\np+q\nq+p");
}

TEST(RowDigest, KnowsATimeFromANumber) {
  Schema schema = two_texts();
  schema.columns[2].type = ValueType::kTime;
  TestTable time, number;
  time.terms("a", {"x"}).terms("b", {"-"}).seconds("n", {2.5}, ValueType::kTime).texts("y", {"k"});
  number.terms("a", {"x"}).terms("b", {"-"}).numbers("n", {2.5}).texts("y", {"k"});
  EXPECT_NE(RowDigester(schema).digest(time.batch(), 0), digest_of_cells("x", "-", 2.5));
  EXPECT_THROW(RowDigester(schema).digest(number.batch(), 0), Error);
  EXPECT_THROW(RowDigester(two_texts()).digest(time.batch(), 0), Error);
}

}  // namespace
}  // namespace tally
