// SPDX-License-Identifier: Apache-2.0
// Messages one after the other, from wherever they lie.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tally/mail.h"
#include "tally/mail/mbox.h"

namespace tally::mail {

struct RawMessage {
  std::string bytes;
  std::string file;   ///< for errors and kept cells
  std::string klass;  ///< empty: not known
};

/// One thread at a time, but for `bytes`.
class MailStream {
 public:
  /// Lists the folders. A file that lies within several inputs belongs to the nearest alone.
  /// Throws Error: kNoInput, kNoPermission; kData for a folder without a file; kUsage for a path
  /// that is named for two classes.
  explicit MailStream(const std::vector<MailInput>& inputs);
  /// One message in memory.
  explicit MailStream(RawMessage message) : only_(std::move(message)) {}

  /// The next message; std::nullopt behind the last. Throws Error as ByteSource does, and kData for
  /// an input in which there was none.
  std::optional<RawMessage> next();

  /// Taken from the files so far.
  const std::atomic<std::int64_t>& bytes() const { return bytes_; }
  /// Of all files, packed as they lie there; 0 if that is not known, as of a pipe.
  std::int64_t total_bytes() const { return total_bytes_; }

 private:
  struct File {
    std::string path;
    std::size_t input;
  };
  void open(const std::string& path);
  void end_file();

  std::vector<MailInput> inputs_;
  std::vector<File> files_;
  std::optional<RawMessage> only_;
  std::size_t current_ = 0;
  bool any_of_input_ = false;
  std::optional<MessageReader> reader_;
  bool is_open_ = false;
  std::int64_t total_bytes_ = 0;
  std::atomic<std::int64_t> bytes_{0};
};

}  // namespace tally::mail
