// A file that appears whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tally {

/// Who may read a new file: whoever the process's umask lets, or its owner alone (mode 0600, from
/// the moment it exists; what SQLite puts beside a file has its mode).
enum class Readers : std::uint8_t { kAnyone, kOwner };

/// Writes a new file: under another name in the same folder first, then, once it is on disk, under
/// its own. False if something of that name is there already, which is left alone. Throws Error:
/// kCannotCreate (no such folder, or the journal of a model that is gone stands beside: SQLite
/// would play it back into the new file), kNoPermission, kInputOutput (disk full). After an error
/// or a false nothing is left behind.
bool create_file(const std::string& path, std::span<const std::byte> bytes,
                 Readers readers = Readers::kAnyone);
/// The same of bytes that lie in several pieces.
bool create_file(const std::string& path, std::span<const std::span<const std::byte>> pieces,
                 Readers readers = Readers::kAnyone);

}  // namespace tally
