// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/parameters.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tally::server {
namespace {

std::string said(Ask ask, const Pairs& query) {
  try {
    parse_parameters(ask, query);
  } catch (const HttpError& error) {
    EXPECT_EQ(error.status(), 400);
    return error.what();
  }
  return "nothing";
}

TEST(Parameters, AreTheOptionsOfTheCommandLine) {
  const Parameters parameters = parse_parameters(
      Ask::kPredict,
      {{"lambda", "0.5"}, {"prior", "a=0.25,b=0.75"}, {"log_joint", ""}, {"risk", "false"}});
  const Question question = parameters.question.over(Question{});
  EXPECT_EQ(question.lambda, 0.5);
  EXPECT_EQ(question.prior, PriorKind::kGiven);
  EXPECT_EQ(question.given_prior.size(), 2U);
  EXPECT_TRUE(parameters.columns.log_joint);
  EXPECT_FALSE(parameters.columns.risk);
}

TEST(Parameters, AreRefusedInWordsWithoutDashes) {
  EXPECT_EQ(said(Ask::kPredict, {{"lamda", "1"}}),
            "there is no parameter 'lamda' (did you mean 'lambda'?)");
  EXPECT_EQ(said(Ask::kPredict, {{"lambda", "1"}, {"lambda", "2"}}),
            "the parameter 'lambda' is there twice");
  EXPECT_EQ(said(Ask::kPredict, {{"log-joint", "perhaps"}}),
            "log-joint 'perhaps': expected true or false");
  EXPECT_EQ(said(Ask::kPredict, {{"json", ""}}).find("there is no parameter 'json'"), 0U);
  EXPECT_EQ(said(Ask::kPredict, {{"help", ""}}).find("there is no parameter 'help'"), 0U);
  const std::string floor = said(Ask::kPredict, {{"variance-floor", "x"}});
  EXPECT_NE(floor.find("variance-floor"), std::string::npos) << floor;
  EXPECT_EQ(floor.find("--"), std::string::npos) << floor;
  EXPECT_EQ(said(Ask::kLearn, {{"lambda", "1"}}).find("there is no parameter"), 0U);
}

TEST(Parameters, AreSaidWithoutDashes) {
  EXPECT_EQ(in_parameters("--lambda 'x': a -- b (--prior) x--y ---"),
            "lambda 'x': a -- b (prior) x--y ---");
}

// Who asks may not choose what is opened.
TEST(Parameters, NameNoFiles) {
  const std::string path = std::filesystem::temp_directory_path() / "tally-parameters-test";
  std::ofstream(path) << "secret\n";
  const Question question =
      parse_parameters(Ask::kPredict, {{"stop-words", path}}).question.over(Question{});
  EXPECT_EQ(question.stop_words, std::vector<std::string>{path});
  std::filesystem::remove(path);

  Schema schema;
  schema.columns = {target_column("y")};
  schema.columns[0].values = {Label::of("a"), Label::of("b")};
  const Counts counts(validated(schema));
  const auto loss = [&](const std::string& text) {
    return parse_parameters(Ask::kPredict, {{"loss", text}}).decision.loss(counts);
  };
  for (const char* matrix : {",a,b;a,0,1;b,5,0", ",a,b\na,0,1\nb,5,0\n"}) {
    const Loss told = loss(matrix);
    EXPECT_EQ(told.cost(0, 1), 1);
    EXPECT_EQ(told.cost(1, 0), 5);
  }
  EXPECT_THROW(loss("/etc/passwd"), Error);
}

TEST(Parameters, AreDescribed) {
  const cli::CommandText text = describe(Ask::kScore);
  const auto has = [&](const std::string& name) {
    return std::any_of(text.options.begin(), text.options.end(),
                       [&](const auto& option) { return option.names.back() == name; });
  };
  EXPECT_TRUE(has("--lambda"));
  EXPECT_TRUE(has("--top"));
  EXPECT_FALSE(has("--json"));
}

}  // namespace
}  // namespace tally::server
