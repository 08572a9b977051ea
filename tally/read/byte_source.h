// SPDX-License-Identifier: Apache-2.0
// Where bytes come from: a file, a pipe or standard input, compressed or not.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tally {

/// A stream of bytes. One thread at a time.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills `to` with up to `most` further bytes and says how many; 0 only at the end. Throws Error:
  /// kInputOutput, kData (a directory, packed data that is broken or ends too soon).
  virtual std::size_t read(char* to, std::size_t most) = 0;
  /// Whether `read` would find something, bytes or the end, within this time. A source that cannot
  /// tell says so at once.
  virtual bool is_ready(std::chrono::milliseconds /*patience*/) { return true; }
  /// Whether the file can be opened again and gives the same bytes (a pipe does not).
  virtual bool is_reopenable() const = 0;
  /// Whether the file holds other bytes, because it is compressed.
  virtual bool is_packed() const { return false; }
};

/// Opens a file, or standard input for "-"; gzip (of several members, too) and zstd are recognised
/// by their first bytes and unpacked. `consumed`, if there is one, counts the bytes taken from the
/// file as it lies there; it must outlive the source. Throws Error: kNoInput, kNoPermission, as
/// `read`.
std::unique_ptr<ByteSource> open_source(const std::string& file,
                                        std::atomic<std::int64_t>* consumed = nullptr);

/// Fills `to`, of which `filled` bytes are there, up to `most`; gives false at the end of the
/// source. With `enough`, what is there is left at that as soon as further bytes are slow to come
/// and `enough(filled)` says that they are not needed. Throws Error as ByteSource::read does.
bool fill_from(ByteSource& source, char* to, std::size_t& filled, std::size_t most,
               const std::function<bool(std::size_t)>& enough = nullptr);

/// The name of an input in errors: "standard input" for "-".
std::string display_name(const std::string& file);

/// All bytes of a small file.
std::string read_all(const std::string& file);

}  // namespace tally
