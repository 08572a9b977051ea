// SPDX-License-Identifier: Apache-2.0
// What an export says to what it cannot hold.
#pragma once

#include <string>
#include <vector>

#include "tally/base/error.h"
#include "tally/export.h"

namespace tally {

/// "WHAT cannot be exported", as Error (kUsage).
[[noreturn]] void refuse_export(const std::string& what, std::vector<Remedy> remedies = {});

/// A text, to a format that has no place for terms: "the terms of 'body' cannot be exported to C …".
[[noreturn]] void refuse_text(const SheetTerms& text, const std::string& format);

/// Throws if the sheet has columns together (the rule full), which only JSON takes.
void refuse_together(const Sheet& sheet, const std::string& format);

}  // namespace tally
