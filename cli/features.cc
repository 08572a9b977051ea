// SPDX-License-Identifier: Apache-2.0
#include "cli/features.h"

#include <fmt/format.h>

#include "tally/inside/base.h"
#include "tally/inside/model.h"
#include "tally/inside/read.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

std::string vector_kernels() {
  if (runs_avx3_dl()) return "AVX-512, with VBMI2";
  if (runs_avx3()) return "AVX-512";
  return runs_avx2() ? "AVX2" : "baseline";
}

// A plug-in counts if it loads: a library that it stands on may be missing.
std::string plugin(const char* name, const std::string& what) {
  std::string fault;
  if (open_plugin(name, "", fault) != nullptr) return what;
  return fault.empty() ? fmt::format("no ({} is not there)", name) : fmt::format("no ({})", fault);
}

std::string arrow() {
  const std::string fault = arrow_fault();
  return fault.empty() ? "reads and writes" : fmt::format("no ({})", fault);
}

}  // namespace

std::string told_version() {
  std::string out = program_name() + "\n";
  const auto line = [&](std::string_view name, std::string_view value) {
    out += fmt::format("  {:<28}{}\n", name, value);
  };
  line("model files", fmt::format("formats 1 to {}", newest_format()));
  line("SQLite", sqlite_version());
  line("ICU", unicode_version().substr(4));
  line("vector kernels", vector_kernels());
  line("Parquet, Arrow, JSON lines", arrow());
  line("unusual mail (GMime)", plugin("libtally_mime.so", "reads"));
  line("mail servers (milter)", plugin("libtally_milter.so", "answers"));
  return out;
}

}  // namespace tally::cli
