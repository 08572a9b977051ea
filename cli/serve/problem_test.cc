// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/problem.h"

#include <gtest/gtest.h>

#include <new>
#include <nlohmann/json.hpp>

namespace tally::server {
namespace {

TEST(Problem, HasASentenceAPlaceAndARemedy) {
  const Error error(ErrorKind::kData,
                    Remark{"expected a number, found 'x'", {Remedy::ignore("age")}},
                    {"/proc/self/fd/17", 12, 3, "age"});
  const Response response = problem(error);
  EXPECT_EQ(response.status, 422);
  const auto json = nlohmann::json::parse(response.body).at("error");
  EXPECT_EQ(json.at("message"), "expected a number, found 'x'");
  EXPECT_EQ(json.at("place"),
            (nlohmann::json{{"file", "the body"}, {"line", 12}, {"row", 3}, {"column", "age"}}));
  EXPECT_EQ(json.at("remedy").size(), 1U);
}

TEST(Problem, SaysNothingOfTheHouse) {
  const Response response =
      problem(Error(ErrorKind::kTryAgain, "locked", {"/srv/secret/iris.tally", -1, -1, ""}));
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.body.find("secret"), std::string::npos);
  const Response defect = problem(std::runtime_error("at /home/me"));
  EXPECT_EQ(defect.status, 500);
  EXPECT_EQ(defect.body.find("home"), std::string::npos);
  EXPECT_EQ(problem(std::bad_alloc()).status, 503);
}

TEST(Problem, HasItsStatus) {
  EXPECT_EQ(problem(HttpError(413, "too much")).status, 413);
  EXPECT_EQ(problem(Error(ErrorKind::kUsage, "--lambda 'x'")).status, 400);
  EXPECT_NE(problem(Error(ErrorKind::kUsage, "--lambda 'x'")).body.find("\"lambda 'x'\""),
            std::string::npos);
  EXPECT_EQ(problem(401, "who?").headers, (Pairs{{"WWW-Authenticate", "Bearer"}}));
}

TEST(Problem, MayBePlain) {
  const Response response = plain_problem(problem(404, "there is no model 'x'"));
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body, "{\"error\":\"there is no model 'x'\"}\n");
}

TEST(Problem, IsJsonWhateverTheTextIs) {
  const Response response = problem(HttpError(400, "\xff\"\n"));
  EXPECT_TRUE(nlohmann::json::accept(response.body));
}

}  // namespace
}  // namespace tally::server
