// SPDX-License-Identifier: Apache-2.0
// A file that appears whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tally/base/temporary_file.h"

namespace tally {

/// Who may read a new file: according to the umask of the process, or its owner alone (mode 0600,
/// from the moment it exists; the files that SQLite puts beside it have the same mode).
enum class Readers : std::uint8_t { kAnyone, kOwner };

/// A file that is being written: under a random name in the same folder, until `finish`.
/// Every function throws Error: kCannotCreate (no such folder, or the journal of a model that is
/// gone stands beside: SQLite would play it back into the new file), kNoPermission, kInputOutput
/// (disk full). Without `finish`, or after an error or a false, nothing is left behind.
class NewFile {
 public:
  explicit NewFile(const std::string& path, Readers readers = Readers::kAnyone);

  /// Writes at any place.
  void write(std::size_t offset, std::span<const std::byte> bytes);
  /// Once all is on disk, gives the file its name. False if something of that name is there
  /// already, which is left alone. REQUIRES: it is called once, and last.
  bool finish();

 private:
  void begin_to_sync(std::size_t end);
  bool rename();

  std::string path_;
  TemporaryFile file_;
  std::size_t syncing_ = 0;  // so many bytes from the first on are on their way to the disk
};

/// Writes a new file in one go. Gives and throws what NewFile does.
bool create_file(const std::string& path, std::span<const std::byte> bytes,
                 Readers readers = Readers::kAnyone);

}  // namespace tally
