// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/http.h"

#include <gtest/gtest.h>

namespace tally::server {
namespace {

std::string said(std::string_view target) {
  try {
    parse_target(target);
  } catch (const HttpError& error) {
    EXPECT_EQ(error.status(), 400);
    return error.what();
  }
  return "nothing";
}

TEST(Target, IsTakenApart) {
  const Target target =
      parse_target("/v1/models/my%20iris/predict?lambda=0.5&prior=a%3D1%2Cb+=2&x");
  EXPECT_EQ(target.segments, (std::vector<std::string>{"v1", "models", "my iris", "predict"}));
  EXPECT_EQ(target.query, (Pairs{{"lambda", "0.5"}, {"prior", "a=1,b =2"}, {"x", ""}}));
  EXPECT_TRUE(parse_target("/").segments.empty());
  EXPECT_EQ(parse_target("/?a=b").query, (Pairs{{"a", "b"}}));
  EXPECT_EQ(parse_target("/a//b").segments, (std::vector<std::string>{"a", "", "b"}));
}

TEST(Target, MayNameItsHost) {
  const Target target = parse_target("HTTP://evil.example:80/ready");
  EXPECT_EQ(target.authority, "evil.example:80");
  EXPECT_EQ(target.segments, std::vector<std::string>{"ready"});
  EXPECT_TRUE(parse_target("http://localhost").segments.empty());
}

TEST(Target, IsRefused) {
  EXPECT_NE(said("ready").find("begins with a slash"), std::string::npos);
  EXPECT_NE(said("*").find("begins with a slash"), std::string::npos);
  EXPECT_NE(said("").find("begins with a slash"), std::string::npos);
  EXPECT_NE(said("http:///x").find("names no host"), std::string::npos);
  EXPECT_NE(said("/a#b").find("fragment"), std::string::npos);
  for (const char* broken : {"/%", "/%4", "/%zz", "/?a=%4", "/a%2"}) {
    EXPECT_NE(said(broken).find("broken escape"), std::string::npos) << broken;
  }
  EXPECT_NE(said("/%00").find("control"), std::string::npos);
  EXPECT_NE(said("/a%0a").find("control"), std::string::npos);
  EXPECT_EQ(said("/?a=%0a"), "nothing");
  EXPECT_NE(said("/%ff").find("UTF-8"), std::string::npos);
  for (const char* climbing : {"/..", "/a/../b", "/%2e%2e/b", "/a%2fb", "/a%5cb", "/./a"}) {
    EXPECT_NE(said(climbing).find("climbs"), std::string::npos) << climbing;
  }
  std::string many = "/?";
  for (int i = 0; i < 65; ++i) many += "a=b&";
  EXPECT_NE(said(many).find("too many"), std::string::npos);
}

TEST(HttpRequest, HasTypesWithoutTheirParameters) {
  Request request;
  request.headers = {{"content-type", "Text/CSV ; charset=utf-8"},
                     {"accept", "text/html, message/rfc822;q=0.5"}};
  EXPECT_EQ(request.content_type(), "text/csv");
  EXPECT_TRUE(request.accepts("message/rfc822"));
  EXPECT_FALSE(request.accepts("application/json"));
  EXPECT_EQ(request.header("x"), std::nullopt);
}

}  // namespace
}  // namespace tally::server
