#include "tally/base/plugin.h"

#include <filesystem>
#include <vector>

namespace tally {

namespace {

namespace fs = std::filesystem;

// The folders of this library and of the program, which may be one and the same.
std::vector<fs::path> homes() {
  std::vector<fs::path> out;
  Dl_info info{};
  std::error_code error;
  if (dladdr(reinterpret_cast<const void*>(&open_plugin), &info) != 0 &&
      info.dli_fname != nullptr) {
    const fs::path library = fs::canonical(info.dli_fname, error);
    if (!error) out.push_back(library.parent_path());
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) out.push_back(program.parent_path());
  return out;
}

std::vector<fs::path> candidates(const std::string& name, const std::string& first) {
  std::vector<fs::path> out;
  if (!first.empty()) out.push_back(fs::path(first) / name);
  for (const fs::path& home : homes()) {
    for (const char* const folder : {".", "..", "../lib", "../" TALLY_LIBDIR}) {
      out.push_back(home / folder / name);
    }
  }
  return out;
}

}  // namespace

void* open_plugin(const std::string& name, const std::string& first, std::string& fault) {
  for (const fs::path& candidate : candidates(name, first)) {
    std::error_code error;
    if (!fs::exists(candidate, error)) continue;
    void* const handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) fault = dlerror();
    return handle;
  }
  fault.clear();
  return dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace tally
