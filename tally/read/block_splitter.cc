// SPDX-License-Identifier: Apache-2.0
#include "tally/read/block_splitter.h"

#include <algorithm>
#include <cstring>

namespace tally {

RecordScan find_lines(std::string_view text) {
  RecordScan scan;
  for (;;) {
    const std::size_t newline = text.find('\n', scan.end);
    if (newline == std::string_view::npos) return scan;
    const std::string_view line = text.substr(scan.end, newline - scan.end);
    scan.rows += line.find_first_not_of(" \t\r") == std::string_view::npos ? 0 : 1;
    scan.lines += 1;
    scan.end = newline + 1;
  }
}

BlockSplitter::BlockSplitter(std::unique_ptr<ByteSource> source, BlockSizes sizes, bool at_once)
    : source_(std::move(source)), sizes_(sizes), at_once_(at_once) {
  move_to_new_buffer(0, sizes_.block);
}

std::string_view BlockSplitter::start(const std::function<bool(std::string_view)>& enough) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (capacity_ < kByteOrderMark.size()) move_to_new_buffer(0, kByteOrderMark.size());
  fill(enough);
  if (std::string_view(bytes_.get(), filled_).starts_with(kByteOrderMark)) {
    move_to_new_buffer(kByteOrderMark.size(), capacity_);
    fill(enough);
  }
  return {bytes_.get(), filled_};
}

std::optional<Block> BlockSplitter::next(const FindRecords& find) {
  const auto has_record = [&](std::string_view text) { return find(text).rows > 0; };
  for (;;) {
    fill(has_record);
    if (filled_ == 0) return std::nullopt;
    const RecordScan scan = find({bytes_.get(), filled_});
    if (scan.end > 0) {
      Block block = take(scan.end);
      lines_ += scan.lines;
      rows_ += scan.rows;
      return block;
    }
    const bool too_long = filled_ >= sizes_.longest_record;
    if (ended_ || too_long) {
      Block block = take(filled_);
      block.ending = too_long ? Block::Ending::kTooLong : Block::Ending::kOpen;
      ended_ = true;
      return block;
    }
    move_to_new_buffer(0, 2 * capacity_);
  }
}

void BlockSplitter::fill(const std::function<bool(std::string_view)>& enough) {
  if (ended_) return;
  std::function<bool(std::size_t)> enough_bytes;
  if (at_once_ && enough) {
    enough_bytes = [&](std::size_t size) { return enough({bytes_.get(), size}); };
  }
  if (fill_from(*source_, bytes_.get(), filled_, capacity_, enough_bytes)) return;
  ended_ = true;
  if (filled_ > 0 && bytes_[filled_ - 1] != '\n') bytes_[filled_++] = '\n';
}

// Keeps the bytes behind `from` and hands back the old buffer.
std::unique_ptr<char[]> BlockSplitter::move_to_new_buffer(std::size_t from, std::size_t capacity) {
  // One byte more than it holds, for the newline that the last line may lack.
  std::unique_ptr<char[]> bytes(new char[capacity + 1]);
  const std::size_t rest = filled_ - from;
  if (rest > 0) std::memcpy(bytes.get(), bytes_.get() + from, rest);
  bytes_.swap(bytes);
  capacity_ = capacity;
  filled_ = rest;
  return bytes;
}

Block BlockSplitter::take(std::size_t end) {
  Block block;
  block.end = static_cast<std::uint32_t>(end);
  block.first_line = lines_ + 1;
  block.first_row = rows_;
  const std::size_t rest = filled_ - end;
  block.bytes = move_to_new_buffer(end, rest < sizes_.block ? sizes_.block : 2 * rest);
  return block;
}

}  // namespace tally
