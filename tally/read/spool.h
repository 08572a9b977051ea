// SPDX-License-Identifier: Apache-2.0
// A stream kept on disk, so that it can be read twice.
#pragma once

#include <string>

#include "tally/read/byte_source.h"

namespace tally {

/// An unnamed file (in $TMPDIR, else /tmp) that is removed with this object.
class Spool {
 public:
  /// Copies all that is left in `source`. Throws Error as ByteSource::read does, and kInputOutput
  /// or kCannotCreate where the copy cannot be made.
  explicit Spool(ByteSource& source);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// Opens the copy at its start, in this process.
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  void copy(ByteSource& source);

  int descriptor_ = -1;
};

}  // namespace tally
