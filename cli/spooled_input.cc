// SPDX-License-Identifier: Apache-2.0
#include "cli/spooled_input.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "cli/descriptors.h"
#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

constexpr std::size_t kFirstPiece = std::size_t{1} << 13;  // most messages are smaller
constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr const char* kInput = "standard input";

}  // namespace

void SpooledInput::read(int descriptor) {
  for (std::size_t got = 1; got > 0 && memory_.size() < kInMemory;) {
    got = read_piece(descriptor, std::clamp(memory_.size(), kFirstPiece, kPiece));
    if (got == 0) {
      beginning_ = memory_;
      return;
    }
  }
  spill(descriptor);
}

// Puts the next bytes behind those in memory.
std::size_t SpooledInput::read_piece(int descriptor, std::size_t most) {
  const std::size_t before = memory_.size();
  memory_.resize(before + most);
  std::size_t got = 0;
  try {
    got = read_some(descriptor, memory_.data() + before, most, kInput);
  } catch (...) {
    memory_.resize(before);
    throw;
  }
  memory_.resize(before + got);
  return got;
}

void SpooledInput::spill(int descriptor) {
  file_ = open_nameless_file();
  do {
    write_all(file_, memory_, kTemporaryFile);
    in_file_ += memory_.size();
    memory_.clear();
  } while (read_piece(descriptor, kPiece) > 0);
  const std::size_t seen = std::min(in_file_, kMostSeen);
  mapped_ = ::mmap(nullptr, seen, PROT_READ, MAP_PRIVATE, file_, 0);
  if (mapped_ == MAP_FAILED) {
    mapped_ = nullptr;
    throw_system_error(errno, "read", kTemporaryFile);
  }
  beginning_ = {static_cast<const char*>(mapped_), seen};
}

SpooledInput::~SpooledInput() {
  if (mapped_ != nullptr) ::munmap(mapped_, beginning_.size());
  if (file_ >= 0) ::close(file_);
}

void SpooledInput::write_from(std::size_t start, const Sink& sink) const {
  std::array<char, kPiece> piece;
  while (start < in_file_) {
    const std::size_t most = std::min(piece.size(), in_file_ - start);
    const ssize_t got = ::pread(file_, piece.data(), most, static_cast<off_t>(start));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw_system_error(got < 0 ? errno : EIO, "read", "the copy of standard input");
    sink({piece.data(), static_cast<std::size_t>(got)});
    start += static_cast<std::size_t>(got);
  }
  sink(std::string_view(memory_).substr(start - in_file_));
}

void SpooledInput::pass_on(int descriptor, const Sink& sink) const {
  write_from(0, sink);
  std::array<char, kPiece> piece;
  while (const std::size_t got = read_some(descriptor, piece.data(), piece.size(), kInput)) {
    sink({piece.data(), got});
  }
}

}  // namespace tally::cli
