// SPDX-License-Identifier: Apache-2.0
#include "cli/two_passes.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tally/base/error.h"

namespace tally::cli {

namespace {

// A new file that nobody else can find; it goes with the program.
int nameless_file() {
  const char* const set = std::getenv("TMPDIR");
  std::string path = (set != nullptr && *set != '\0' ? set : "/tmp") + std::string("/tally-XXXXXX");
  const int file = ::mkstemp(path.data());
  if (file < 0) throw_system_error(errno, "create", path);
  ::unlink(path.c_str());
  return file;
}

void write_all(int file, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(file, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_system_error(errno, "write", "standard input to a temporary file");
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

}  // namespace

bool can_read_twice(const std::vector<std::string>& inputs) {
  return std::find(inputs.begin(), inputs.end(), "-") == inputs.end();
}

std::vector<std::string> kept_to_read_twice(std::vector<std::string> inputs) {
  const auto standard = std::find(inputs.begin(), inputs.end(), "-");
  if (standard == inputs.end()) return inputs;
  const int file = nameless_file();
  std::array<char, 1 << 16> bytes;
  for (;;) {
    const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw_system_error(errno, "read", "standard input");
    if (size == 0) break;
    write_all(file, bytes.data(), static_cast<std::size_t>(size));
  }
  *standard = "/dev/fd/" + std::to_string(file);
  return inputs;
}

void check_can_read_twice(const std::vector<std::string>& inputs, const std::string& reader) {
  if (can_read_twice(inputs)) return;
  throw Error(ErrorKind::kUsage,
              reader +
                  " reads DATA more than once, and standard input goes by only once: name a "
                  "file");
}

}  // namespace tally::cli
