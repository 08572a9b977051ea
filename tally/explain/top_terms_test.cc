// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/top_terms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/estimate/text_testing.h"
#include "tally/explain.h"

namespace tally {
namespace {

TEST(TopTerms, ThoseThatManyRowsOfTheClassHaveAndOthersDoNot) {
  const Counts counts = counted_messages();
  const std::vector<TellingTerm> found =
      top_terms(text_of(counts.tallies()[0]), counts.classes(), 0, 3);
  ASSERT_EQ(found.size(), 3U);
  // at, lunch, meeting and noon are in 2 of 3 rows of ham and in none of the other 3.
  EXPECT_EQ(text_of(counts.tallies()[0]).term_of(found[0].slot), "at");
  EXPECT_EQ(text_of(counts.tallies()[0]).term_of(found[2].slot), "meeting");
  EXPECT_NEAR(found[0].nats, 2 * std::log(3.0), 1e-15);
}

TEST(TopTerms, ShowTellsThemAndNotTheDictionary) {
  const std::string text = show_text(counted_messages(), {});
  EXPECT_NE(text.find("body (text), 9 terms"), std::string::npos) << text;
  EXPECT_NE(text.find("most telling of work: report (1), cash (1)"), std::string::npos) << text;
  EXPECT_NE(show_json(counted_messages(), {}).find("\"top_terms\""), std::string::npos);
}

TEST(Dictionary, IsSortedAndNumberedFromOne) {
  const Counts counts = counted_messages();
  const std::string csv = dictionary_csv(counts);
  EXPECT_EQ(csv.substr(0, csv.find("\nbody,3")),
            "feature,number,term,rows(ham),rows(spam),rows(work),tokens(ham),tokens(spam),"
            "tokens(work)\nbody,1,at,2,0,0,2,0,0\nbody,2,cash,0,2,1,0,2,1");
  EXPECT_NE(dictionary_text(counts).find("noon"), std::string::npos);
  EXPECT_NE(dictionary_json(counts).find("\"number\": 9"), std::string::npos);
}

TEST(Dictionary, NeedsAText) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  EXPECT_THROW(dictionary_text(Counts(validated(schema))), Error);
}

}  // namespace
}  // namespace tally
