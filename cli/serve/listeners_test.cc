// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/listeners.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tally/error.h"

namespace tally::server {
namespace {

TEST(Listener, OnAPort) {
  const Listener one = Listener::on_port("127.0.0.1", 0);
  EXPECT_EQ(one.name().rfind("http://127.0.0.1:", 0), 0U) << one.name();
  EXPECT_TRUE(one.is_local());
  EXPECT_EQ(one.family(), AF_INET);
  const int port = std::atoi(one.name().substr(17).c_str());
  EXPECT_GT(port, 0);
  EXPECT_THROW(Listener::on_port("127.0.0.1", static_cast<std::uint16_t>(port)), Error);
  EXPECT_FALSE(Listener::on_port("0.0.0.0", 0).is_local());
  for (const char* none : {"localhost", "", "127.0.0.1:80", "256.0.0.1"}) {
    EXPECT_THROW(Listener::on_port(none, 0), Error) << none;
  }
}

TEST(Listener, OnAFile) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("tally-listener-" + std::to_string(::getpid()));
  {
    const Listener one = Listener::on_file(path);
    EXPECT_EQ(one.name(), "unix:" + path);
    EXPECT_TRUE(one.is_local());
    EXPECT_THROW(Listener::on_file(path), Error);  // which is alive
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  std::ofstream(path) << "x";
  EXPECT_THROW(Listener::on_file(path), Error);
  EXPECT_TRUE(std::filesystem::exists(path));
  std::filesystem::remove(path);
  EXPECT_THROW(Listener::on_file(std::string(200, 'x')), Error);
}

TEST(Listener, IsNotHandedOverToOthers) {
  ::setenv("LISTEN_PID", "1", 1);
  ::setenv("LISTEN_FDS", "1", 1);
  EXPECT_TRUE(Listener::handed_over().empty());
  ::unsetenv("LISTEN_PID");
  EXPECT_TRUE(Listener::handed_over().empty());
  ::unsetenv("LISTEN_FDS");
}

}  // namespace
}  // namespace tally::server
