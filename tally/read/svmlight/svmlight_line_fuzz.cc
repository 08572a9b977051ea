// SPDX-License-Identifier: Apache-2.0
// Any line is well-formed or has a fault that is named; the indices of a well-formed one ascend.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "tally/read/svmlight/svmlight_line.h"

namespace {

void check_line(std::string_view text) {
  tally::SvmlightLine line;
  std::string fault;
  if (!tally::parse_svmlight_line(text, line, fault)) {
    if (fault.empty() || tally::try_svmlight_line(text)) std::abort();
    return;
  }
  for (std::size_t i = 1; i < line.features.size(); ++i) {
    if (line.features[i - 1].index >= line.features[i].index) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    check_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return 0;
}
