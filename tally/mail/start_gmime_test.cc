#include "tally/mail/start_gmime.h"

#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace tally::mail {
namespace {

TEST(StartGmime, FromSeveralThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      start_gmime();
      EXPECT_NE(g_mime_charset_iconv_name("utf-8"), nullptr);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace tally::mail
