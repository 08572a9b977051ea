// SPDX-License-Identifier: Apache-2.0
// What can be done about something, in options of the command line. The engine knows none of them:
// here is all that it advises.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "cli/manual/command_text.h"
#include "tally/error.h"

namespace tally::cli {

/// A text as a word of a shell: in single quotes unless it is plain.
std::string shell_word(std::string_view text);

/// What is said and what can be done about it: "…; declare it with --family x=categorical".
std::string by_options(const Remark& remark);

/// An error with its place, and what can be done about it.
std::string told(const Error& error);
/// Any error in one line, a defect included: for callers that continue after the error.
std::string sentence_of(const std::exception& error);
/// The same where the user has called `verb`, which does not have all options: remedies that only
/// `owner` knows are left out, and if none remains there is advice that the verb can follow.
std::string told(const Error& error, const CommandText& verb, const CommandText& owner);

}  // namespace tally::cli
