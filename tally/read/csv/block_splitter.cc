#include "tally/read/csv/block_splitter.h"

#include <algorithm>
#include <cstring>

#include "tally/read/csv/structural_index.h"

namespace tally::csv {

BlockSplitter::BlockSplitter(std::unique_ptr<ByteSource> source, BlockSizes sizes)
    : source_(std::move(source)), sizes_(sizes) {
  move_to_new_buffer(0, sizes_.block);
}

std::string_view BlockSplitter::start() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (capacity_ < kByteOrderMark.size()) move_to_new_buffer(0, kByteOrderMark.size());
  fill();
  if (std::string_view(bytes_.get(), filled_).starts_with(kByteOrderMark)) {
    move_to_new_buffer(kByteOrderMark.size(), capacity_);
    fill();
  }
  return {bytes_.get(), filled_};
}

std::optional<Block> BlockSplitter::next(const Dialect& dialect) {
  for (;;) {
    fill();
    if (filled_ == 0) return std::nullopt;
    const RecordScan scan = scan_records(bytes_.get(), filled_, dialect);
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

void BlockSplitter::fill() {
  while (!ended_ && filled_ < capacity_) {
    const std::size_t got = source_->read(bytes_.get() + filled_, capacity_ - filled_);
    filled_ += got;
    if (got > 0) continue;
    ended_ = true;
    if (filled_ > 0 && bytes_[filled_ - 1] != '\n') bytes_[filled_++] = '\n';
  }
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

}  // namespace tally::csv
