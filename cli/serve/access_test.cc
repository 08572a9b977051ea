// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/access.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tally::server {
namespace {

Request with(Pairs headers) {
  Request request;
  request.headers = std::move(headers);
  return request;
}

int browser(const Request& request, const std::vector<std::string>& hosts = {}) {
  try {
    Access(hosts, {}).check_browser(request);
  } catch (const HttpError& error) {
    return error.status();
  }
  return 200;
}

TEST(Access, KnowsItsOwnNames) {
  for (const char* host :
       {"localhost", "LocalHost:8080", "127.0.0.1:8080", "[::1]", "[::1]:80", "192.168.1.7:8080"}) {
    EXPECT_EQ(browser(with({{"host", host}})), 200) << host;
  }
  for (const char* host :
       {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "localhost:80x",
        "[::1", "localhost:", "evil.example:8080", "127.1", "user@localhost", "[evil.example]"}) {
    EXPECT_EQ(browser(with({{"host", host}})), host == std::string("localhost:") ? 200 : 421)
        << host;
  }
  EXPECT_EQ(browser(with({{"host", "Tally.example:443"}}), {"tally.example"}), 200);
}

TEST(Access, WantsOneHost) {
  EXPECT_EQ(browser(with({})), 400);
  EXPECT_EQ(browser(with({{"host", "localhost"}, {"host", "localhost"}})), 400);
  Request old = with({});
  old.has_host = false;  // HTTP/1.0
  EXPECT_EQ(browser(old), 200);
  Request absolute = with({{"host", "localhost"}});
  absolute.target.authority = "evil.example";
  EXPECT_EQ(browser(absolute), 421);
}

TEST(Access, TakesAnyNameThroughASocketFile) {
  Request request = with({{"host", "backend"}});
  request.is_from_socket_file = true;
  EXPECT_EQ(browser(request), 200);
  request.headers.emplace_back("origin", "https://evil.example");
  EXPECT_EQ(browser(request), 403);
}

TEST(Access, RefusesPagesFromElsewhere) {
  const auto origin = [](const char* text) {
    return browser(with({{"host", "localhost:8080"}, {"origin", text}}));
  };
  EXPECT_EQ(origin("http://localhost:8080"), 200);
  EXPECT_EQ(origin("https://localhost:8080"), 200);
  for (const char* text :
       {"http://localhost:9090", "http://evil.example", "null", "", "localhost:8080",
        "http://localhost:8080.evil.example", "file://localhost:8080"}) {
    EXPECT_EQ(origin(text), 403) << text;
  }
  EXPECT_EQ(browser(with({{"host", "localhost"}, {"sec-fetch-site", "cross-site"}})), 403);
  EXPECT_EQ(browser(with({{"host", "localhost"}, {"sec-fetch-site", "same-origin"}})), 200);
}

TEST(Access, WantsATokenThatItKnows) {
  const Access access({}, {"0123456789abcdef", "another token of ours"});
  const auto token = [&](Pairs headers) {
    try {
      access.check_token(with(std::move(headers)));
    } catch (const HttpError& error) {
      return error.status();
    }
    return 200;
  };
  EXPECT_EQ(token({{"authorization", "Bearer 0123456789abcdef"}}), 200);
  EXPECT_EQ(token({{"authorization", "bearer another token of ours"}}), 200);
  for (const char* value : {"", "Bearer", "Bearer ", "0123456789abcdef", "Basic 0123456789abcdef",
                            "Bearer 0123456789abcdeF", "Bearer 0123456789abcdef0"}) {
    EXPECT_EQ(token({{"authorization", value}}), 401) << value;
  }
  EXPECT_EQ(token({}), 401);
  EXPECT_EQ(token({{"authorization", "Bearer 0123456789abcdef"}, {"authorization", "x"}}), 401);
  EXPECT_NO_THROW(Access({}, {}).check_token(with({})));
}

TEST(Access, ReadsTokens) {
  const std::string path = std::filesystem::temp_directory_path() / "tally-access-test";
  const auto tokens = [&](const char* text) {
    std::ofstream(path) << text;
    return read_tokens(path);
  };
  EXPECT_EQ(tokens("0123456789abcdef\r\n\nfedcba9876543210"),
            (std::vector<std::string>{"0123456789abcdef", "fedcba9876543210"}));
  EXPECT_THROW(tokens("\n\n"), Error);
  EXPECT_THROW(tokens("short\n"), Error);
  std::filesystem::remove(path);
  EXPECT_THROW(read_tokens(path), Error);
}

}  // namespace
}  // namespace tally::server
