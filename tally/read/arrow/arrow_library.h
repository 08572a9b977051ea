// SPDX-License-Identifier: Apache-2.0
// The plug-in for Arrow's formats, loaded when it is first needed.
#pragma once

#include <string>

#include "tally/read/arrow/arrow_plugin.h"

namespace tally {

/// The functions of arrow_plugin.h.
struct ArrowLibrary {
  decltype(&tally_arrow_read) read = nullptr;
  decltype(&tally_arrow_write) write = nullptr;
  decltype(&tally_arrow_write_rows) write_rows = nullptr;
  decltype(&tally_arrow_write_end) write_end = nullptr;
  decltype(&tally_arrow_free) free = nullptr;
};

/// Loads libtally_arrow.so the first time and keeps it: from the folder that TALLY_ARROW_PATH
/// names, or where plug-ins are (see base/plugin.h). The plug-in finds Arrow where it was built
/// with it, where the system looks, or in that folder. `purpose` begins the sentence of the Error
/// (kUnavailable) where that fails: "is a Parquet file"; a relative TALLY_ARROW_PATH is kUsage. May
/// be called by several threads.
const ArrowLibrary& arrow_library(const std::string& purpose, const std::string& file);

/// Why Arrow's formats can be neither read nor written here; empty if they can. Loads the plug-in; throws as
/// arrow_library does for a relative TALLY_ARROW_PATH.
std::string arrow_fault();

}  // namespace tally
