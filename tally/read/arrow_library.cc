#include "tally/read/arrow_library.h"

#include <dlfcn.h>
#include <glob.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

#include "tally/base/error.h"

namespace tally {

namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "libtally_arrow.so";

const char* arrow_path() {
  const char* const path = std::getenv("TALLY_ARROW_PATH");
  return path == nullptr || *path == '\0' ? nullptr : path;
}

// The folders of this library and of the program, which may be one and the same.
std::vector<fs::path> homes() {
  std::vector<fs::path> out;
  Dl_info info{};
  std::error_code error;
  if (dladdr(reinterpret_cast<const void*>(&arrow_path), &info) != 0 && info.dli_fname != nullptr) {
    const fs::path library = fs::canonical(info.dli_fname, error);
    if (!error) out.push_back(library.parent_path());
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) out.push_back(program.parent_path());
  return out;
}

std::vector<fs::path> candidates() {
  std::vector<fs::path> out;
  if (arrow_path() != nullptr) out.push_back(fs::path(arrow_path()) / kName);
  for (const fs::path& home : homes()) {
    for (const char* const folder : {".", "..", "../lib", "../" TALLY_LIBDIR}) {
      out.push_back(home / folder / kName);
    }
  }
  return out;
}

// What stands in TALLY_ARROW_PATH is loaded first: the plug-in then finds it by name.
void load_arrow_itself() {
  if (arrow_path() == nullptr) return;
  for (const char* const name :
       {"libarrow.so*", "libarrow_compute.so*", "libarrow_acero.so*", "libparquet.so*"}) {
    glob_t found{};
    glob((std::string(arrow_path()) + "/" + name).c_str(), 0, nullptr, &found);
    for (std::size_t i = 0; i < found.gl_pathc; ++i) {
      dlopen(found.gl_pathv[i], RTLD_NOW | RTLD_GLOBAL);
    }
    globfree(&found);
  }
}

void* open_plugin(std::string& fault) {
  load_arrow_itself();
  for (const fs::path& candidate : candidates()) {
    std::error_code error;
    if (!fs::exists(candidate, error)) continue;
    if (void* const handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    fault = dlerror();
    return nullptr;
  }
  if (void* const handle = dlopen(kName, RTLD_NOW | RTLD_LOCAL)) return handle;
  fault = "";
  return nullptr;
}

template <class Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
}

std::optional<ArrowLibrary> load(std::string& fault) {
  void* const handle = open_plugin(fault);
  if (handle == nullptr) return std::nullopt;
  decltype(&tally_arrow_interface) interface = nullptr;
  find(handle, "tally_arrow_interface", interface);
  if (interface == nullptr || interface() != TALLY_ARROW_INTERFACE) {
    fault = std::string(kName) + " is of another version of Tally";
    return std::nullopt;
  }
  ArrowLibrary out;
  find(handle, "tally_arrow_read", out.read);
  find(handle, "tally_arrow_write", out.write);
  find(handle, "tally_arrow_write_rows", out.write_rows);
  find(handle, "tally_arrow_write_end", out.write_end);
  find(handle, "tally_arrow_free", out.free);
  return out;
}

}  // namespace

const ArrowLibrary& arrow_library(const std::string& purpose, const std::string& file) {
  static std::mutex mutex;
  static std::optional<ArrowLibrary> library;
  const std::lock_guard lock(mutex);
  std::string fault;
  if (!library) library = load(fault);
  if (library) return *library;
  const std::string remedy =
      fault.empty()
          ? std::string("needs the plug-in ") + kName +
                ", which is not there; build Tally with Apache Arrow (cmake -D TALLY_ARROW=ON)"
          : "needs Apache Arrow, which does not load (" + fault +
                "); install it (arrow.apache.org/install, or pip install pyarrow) and name the "
                "folder of libarrow.so in TALLY_ARROW_PATH (python3 -c 'import pyarrow; "
                "print(pyarrow.get_library_dirs()[0])')";
  throw Error(ErrorKind::kUnavailable, purpose + " and " + remedy + ", or use CSV",
              Place{file, -1, -1, ""});
}

}  // namespace tally
