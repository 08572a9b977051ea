// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/mime_library.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace tally::mail {
namespace {

TEST(MimeLibrary, FromSeveralThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      const MimeLibrary& gmime = mime_library();
      EXPECT_EQ(std::string(gmime.iconv_name("utf-8")), "UTF-8");
      char* const decoded = gmime.header("=?utf-8?Q?a?=");
      EXPECT_EQ(std::string(decoded), "a");
      gmime.free(decoded);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace tally::mail
