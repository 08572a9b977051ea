// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_rows.h"

#include "tally/model/model_tables.h"
#include "tally/model/stored_mail.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

// One categorical and one gaussian feature of four rows, as another program would write it.
constexpr const char* kByHand = R"(
  INSERT INTO columns VALUES
    ('colour', 'feature', 'text', 'categorical', ''),
    ('size', 'feature', 'number', 'gaussian', ''),
    ('y', 'target', 'text', '', '');
  INSERT INTO classes VALUES ('a', 0, 3), ('b', 0, 1);
  INSERT INTO counts VALUES
    ('colour', 'red', 'value', 'a', 0, 2), ('colour', '', 'missing', 'a', 0, 1),
    ('colour', 'blue', 'value', 'b', 0, 1),
    ('size', '', 'weight', 'a', 0, 3), ('size', '', 'sum', 'a', 0, 6), ('size', '', 'square', 'a', 0, 14),
    ('size', '', 'weight', 'b', 0, 1), ('size', '', 'sum', 'b', -32, -2147483648),
    ('size', '', 'square', 'b', -32, 1073741824))";

Database by_hand(const std::string& change = "") {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
  create_tables(db, "main");
  db.run(kByHand);
  if (!change.empty()) db.run(change);
  return db;
}

TEST(ModelRows, ReadsWhatAnotherProgramWrote) {
  Database db = by_hand();
  const Model model = read_model(db);
  ASSERT_EQ(model.counts.classes().size(), 2U);
  const std::int32_t a = model.counts.classes()[0].code, b = model.counts.classes()[1].code;
  EXPECT_EQ(model.counts.classes()[0].weight.to_double(), 3);
  const ValueTally& colour = values_of(*model.counts.find("colour"));
  EXPECT_EQ(colour.at(a, colour.find_slot(Label::of("red"))).to_double(), 2);
  EXPECT_EQ(model.counts.find("size")->at(a, Part::kSquare).to_double(), 14);
  EXPECT_EQ(model.counts.find("size")->at(b, Part::kSum).to_double(), -0.5);
  EXPECT_EQ(model.counts.find("size")->at(b, Part::kSquare).to_double(), 0.25);
  EXPECT_EQ(model.default_question, "");
}

TEST(ModelRows, DigitsNeedNotBeCanonical) {
  // 3 = 2^32 · 2^-32 + 2; a zero says nothing.
  Database db = by_hand(
      "UPDATE classes SET amount = 2 WHERE class = 'a';"
      "INSERT INTO classes VALUES ('a', -32, 4294967296), ('b', 64, 0), ('c', 0, 0)");
  Database plain = by_hand();
  const Model model = read_model(db);
  EXPECT_TRUE(same(model, read_model(plain)));
  EXPECT_EQ(to_bytes(model), to_bytes(read_model(plain)));
  EXPECT_EQ(model.counts.classes().size(), 2U);
}

// A filter writes the class into a header; `unsure` is its own word.
TEST(ModelRows, RefusesAClassThatMailCannotHave) {
  Schema schema = mail_like();
  for (const std::size_t zone : {0U, 1U}) {
    schema.columns[zone].text.tokens = TokenKind::kGiven;
    schema.columns[zone].text.given = mail_terms(schema.columns[zone].name);
  }
  const Model model = fitted(some_mails(5, 40), validated(schema));
  ASSERT_TRUE(model.counts.schema().has_given_terms());
  const std::string first = model.counts.classes()[0].label.to_string();
  for (const std::string name : {"'unsure'", "'ham' || char(10) || 'X-Spam: no'", "char(27)",
                                 "'a' || char(8238)", "'other'"}) {
    Database db = Database::in_memory();
    db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
    create_tables(db, "main");
    insert_model(db, "main", model);
    db.run("UPDATE classes SET class = " + name + " WHERE class = '" + first + "'");
    if (name == "'other'") {
      EXPECT_EQ(read_outline(db).counts.classes().size(), model.counts.classes().size());
    } else {
      expect_error(ErrorKind::kData, "it has the class", [&] { read_outline(db); });
    }
  }
  // Of a table, any text is a class.
  Database table = by_hand("UPDATE classes SET class = 'unsure' WHERE class = 'b'");
  EXPECT_EQ(read_outline(table).counts.classes()[1].label.to_string(), "unsure");
}

TEST(ModelRows, WritesOneRowPerDigit) {
  Database db = Database::in_memory();
  create_tables(db, "main");
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kNumber)};
  Counts counts(schema);
  TestTable table;
  table.numbers("x", {0.5, -6}).numbers("y", {1, 1});
  counts.add(table.batch());
  insert_model(db, "main", {counts, "{}"});
  EXPECT_EQ(db.text("SELECT class || ' ' || exponent || ' ' || amount FROM classes"), "1 0 2");
  // −5.5 = −5 · 2^0 − 2^31 · 2^-32, 36.25 = 36 · 2^0 + 2^30 · 2^-32
  EXPECT_EQ(
      db.text("SELECT group_concat(part || ' ' || exponent || ' ' || amount, ', ') FROM counts"),
      "square -32 1073741824, square 0 36, sum -32 -2147483648, sum 0 -5, weight 0 2");
  EXPECT_EQ(db.text("SELECT value FROM meta WHERE key = 'question'"), "{}");
}

TEST(ModelRows, SchemaRoundTrips) {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
  create_tables(db, "main");
  const Model model = some_model(4);
  insert_model(db, "main", model);
  EXPECT_EQ(db.text("SELECT option FROM columns WHERE name = 'above'"), "0.5");
  EXPECT_EQ(db.text("SELECT option FROM columns WHERE name = 'bit'"), "none");
  EXPECT_EQ(db.text("SELECT option FROM columns WHERE name = 'tag_a'"), "tags");
  EXPECT_EQ(db.text("SELECT option FROM columns WHERE name = 'word_a'"), "multinomial");
  EXPECT_EQ(db.text("SELECT option FROM columns WHERE name = 'faults'"), "hours");
  EXPECT_EQ(db.text("SELECT group_concat(value) FROM declared"), "1,10,2,2.5");
  EXPECT_EQ(db.text("SELECT group_concat(mark) FROM missing"), "?,n/a");
  EXPECT_EQ(read_model(db).counts.schema(), model.counts.schema());
}

TEST(ModelRows, ThresholdsOfBothZerosAreOne) {
  std::vector<std::vector<std::byte>> images;
  for (const double zero : {0.0, -0.0}) {
    Schema schema;
    schema.columns = {feature("x", Family::kBernoulli),
                      column_with_role("y", Role::kTarget, ValueType::kText)};
    schema.columns[0].binarize = zero;
    images.push_back(to_bytes({Counts(schema), ""}));
    EXPECT_EQ(from_bytes(images.back()).counts.schema(), Counts(schema).schema());
  }
  EXPECT_EQ(images[0], images[1]);
}

TEST(ModelRows, TextsRoundTripWithAllThatBelongsToThem) {
  Schema schema = mail_like();
  schema.columns[0].text.longest_gram = 2;
  schema.columns[0].text.most_terms = 9;
  Model model = fitted(some_mails(5, 40), validated(schema));
  model.unicode = {"ICU 70.1", "ICU 72.1"};
  model.rule = {{"", "messages", 40}, {"spam", "bias", -0.1}, {"spam", "text", 1.5}};
  ASSERT_GT(model.counts.dropped(), 0);
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
  create_tables(db, "main");
  insert_model(db, "main", model);
  EXPECT_EQ(db.text("SELECT option FROM columns WHERE name = 'body'"),
            to_string(model.counts.schema().find("body")->text));
  EXPECT_EQ(db.text("SELECT group_concat(version) FROM unicode"), "ICU 70.1,ICU 72.1");
  EXPECT_EQ(db.text("SELECT value FROM meta WHERE key = 'dropped'"),
            std::to_string(model.counts.dropped()));
  EXPECT_EQ(db.integer("SELECT sum(times) FROM digests"), 40);
  EXPECT_EQ(db.integer("SELECT count(*) FROM counts WHERE tally = 'subject' AND part = 'repeat'"),
            0);
  const Model read = read_model(db);
  EXPECT_TRUE(same(read, model));
  EXPECT_EQ(read.digests, model.digests);
  EXPECT_EQ(read.unicode, model.unicode);
  EXPECT_EQ(read.rule, model.rule);
  EXPECT_EQ(db.text("SELECT value FROM rule WHERE class = 'spam' AND part = 'bias'"), "-0.1");
  EXPECT_EQ(read_outline(db).rule, model.rule);
  EXPECT_EQ(read.counts.dropped(), model.counts.dropped());
}

struct Hostile {
  const char* change;
  const char* says;
};

TEST(ModelRows, RefusesWhatCannotBe) {
  const Hostile cases[] = {
      {"UPDATE classes SET amount = 4 WHERE class = 'a'", "do not add up"},
      {"UPDATE counts SET amount = 1 WHERE key = 'red'", "do not add up"},
      {"UPDATE counts SET amount = -2 WHERE key = 'red'", "negative"},
      {"UPDATE counts SET amount = 11 WHERE part = 'square' AND class = 'a'",
       "sums that no values"},
      {"DELETE FROM classes WHERE class = 'b'", "add up"},
      {"DELETE FROM classes", "add up"},
      {"UPDATE classes SET amount = -9223372036854775808", "negative"},
      {"UPDATE classes SET amount = 9223372036854775807", "add up"},
      {"INSERT INTO classes VALUES ('a', 3136, 9223372036854775807)", "beyond all bounds"},
      {"INSERT INTO classes VALUES ('a', 3136, -9223372036854775808)", "negative"},
      {"INSERT INTO classes VALUES ('a', 3168, 1)", "exponent"},
      {"INSERT INTO classes VALUES ('a', 31, 1)", "exponent"},
      {"INSERT INTO classes VALUES ('a', -3264, 1)", "exponent"},
      {"INSERT INTO classes VALUES ('a', 4294967296, 1)", "exponent 4294967296"},
      {"INSERT INTO counts VALUES ('', '', 'weight', 'a', 0, 1)", "the tally '' of no feature"},
      {"INSERT INTO counts VALUES ('y', '', 'weight', 'a', 0, 1)", "the tally 'y' of no feature"},
      {"INSERT INTO counts VALUES ('size', 'x', 'sum', 'a', 0, 1)", "cannot have"},
      {"INSERT INTO counts VALUES ('size', '', 'exposure', 'a', 0, 1)", "cannot have"},
      {"INSERT INTO counts VALUES ('size', '', 'cube', 'a', 0, 1)", "the part 'cube'"},
      {"INSERT INTO counts VALUES ('size', '1', 'value', 'a', 0, 1)", "cannot have"},
      {"UPDATE columns SET role = 'king' WHERE name = 'y'", "the role 'king'"},
      {"UPDATE columns SET type = 'date' WHERE name = 'y'", "the type 'date'"},
      {"UPDATE columns SET family = 'cauchy' WHERE name = 'size'", "the family 'cauchy'"},
      {"UPDATE columns SET family = '' WHERE name = 'size'", "the family ''"},
      {"UPDATE columns SET family = 'gaussian' WHERE name = 'y'",
       "the family 'gaussian' of the target"},
      {"UPDATE columns SET option = 'x' WHERE name = 'y'", "the option 'x'"},
      {"UPDATE columns SET option = 'x' WHERE name = 'size'", "the option 'x'"},
      {"UPDATE columns SET family = 'multinomial' WHERE name = 'size'", "the option ''"},
      {"UPDATE columns SET family = 'poisson', option = 'colour' WHERE name = 'size'", "exposure"},
      {"UPDATE columns SET family = 'bernoulli', option = '0.50' WHERE name = 'size'",
       "the option"},
      {"UPDATE columns SET family = 'bernoulli', option = 'nan' WHERE name = 'size'", "the option"},
      {"UPDATE columns SET family = 'bernoulli', option = 'inf' WHERE name = 'size'", "the option"},
      {"UPDATE columns SET family = 'bernoulli', option = '' WHERE name = 'size'", "the option"},
      {"UPDATE columns SET family = 'gaussian' WHERE name = 'colour'", "cannot be gaussian"},
      {"UPDATE columns SET role = 'feature', family = 'categorical' WHERE name = 'y'", "target"},
      {"UPDATE columns SET type = 'number' WHERE name = 'colour'", "the label"},
      {"INSERT INTO columns VALUES ('', 'feature', 'text', 'categorical', '')", "no name"},
      {"INSERT INTO declared VALUES ('nobody', 'x')", "the column 'nobody'"},
      {"INSERT INTO declared VALUES ('size', '1')", "values can be declared for"},
      {"INSERT INTO declared VALUES ('colour', 'green')", "cannot have"},
      {"INSERT INTO declared VALUES ('y', 'c')", "cannot have"},
      {"INSERT INTO meta VALUES ('more', '')", "the key 'more'"},
      {"INSERT INTO meta VALUES ('dropped', '1')", "the key 'dropped'"},
      {"INSERT INTO meta VALUES ('order', 'nobody')", "the key 'order'"},
      {"INSERT INTO meta VALUES ('parameters', '')", "the key 'parameters'"},
      {"INSERT INTO digests VALUES ('0123', 'a', 1)", "the digest '0123'"},
      {"INSERT INTO digests VALUES ('0123456789abcdef0123456789abcdef', 'a', 0)", "less than once"},
      {"INSERT INTO digests VALUES ('0123456789abcdef0123456789abcdef', 'a', 9007199254740993)",
       "too often"},
      {"INSERT INTO unicode VALUES ('ICU 72.1')", "versions of Unicode"},
      {"INSERT INTO rule VALUES ('', 'bias', 'nan')", "the weight 'nan'"},
      {"INSERT INTO rule VALUES ('', 'bias', '1.0')", "the weight '1.0'"},
      {"INSERT INTO rule VALUES ('', 'bias', 'inf')", "the weight 'inf'"},
      {"INSERT INTO histograms VALUES ('colour', 'all', '', 1, 1)", "do not fit"},
      {"UPDATE columns SET family = 'text', option = 'tokens=none' WHERE name = 'colour'",
       "the option 'tokens=none'"},
      {"UPDATE columns SET family = 'text' WHERE name = 'colour'", "the option ''"},
      {"UPDATE columns SET family = 'text', option = 'tokens=word' WHERE name = 'colour'",
       "do not fit"},
      {"UPDATE counts SET class = 1.5 WHERE part = 'sum'", "sums that no values have"},
      {"UPDATE counts SET class = x'61' WHERE part = 'sum'", "not text"},
      {"UPDATE counts SET amount = 0.5 WHERE part = 'sum'", "not an integer"},
      {"UPDATE counts SET amount = 1e300 WHERE part = 'sum'", "not an integer"},
  };
  for (const Hostile& hostile : cases) {
    Database db = by_hand(hostile.change);
    SCOPED_TRACE(hostile.change);
    expect_error(
        ErrorKind::kData, hostile.says, [&] { read_model(db); }, "the model is not sound: ");
  }
}

TEST(ModelRows, LabelsHaveOneForm) {
  const std::string numbers =
      "UPDATE columns SET type = 'number' WHERE name IN ('colour', 'y');"
      "UPDATE classes SET class = unicode(class); UPDATE counts SET class = unicode(class);"
      "UPDATE counts SET key = 7 WHERE key = 'red'; UPDATE counts SET key = 0.25 WHERE key = "
      "'blue';";
  Database sound = by_hand(numbers);
  EXPECT_NO_THROW(read_model(sound));
  for (const char* label : {"07", "7.0", "+7", " 7", "7e0", "nan", "inf", "", "1e999", "seven"}) {
    Database db = by_hand(numbers + "UPDATE counts SET key = '" + label + "' WHERE key = '7'");
    expect_error(ErrorKind::kData, "the label", [&] { read_model(db); });
  }
  Database booleans = by_hand(
      "UPDATE columns SET type = 'boolean', family = 'bernoulli' WHERE name = 'colour';"
      "UPDATE counts SET key = 'TRUE' WHERE key = 'red'; UPDATE counts SET key = 'false' WHERE key "
      "= 'blue'");
  expect_error(ErrorKind::kData, "the label 'TRUE'", [&] { read_model(booleans); });
}

}  // namespace
}  // namespace tally
