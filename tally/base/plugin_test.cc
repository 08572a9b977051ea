#include "tally/base/plugin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace tally {
namespace {

TEST(Plugin, IsFoundWhereTheSystemLooks) {
  std::string fault;
  void* const library = open_plugin("libm.so.6", "", fault);
  ASSERT_NE(library, nullptr);
  double (*root)(double) = nullptr;
  find_function(library, "sqrt", root);
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root(9), 3);
  find_function(library, "no_such_function", root);
  EXPECT_EQ(root, nullptr);
}

TEST(Plugin, FaultTellsWhatIsThereFromWhatIsNot) {
  std::string fault = "old";
  EXPECT_EQ(open_plugin("libno_such_library.so", "", fault), nullptr);
  EXPECT_EQ(fault, "");
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/libbroken.so") << "no library";
  EXPECT_EQ(open_plugin("libbroken.so", folder, fault), nullptr);
  EXPECT_NE(fault, "");
  std::filesystem::remove(folder + "/libbroken.so");
}

}  // namespace
}  // namespace tally
