// SPDX-License-Identifier: Apache-2.0
// A stream of bytes cut into blocks that end where a record ends, so that each can be parsed by
// itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "tally/read/byte_source.h"

namespace tally {

struct BlockSizes {
  std::size_t block = std::size_t{1} << 20;             ///< a block has about as many bytes
  std::size_t longest_record = std::size_t{256} << 20;  ///< REQUIRES: below 2^31
};

/// Bytes, and where they stand in their file.
struct Block {
  enum class Ending {
    kWhole,    ///< behind the newline of its last record
    kOpen,     ///< at the end of the file, within quotes
    kTooLong,  ///< within a record that is longer than BlockSizes::longest_record
  };

  std::unique_ptr<char[]> bytes;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::int64_t first_line = 1;  ///< of the file, counted from 1
  std::int64_t first_row = 0;   ///< records before this block; blank lines are none
  Ending ending = Ending::kWhole;
};

/// What is known of the records that end within a text.
struct RecordScan {
  std::size_t end = 0;     ///< just behind the last of them; 0 if there is none
  std::int64_t rows = 0;   ///< how many, blank lines left out
  std::int64_t lines = 0;  ///< how many newlines they hold, those inside quotes included
};

/// Looks through a text that starts where a record starts.
using FindRecords = std::function<RecordScan(std::string_view)>;

/// Of records that are lines. A line is blank if it holds nothing but spaces, tabs and carriage returns.
RecordScan find_lines(std::string_view text);

/// Cuts one stream. Where it cuts depends on the bytes alone, not on how they arrive, unless that
/// is asked for. A stream that does not end in a newline is given one. One thread at a time.
class BlockSplitter {
 public:
  /// With `at_once`, a block ends early where there is a record and further bytes are slow to come.
  BlockSplitter(std::unique_ptr<ByteSource> source, BlockSizes sizes, bool at_once = false);

  /// The first bytes of the stream, up to a block, without a UTF-8 byte order mark. With `at_once`
  /// fewer may do: those of which `enough` says so. Nothing is lost. REQUIRES: no `next` so far.
  std::string_view start(const std::function<bool(std::string_view)>& enough = nullptr);

  /// The next block, or nothing at the end; a block that is not kWhole is the last one. Throws
  /// Error as ByteSource::read does. REQUIRES: `find` finds the records of this stream.
  std::optional<Block> next(const FindRecords& find);

  /// Records in all blocks so far.
  std::int64_t rows() const { return rows_; }
  bool is_reopenable() const { return source_->is_reopenable(); }

 private:
  void fill(const std::function<bool(std::string_view)>& enough);
  std::unique_ptr<char[]> move_to_new_buffer(std::size_t from, std::size_t capacity);
  Block take(std::size_t end);

  std::unique_ptr<ByteSource> source_;
  BlockSizes sizes_;
  bool at_once_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t filled_ = 0;
  bool ended_ = false;
  std::int64_t lines_ = 0;
  std::int64_t rows_ = 0;
};

}  // namespace tally
