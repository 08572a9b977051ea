// SPDX-License-Identifier: Apache-2.0
// What this program's model files are.
#pragma once

#include <cstdint>
#include <string>

namespace tally {

/// The newest version of the format: every one from 1 to this is read, and the oldest that can hold a model is written.
std::int64_t newest_format();

/// That of the SQLite at work: "3.40.1".
std::string sqlite_version();

}  // namespace tally
