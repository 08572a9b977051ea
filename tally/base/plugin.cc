// SPDX-License-Identifier: Apache-2.0
#include "tally/base/plugin.h"

#include <link.h>

#include <filesystem>

namespace tally {

namespace {

namespace fs = std::filesystem;

// The folders of this library and of the program. Of the program the loader knows no more than the
// name that it was called by, which anybody may choose, so the kernel is asked.
std::vector<fs::path> homes() {
  std::vector<fs::path> out;
  Dl_info info{};
  link_map* map = nullptr;
  std::error_code error;
  const bool is_known = dladdr1(reinterpret_cast<const void*>(&open_plugin), &info,
                                reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
  if (is_known && map != nullptr && map->l_name != nullptr && map->l_name[0] == '/') {
    const fs::path library = fs::canonical(map->l_name, error);
    if (!error) out.push_back(library.parent_path());
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) out.push_back(program.parent_path());
  return out;
}

}  // namespace

std::vector<std::string> plugin_folders(const std::string& home) {
  std::vector<std::string> out{home};
  const fs::path folder(home);
  if (folder.filename() == "bin") out.push_back(folder.parent_path() / TALLY_LIBDIR);
  return out;
}

void* open_plugin(const std::string& name, const std::string& first, std::string& fault) {
  std::vector<std::string> folders;
  if (!first.empty()) folders.push_back(first);
  for (const fs::path& home : homes()) {
    for (const std::string& folder : plugin_folders(home)) folders.push_back(folder);
  }
  fault.clear();
  for (const std::string& folder : folders) {
    const fs::path candidate = fs::path(folder) / name;
    std::error_code error;
    if (!fs::exists(candidate, error)) continue;
    void* const handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) fault = dlerror();
    return handle;
  }
  return nullptr;
}

}  // namespace tally
