// SPDX-License-Identifier: Apache-2.0
// One line of an svmlight or libsvm file:
//
//   label [qid:7] 3:0.5 17:2 # a comment
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

struct SvmlightFeature {
  std::int64_t index = 0;
  double value = 0;
};

struct SvmlightLine {
  std::string_view label;  ///< as it is written; empty for a line that is blank or all comment
  std::vector<SvmlightFeature> features;  ///< indices ascend
};

/// Cuts a line (without its newline) into `line`, whose memory is used again; true if it is
/// well-formed. Else `fault` says why in a sentence. A qid is passed over; blanks are spaces, tabs
/// and carriage returns.
bool parse_svmlight_line(std::string_view text, SvmlightLine& line, std::string& fault);

/// The same for one line whose faults do not matter.
std::optional<SvmlightLine> try_svmlight_line(std::string_view text);

}  // namespace tally
