// SPDX-License-Identifier: Apache-2.0
// The files of a table: looked at, and opened when their turn comes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/read/byte_source.h"
#include "tally/read/file_format.h"
#include "tally/read/spool.h"

namespace tally {

/// What was peeked at of an input that can be read only once (a pipe) is not lost: `open` gives it
/// again. One thread at a time, except for `bytes`.
class InputFiles {
 public:
  /// Whether the first bytes of a file, of which more are slow to come, tell what is to be known.
  using Enough = std::function<bool(const std::string& file, std::string_view start)>;
  /// With `enough`, a look at a pipe waits no longer than it must. REQUIRES: the inputs are
  /// expanded (input_names.h).
  explicit InputFiles(std::vector<std::string> files, Enough enough = nullptr);

  std::size_t size() const { return files_.size(); }
  const std::string& file(std::size_t i) const { return files_[i].name; }

  /// The format of the file, by its name and its first bytes. Throws Error as open_source and
  /// detect_format do.
  FileFormat format_of(std::size_t i);
  /// The first bytes of the file, unpacked. Throws Error as open_source does. REQUIRES: before
  /// `open` of an input that is not reopenable.
  std::string start_of(std::size_t i);
  /// Whether the file lies on a disk and can be opened again.
  bool is_reopenable(std::size_t i);
  /// The bytes of the file from its start, unpacked. Throws Error as open_source does. REQUIRES: at
  /// most once for an input that is not reopenable.
  std::unique_ptr<ByteSource> open(std::size_t i);

  /// The path of a file with the same bytes that allows random access. An input that is compressed
  /// or can be read only once is copied to an unnamed file in the folder for temporary files, only
  /// once however often this is called; `open` reads that file from then on. Throws Error as
  /// open_source does, and kInputOutput. The path is good as long as this object lives.
  std::string seekable_path(std::size_t i);

  /// Bytes taken from all files so far, packed as they lie there.
  std::atomic<std::int64_t>& bytes() { return bytes_; }
  const std::atomic<std::int64_t>& bytes() const { return bytes_; }
  /// The bytes of all files, packed as they lie there; 0 if one of them is none on a disk.
  std::int64_t total_bytes() const { return total_bytes_; }

 private:
  struct File {
    std::string name;  // as given, for errors
    std::string path;  // what is opened
    std::shared_ptr<const Spool> spool;
    std::string start;                   // what was looked at
    std::unique_ptr<ByteSource> opened;  // of what can be read only once; the rest behind start
    bool was_looked_at = false;
    bool is_reopenable = false;
    bool is_packed = false;
  };
  void look(File& file);

  std::vector<File> files_;
  Enough enough_;
  std::int64_t total_bytes_ = 0;
  std::atomic<std::int64_t> bytes_{0};
};

}  // namespace tally
