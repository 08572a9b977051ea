// SPDX-License-Identifier: Apache-2.0
#include "tally/base/plugin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace tally {
namespace {

namespace fs = std::filesystem;

// The folder of the C library, which every program has loaded.
std::string system_folder() {
  Dl_info info{};
  EXPECT_NE(dladdr(reinterpret_cast<const void*>(&::getpid), &info), 0);
  return fs::path(info.dli_fname).parent_path();
}

TEST(Plugin, IsFoundInTheFolderThatIsNamed) {
  std::string fault = "old";
  void* const library = open_plugin("libm.so.6", system_folder(), fault);
  ASSERT_NE(library, nullptr);
  EXPECT_EQ(fault, "");
  double (*root)(double) = nullptr;
  find_function(library, "sqrt", root);
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root(9), 3);
  find_function(library, "no_such_function", root);
  EXPECT_EQ(root, nullptr);
}

TEST(Plugin, IsNotLookedForWhereTheSystemLooks) {
  std::string fault = "old";
  EXPECT_EQ(open_plugin("libm.so.6", "", fault), nullptr);
  EXPECT_EQ(fault, "");
}

TEST(Plugin, FaultTellsWhatIsThereFromWhatIsNot) {
  std::string fault = "old";
  EXPECT_EQ(open_plugin("libno_such_library.so", "", fault), nullptr);
  EXPECT_EQ(fault, "");
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/libbroken.so") << "no library";
  EXPECT_EQ(open_plugin("libbroken.so", folder, fault), nullptr);
  EXPECT_NE(fault, "");
  fs::remove(folder + "/libbroken.so");
}

TEST(Plugin, StandsBesideTheProgramAndNowhereNear) {
  const fs::path home = fs::read_symlink("/proc/self/exe").parent_path();
  const std::string name = "libbroken_" + std::to_string(::getpid()) + ".so";
  const fs::path before = fs::current_path();
  const fs::path elsewhere = fs::path(testing::TempDir()) / "plugin_elsewhere";
  fs::create_directories(elsewhere);
  fs::current_path(elsewhere);
  std::string fault;
  for (const fs::path& folder : {home.parent_path(), fs::path(".")}) {
    std::ofstream(folder / name) << "no library";
    EXPECT_EQ(open_plugin(name, "", fault), nullptr);
    EXPECT_EQ(fault, "") << folder;
    fs::remove(folder / name);
  }
  std::ofstream(home / name) << "no library";
  EXPECT_EQ(open_plugin(name, "", fault), nullptr);
  EXPECT_NE(fault.find(home / name), std::string::npos);
  fs::remove(home / name);
  fs::current_path(before);
  fs::remove_all(elsewhere);
}

TEST(Plugin, OfAProgramInBinIsInTheFolderOfLibrariesToo) {
  using Folders = std::vector<std::string>;
  EXPECT_EQ(plugin_folders("/opt/tally/bin"),
            (Folders{"/opt/tally/bin", std::string("/opt/tally/") + TALLY_LIBDIR}));
  EXPECT_EQ(plugin_folders("/opt/tally"), Folders{"/opt/tally"});
  EXPECT_EQ(plugin_folders("/home/me/sbin"), Folders{"/home/me/sbin"});
  EXPECT_EQ(plugin_folders("/home/bin/me"), Folders{"/home/bin/me"});
  EXPECT_EQ(plugin_folders("/tmp"), Folders{"/tmp"});
}

}  // namespace
}  // namespace tally
