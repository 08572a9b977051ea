// SPDX-License-Identifier: Apache-2.0
#include "tally/base/cpu.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

namespace tally {
namespace {

class LimitedTo {
 public:
  explicit LimitedTo(const char* level) {
    if (const char* const before = std::getenv("TALLY_SIMD")) before_ = before;
    ::setenv("TALLY_SIMD", level, 1);
  }
  ~LimitedTo() {
    if (before_.empty()) {
      ::unsetenv("TALLY_SIMD");
    } else {
      ::setenv("TALLY_SIMD", before_.c_str(), 1);
    }
  }

 private:
  std::string before_;
};

TEST(Cpu, CanBeHeldToLess) {
  {
    const LimitedTo level("baseline");
    EXPECT_FALSE(runs_avx2() || runs_avx3() || runs_avx3_dl());
  }
  {
    const LimitedTo level("avx2");
    EXPECT_FALSE(runs_avx3() || runs_avx3_dl());
  }
  const LimitedTo level("avx3");
  EXPECT_FALSE(runs_avx3_dl());
}

// The kernel's list, which shares no code with the compiler's.
TEST(Cpu, AgreesWithTheKernelsList) {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string word; file >> word && word != "bugs";) flags.insert(word);
  if (flags.count("flags") == 0) GTEST_SKIP() << "there is no list of flags here";
  const auto has_all = [&](const std::set<std::string>& wanted) {
    for (const std::string& flag : wanted) {
      if (flags.count(flag) == 0) return false;
    }
    return true;
  };
  const LimitedTo everything("");
  const bool avx2 = has_all({"avx2", "fma", "bmi1", "bmi2", "aes", "pclmulqdq"});
  EXPECT_EQ(runs_avx2(), avx2);
  const bool avx3 = avx2 && has_all({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  EXPECT_EQ(runs_avx3(), avx3);
  EXPECT_EQ(runs_avx3_dl(), avx3 && has_all({"avx512vbmi", "avx512_vbmi2", "avx512_bitalg",
                                             "avx512_vpopcntdq", "vpclmulqdq"}));
}

}  // namespace
}  // namespace tally
