#include "cli/spooled_input.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include "tally/base/error.h"

namespace tally::cli {

namespace {

constexpr std::size_t kFirstPiece = std::size_t{1} << 13;  // most messages are smaller
constexpr std::size_t kPiece = std::size_t{1} << 16;

std::size_t read_some(int descriptor, char* to, std::size_t most) {
  for (;;) {
    const ssize_t got = ::read(descriptor, to, most);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw_system_error(errno, "read", "standard input");
  }
}

void write_all(int descriptor, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw_system_error(errno, "write", name);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

int open_nameless(std::string& name) {
  const char* const folder = std::getenv("TMPDIR");
  name = std::string(folder == nullptr || *folder == 0 ? "/tmp" : folder) + "/tally-XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) throw_system_error(errno, "create", name);
  ::unlink(name.c_str());
  return file;
}

}  // namespace

SpooledInput::SpooledInput(int descriptor) {
  for (std::size_t got = 1; got > 0 && memory_.size() < kInMemory;) {
    const std::size_t before = memory_.size();
    const std::size_t room = std::clamp(before, kFirstPiece, kPiece);
    memory_.resize(before + room);
    got = read_some(descriptor, memory_.data() + before, room);
    memory_.resize(before + got);
    if (got == 0) {
      size_ = memory_.size();
      beginning_ = memory_;
      return;
    }
  }
  spill(descriptor);
}

void SpooledInput::spill(int descriptor) {
  std::string name;
  file_ = open_nameless(name);
  write_all(file_, memory_, name);
  size_ = memory_.size();
  memory_ = std::string();
  std::vector<char> piece(kPiece);
  while (const std::size_t got = read_some(descriptor, piece.data(), piece.size())) {
    write_all(file_, {piece.data(), got}, name);
    size_ += got;
  }
  const std::size_t seen = std::min(size_, kMostSeen);
  mapped_ = ::mmap(nullptr, seen, PROT_READ, MAP_PRIVATE, file_, 0);
  if (mapped_ == MAP_FAILED) {
    mapped_ = nullptr;
    throw_system_error(errno, "read", name);
  }
  beginning_ = {static_cast<const char*>(mapped_), seen};
}

SpooledInput::~SpooledInput() {
  if (mapped_ != nullptr) ::munmap(mapped_, beginning_.size());
  if (file_ >= 0) ::close(file_);
}

void SpooledInput::write_from(std::size_t start,
                              const std::function<void(std::string_view)>& sink) const {
  if (file_ < 0) {
    sink(std::string_view(memory_).substr(start));
    return;
  }
  std::vector<char> piece(kPiece);
  while (start < size_) {
    const ssize_t got = ::pread(file_, piece.data(), piece.size(), static_cast<off_t>(start));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw_system_error(got < 0 ? errno : EIO, "read", "the copy of standard input");
    sink({piece.data(), static_cast<std::size_t>(got)});
    start += static_cast<std::size_t>(got);
  }
}

}  // namespace tally::cli
