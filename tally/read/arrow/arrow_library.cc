// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_library.h"

#include <glob.h>

#include <cstdlib>
#include <mutex>
#include <optional>

#include "tally/base/error.h"
#include "tally/base/plugin.h"

namespace tally {

namespace {

constexpr const char* kName = "libtally_arrow.so";

// Empty: not set. A path that starts from wherever somebody works would load what lies there.
std::string arrow_path() {
  const char* const path = std::getenv("TALLY_ARROW_PATH");
  if (path == nullptr || *path == 0) return "";
  if (*path == '/') return path;
  throw Error(ErrorKind::kUsage, "TALLY_ARROW_PATH is " + in_quotes(path) +
                                     ", a path that is not whole: name the folder of libarrow.so "
                                     "from / on");
}

// What stands in TALLY_ARROW_PATH is loaded first: the plug-in then finds it by name.
void load_arrow_itself() {
  const std::string folder = arrow_path();
  if (folder.empty()) return;
  for (const char* const name :
       {"libarrow.so*", "libarrow_compute.so*", "libarrow_acero.so*", "libparquet.so*"}) {
    glob_t found{};
    glob((folder + "/" + name).c_str(), 0, nullptr, &found);
    for (std::size_t i = 0; i < found.gl_pathc; ++i) {
      dlopen(found.gl_pathv[i], RTLD_NOW | RTLD_GLOBAL);
    }
    globfree(&found);
  }
}

std::optional<ArrowLibrary> load(std::string& fault) {
  load_arrow_itself();
  void* const handle = open_plugin(kName, arrow_path(), fault);
  if (handle == nullptr) return std::nullopt;
  decltype(&tally_arrow_interface) interface = nullptr;
  find_function(handle, "tally_arrow_interface", interface);
  if (interface == nullptr || interface() != TALLY_ARROW_INTERFACE) {
    fault = std::string(kName) + " is of another version of Tally";
    return std::nullopt;
  }
  ArrowLibrary out;
  find_function(handle, "tally_arrow_read", out.read);
  find_function(handle, "tally_arrow_write", out.write);
  find_function(handle, "tally_arrow_write_rows", out.write_rows);
  find_function(handle, "tally_arrow_write_end", out.write_end);
  find_function(handle, "tally_arrow_free", out.free);
  return out;
}

// The one that is kept, or null.
const ArrowLibrary* loaded(std::string& fault) {
  static std::mutex mutex;
  static std::optional<ArrowLibrary> library;
  const std::lock_guard lock(mutex);
  if (!library) library = load(fault);
  return library ? &*library : nullptr;
}

}  // namespace

std::string arrow_fault() {
  std::string fault;
  if (loaded(fault) != nullptr) return "";
  return fault.empty() ? std::string(kName) + " is not there" : fault;
}

const ArrowLibrary& arrow_library(const std::string& purpose, const std::string& file) {
  std::string fault;
  if (const ArrowLibrary* const library = loaded(fault)) return *library;
  const std::string remedy =
      fault.empty()
          ? std::string("needs the plug-in ") + kName +
                ", which is not there; build it where Tally is built: make parquet, and then make "
                "install if Tally is installed"
          : "needs Apache Arrow, which does not load (" + fault +
                "); make parquet and make install put it beside the plug-in; or install it "
                "(arrow.apache.org/install, or pip install pyarrow) and name the folder of "
                "libarrow.so in TALLY_ARROW_PATH (python3 -c 'import pyarrow; "
                "print(pyarrow.get_library_dirs()[0])')";
  throw Error(ErrorKind::kUnavailable, purpose + " and " + remedy + ", or use CSV",
              Place{file, -1, -1, ""});
}

}  // namespace tally
