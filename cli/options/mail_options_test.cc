// SPDX-License-Identifier: Apache-2.0
#include "cli/options/mail_options.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tally/error.h"

namespace tally::cli {
namespace {

TEST(MailOptions, ClassesAndTheirPlaces) {
  const std::vector<MailInput> inputs = mail_by_class({"ham=a", "spam=b=c", "ham=-"});
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[0].klass + ":" + inputs[0].path, "ham:a");
  EXPECT_EQ(inputs[1].klass + ":" + inputs[1].path, "spam:b=c");
  EXPECT_EQ(inputs[2].klass + ":" + inputs[2].path, "ham:-");
}

TEST(MailOptions, ListOfNames) {
  const std::string list = ::testing::TempDir() + "mail_names";
  std::ofstream(list) << "one\ntwo words\n";
  const std::vector<MailInput> inputs = mail_inputs({"@" + list, "three"}, "spam");
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[1].path, "two words");
  EXPECT_EQ(inputs[1].klass, "spam");
  EXPECT_EQ(inputs[2].path, "three");
}

TEST(MailOptions, ClassWithoutAPlaceIsRefused) {
  for (const char* text : {"ham", "=x", "ham="}) EXPECT_THROW(mail_by_class({text}), Error) << text;
}

TEST(MailOptions, ClassesThatCannotStandInAHeaderAreRefused) {
  for (const char* klass : {"sp\nX-Evil: 1\n\nam", "a\rb", "a\tb", "unsure"}) {
    EXPECT_THROW(mail_inputs({"x"}, klass), Error) << klass;
    EXPECT_THROW(mail_by_class({std::string(klass) + "=x"}), Error) << klass;
  }
  EXPECT_EQ(mail_inputs({"x"}, "\xe5\x9e\x83\xe5\x9c\xbe").size(), 1u);
}

TEST(MailOptions, EveryZoneIsCapped) {
  const Schema schema = capped_mail_schema(MailPairs::kNo, 100);
  for (const ColumnSchema& column : schema.columns) {
    EXPECT_EQ(column.text.most_terms, column.role == Role::kFeature ? 100 : 0) << column.name;
  }
  EXPECT_EQ(capped_mail_schema(MailPairs::kYes, 0), mail_schema());
  EXPECT_THROW(capped_mail_schema(MailPairs::kYes, -1), Error);
}

TEST(MailOptions, ANameThatWasMistypedIsNoClass) {
  const std::vector<Label> both{Label::of("ham"), Label::of("spam")}, one{Label::of("spam")};
  EXPECT_NO_THROW(check_known_class(both, "spam"));
  EXPECT_THROW(check_known_class(both, "spma"), Error);
  EXPECT_THROW(check_known_class(both, "newsletter"), Error);
  EXPECT_THROW(check_known_class(one, "Spam"), Error);
  EXPECT_NO_THROW(check_known_class(one, "ham"));
  EXPECT_NO_THROW(check_known_class({}, "spma"));
}

}  // namespace
}  // namespace tally::cli
