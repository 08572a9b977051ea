// SPDX-License-Identifier: Apache-2.0
// What a filter says of a message, and how it stands in a header.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/verdict_options.h"
#include "cli/session.h"

namespace tally::cli {

inline constexpr const char* kUsualHeader = "X-Tally";
inline constexpr const char* kUsualHeaderFormat = "{class}, p={p}, tally={version}";

/// Throws Error (kUsage) for a name that no header has or that would be evidence when the message is learned, and
/// for a value of several lines.
void check_header(const std::string& name, const std::string& format);

/// The value of the header: names in braces are filled in. Throws Error (kUsage) for others.
std::string header_value(const std::string& format, const Verdict& verdict);

struct JudgedMessage {
  Verdict verdict;             ///< unsure where fewer than two classes are learned
  std::vector<Label> learned;  ///< the classes of the model
};

/// Judges a message by what the model says, and the model `with` together with it, if there is one; reads from
/// them only what the message needs, which `look` is shown. Throws Error as `part_for` does.
JudgedMessage judge_message(
    ModelInPlace& model, ModelInPlace* with, const Batch& message, const QuestionOptions& question,
    const VerdictOptions& verdict,
    const std::function<void(const Counts&)>& look = [](const Counts&) {});

}  // namespace tally::cli
