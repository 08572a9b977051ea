// SPDX-License-Identifier: Apache-2.0
// What is read in place is checked as a whole model is.
#include "tally/model/model_in_place_testing.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

class InPlaceSoundness : public SmallModelInPlace {};

// As `load_model` refuses them, be they about the row at hand or not.
TEST_F(InPlaceSoundness, SumsThatNoRowsHaveAreRefused) {
  const std::vector<std::byte> sound = bytes_of(path_);
  const auto refused = [&](const std::string& change, const std::string& what) {
    SCOPED_TRACE(change);
    write_bytes(path_, sound);
    sql(path_, change);
    expect_error(
        ErrorKind::kData, "the model is not sound", [&] { load_model(path_); }, path_);
    const auto in_place = [&] {
      ModelInPlace model(path_);
      ask(model, "red", 1);
    };
    expect_error(ErrorKind::kData, "the model is not sound", in_place, path_);
    expect_error(ErrorKind::kData, what, in_place);
  };
  refused("UPDATE classes SET amount = -2 WHERE class = 'k'", "class 'k' has a negative count");
  refused("UPDATE classes SET exponent = 3136, amount = 9223372036854775807 WHERE class = 'k'",
          "class 'k' has a count beyond all bounds");
  refused("UPDATE classes SET amount = 3 WHERE class = 'k'", "do not add up");
  refused("UPDATE counts SET amount = -1 WHERE key = 'red' AND class = 'k'",
          "a negative count of 'red' in class 'k'");
  refused("UPDATE counts SET amount = -1 WHERE key = 'blue' AND class = 'k'",
          "a negative count of 'blue' in class 'k'");
  refused(
      "UPDATE counts SET amount = 3 WHERE key = 'red' AND class = 'k';"
      "UPDATE counts SET amount = -1 WHERE key = 'blue' AND class = 'k'",
      "a negative count of 'blue' in class 'k'");
  refused("UPDATE counts SET amount = 9 WHERE key = 'red' AND class = 'k'", "do not add up");
  refused("UPDATE counts SET amount = 0 WHERE key = 'blue'", "do not add up");
  refused("UPDATE counts SET amount = -4 WHERE key = 'a' AND exponent = 0 AND class = 'k'",
          "a negative count of 'a' in class 'k'");
  refused("DELETE FROM counts WHERE part = 'missing'", "do not add up");
  refused("UPDATE counts SET amount = 1 WHERE part = 'square' AND class = 'l'",
          "sums that no values have");
  refused("UPDATE counts SET amount = -1 WHERE part = 'weight' AND class = 'l'",
          "a negative number of values in class 'l'");
  refused("UPDATE counts SET part = 'repeat' WHERE key = 'blue'", "'repeat'");
  refused("UPDATE counts SET exponent = 7 WHERE key = 'blue'", "the exponent 7");
  refused("UPDATE counts SET class = 'm' WHERE key = 'blue'", "'m'");
}

// The outline alone says so, to those who ask nothing else.
TEST_F(InPlaceSoundness, AClassBelowZeroIsRefusedAtOnce) {
  sql(path_, "UPDATE classes SET amount = -2 WHERE class = 'k'");
  expect_error(
      ErrorKind::kData, "class 'k' has a negative count", [&] { ModelInPlace model(path_); },
      path_);
}

TEST_F(InPlaceSoundness, ValuesThatAreNotDeclaredAreRefused) {
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[0].values = {Label::of("blue"), Label::of("red")};
  TestTable table;
  table.texts("colour", {"red", "blue"}).texts("y", {"k", "l"});
  Counts counts(schema);
  counts.add(table.batch());
  save_model({counts, ""}, path_);
  sql(path_, "UPDATE counts SET key = 'green' WHERE key = 'blue'");
  ModelInPlace model(path_);
  expect_error(
      ErrorKind::kData, "'green', which is not declared", [&] { ask(model, "red", 0); }, path_);
}

// SQLite's own sum of these does not fit its integers.
TEST_F(InPlaceSoundness, SumsBeyond64BitsAreExact) {
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    column_with_role("w", Role::kWeight, ValueType::kNumber),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  TestTable table;
  table.texts("colour", {"red", "blue", "green", "red"})
      .numbers("w", {5e18, 5e18, 5e18, 1})
      .texts("y", {"k", "k", "k", "l"});
  Counts counts(schema);
  counts.add(table.batch());
  save_model({counts, ""}, path_);
  ModelInPlace model(path_);
  const Counts found = ask(model, "red", 0);
  const auto classes = found.classes();
  ExactSum expected;
  for (int i = 0; i < 3; ++i) expected.add(std::int64_t{5000000000000000000});
  EXPECT_EQ(values_of(*found.find("colour")).total(classes[0].code), expected);
  EXPECT_EQ(values_of(*found.find("colour")).possible_values(), 3);
  EXPECT_EQ(values_of(*found.find("colour")).total(classes[1].code), ExactSum(1));
}

TEST(InPlaceSoundnessOfText, SumsThatNoRowsHaveAreRefused) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  std::vector<Mail> mails = some_mails(1, 100);
  mails.push_back({"w1 w2 w2", "w0", "in", "ham"});
  const Model whole = fitted(mails);
  const TestTable row = table_of({{"w1 w2 w2 never", "w0", "in", ""}});
  const auto refused = [&](const std::string& change, const std::string& what, bool by_terms) {
    SCOPED_TRACE(change);
    std::filesystem::remove(path);
    save_model(whole, path);
    sql(path, change);
    expect_error(
        ErrorKind::kData, "the model is not sound", [&] { load_model(path); }, path);
    for (const OtherTerms others : {OtherTerms::kTotals, OtherTerms::kLeftOut}) {
      if (others == OtherTerms::kLeftOut && !by_terms) continue;
      expect_error(
          ErrorKind::kData, what, [&] { ModelInPlace(path).counts_for(row.batch(), others); },
          path);
    }
  };
  refused("UPDATE counts SET amount = -2 WHERE tally = 'body' AND key = 'w1' AND class = 'ham'",
          "a negative count of 'w1' in class 'ham'", true);
  refused(
      "UPDATE counts SET amount = 999 WHERE tally = 'body' AND key = 'w1' AND class = 'ham' "
      "AND part = 'value'",
      "more rows with 'w1' than it has rows in class 'ham'", true);
  refused("DELETE FROM counts WHERE tally = 'body' AND key = 'w2' AND part = 'value'",
          "repeats of 'w2' in no row", true);
  refused("UPDATE counts SET amount = -1 WHERE tally = 'body' AND part = 'missing'",
          "a negative number of missing values", true);
  refused("UPDATE counts SET amount = 999 WHERE tally = 'body' AND part = 'missing'",
          "more missing texts than the class has rows", true);
  refused(
      "UPDATE counts SET amount = amount + 1 WHERE tally = 'body' AND key = 'w1' AND "
      "part = 'repeat'",
      "a count of 'w1' that its histograms do not have", false);
  const auto unfit = [&](const std::string& change) {
    refused(change + " AND tally = 'body'", "do not fit together", false);
  };
  // Of the terms with the least count.
  const auto least = [](const std::string& set, const std::string& kind) {
    return "UPDATE histograms SET " + set + " WHERE " + kind +
           " AND count = (SELECT min(count) FROM histograms WHERE tally = 'body' AND " + kind + ")";
  };
  unfit(least("terms = terms + 1", "kind = 'all'"));
  for (const char* kind : {"tokens", "documents", "rest"}) {
    const std::string of_class = "kind = '" + std::string(kind) + "' AND class = 'ham'";
    unfit(least("terms = terms + 1", of_class));
    if (std::string(kind) != "rest") unfit(least("count = 0", of_class));
  }
  unfit("UPDATE histograms SET count = count + 100 WHERE kind = 'all'");
  refused("UPDATE histograms SET terms = 9007199254740993 WHERE kind = 'all'",
          "a number of terms that cannot be", false);
  refused("UPDATE histograms SET terms = 9007199254740992 WHERE kind = 'all'",
          "a number of terms that cannot be", false);  // one alone could be
}

// The histograms agree with each other, and with no rows.
TEST(InPlaceSoundnessOfText, HistogramsOfMoreRowsThanThereAreAreRefused) {
  const TemporaryFolder folder;
  save_model(fitted({{"x y", "s", "in", "ham"}, {"z", "t", "in", "spam"}}), folder / "m");
  sql(folder / "m",
      "UPDATE histograms SET terms = terms - 1 WHERE tally = 'body' AND count = 1 AND "
      "  (class = '' OR class = 'ham' AND kind <> 'rest' OR class = 'spam' AND kind = 'rest');"
      "INSERT INTO histograms VALUES ('body', 'all', '', 9, 1), ('body', 'tokens', 'ham', 9, 1),"
      "  ('body', 'documents', 'ham', 9, 1), ('body', 'rest', 'spam', 9, 1)");
  const TestTable row = table_of({{"x", "s", "in", ""}});
  expect_error(
      ErrorKind::kData, "the tally 'body' has a histogram of terms in more rows than it has",
      [&] { ModelInPlace(folder / "m").counts_for(row.batch()); }, folder / "m");
}

}  // namespace
}  // namespace tally
