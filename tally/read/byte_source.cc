// SPDX-License-Identifier: Apache-2.0
#include "tally/read/byte_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "tally/base/error.h"
#include "tally/read/unpack.h"

namespace tally {

namespace {

// The bytes of a descriptor, of which the first few were already taken for a look.
class FileSource final : public ByteSource {
 public:
  FileSource(const std::string& file, std::atomic<std::int64_t>* consumed)
      : name_(display_name(file)), consumed_(consumed) {
    descriptor_ = file == "-" ? STDIN_FILENO : open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw_system_error(errno, "open", name_);
    struct stat status {};
    reopenable_ = file != "-" && fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  }
  ~FileSource() override {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t read(char* to, std::size_t most) override {
    if (looked_.empty()) return read_descriptor(to, most);
    const std::size_t taken = std::min(most, looked_.size());
    std::memcpy(to, looked_.data(), taken);
    looked_.erase(0, taken);
    return taken;
  }

  bool is_reopenable() const override { return reopenable_; }

  bool is_ready(std::chrono::milliseconds patience) override {
    if (reopenable_ || !looked_.empty()) return true;
    pollfd waiting{descriptor_, POLLIN, 0};
    const int found = poll(&waiting, 1, static_cast<int>(patience.count()));
    return found > 0 || (found < 0 && errno != EINTR);
  }

  /// The first four bytes (fewer if the file is shorter), without consuming them.
  std::string_view look() {
    std::array<char, 4> start{};
    while (looked_.size() < start.size()) {
      const std::size_t got = read_descriptor(start.data(), start.size() - looked_.size());
      if (got == 0) break;
      looked_.append(start.data(), got);
    }
    return looked_;
  }

  const std::string& name() const { return name_; }

 private:
  std::size_t read_descriptor(char* to, std::size_t most) {
    for (;;) {
      const ssize_t got = ::read(descriptor_, to, most);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw_system_error(errno, "read", name_);
      if (consumed_ != nullptr) consumed_->fetch_add(got, std::memory_order_relaxed);
      return static_cast<std::size_t>(got);
    }
  }

  std::string name_;
  std::atomic<std::int64_t>* consumed_;
  int descriptor_ = -1;
  bool reopenable_ = false;
  std::string looked_;
};

}  // namespace

std::unique_ptr<ByteSource> open_source(const std::string& file,
                                        std::atomic<std::int64_t>* consumed) {
  auto source = std::make_unique<FileSource>(file, consumed);
  const std::string_view start = source->look();
  const std::string name = source->name();
  if (start.starts_with("\x1f\x8b")) return unpack_gzip(std::move(source), name);
  if (start.starts_with("\x28\xb5\x2f\xfd")) return unpack_zstd(std::move(source), name);
  return source;
}

bool fill_from(ByteSource& source, char* to, std::size_t& filled, std::size_t most,
               const std::function<bool(std::size_t)>& enough) {
  using Clock = std::chrono::steady_clock;
  // Nobody notices so long a wait, and a fast source fills a block in it.
  constexpr std::chrono::milliseconds kPatience(20);
  Clock::time_point deadline = Clock::now() + kPatience;
  while (filled < most) {
    if (enough && filled > 0) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
      const bool ready = source.is_ready(std::max(left, std::chrono::milliseconds(0)));
      const bool is_late = !ready || Clock::now() >= deadline;
      if (is_late && enough(filled)) return true;
      if (is_late) deadline = Clock::now() + kPatience;
    }
    const bool is_first = filled == 0;
    const std::size_t got = source.read(to + filled, most - filled);
    if (got == 0) return false;
    filled += got;
    if (is_first && enough) deadline = Clock::now() + kPatience;
  }
  return true;
}

std::string display_name(const std::string& file) { return file == "-" ? "standard input" : file; }

std::string read_all(const std::string& file) {
  const std::unique_ptr<ByteSource> source = open_source(file);
  std::string bytes;
  std::array<char, 1 << 14> piece{};
  while (const std::size_t got = source->read(piece.data(), piece.size())) {
    bytes.append(piece.data(), got);
  }
  return bytes;
}

}  // namespace tally
