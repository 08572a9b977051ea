// SPDX-License-Identifier: Apache-2.0
#include "cli/two_passes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

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

// Standard input, and pipes that have a name.
bool goes_by_once(const std::string& input) {
  std::error_code error;
  const auto status = std::filesystem::status(input, error);
  return input == "-" || std::filesystem::is_fifo(status) ||
         std::filesystem::is_character_file(status);
}

// All that can still be read, in a file.
int copied(int from, const std::string& name) {
  const int file = nameless_file();
  std::array<char, 1 << 16> bytes;
  for (;;) {
    const ssize_t size = ::read(from, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw_system_error(errno, "read", name == "-" ? "standard input" : name);
    if (size == 0) return file;
    write_all(file, bytes.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace

bool can_read_twice(const std::vector<std::string>& inputs) {
  return std::find(inputs.begin(), inputs.end(), "-") == inputs.end();
}

std::vector<std::string> kept_to_read_twice(std::vector<std::string> inputs) {
  for (std::string& input : inputs) {
    if (!goes_by_once(input)) continue;
    const int from = input == "-" ? STDIN_FILENO : ::open(input.c_str(), O_RDONLY | O_CLOEXEC);
    if (from < 0) throw_system_error(errno, "open", input);
    input = "/dev/fd/" + std::to_string(copied(from, input));
  }
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
