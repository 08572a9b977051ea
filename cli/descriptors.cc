// SPDX-License-Identifier: Apache-2.0
#include "cli/descriptors.h"

#include <unistd.h>

#include <cerrno>

#include "tally/error.h"

namespace tally::cli {

std::size_t read_some(int descriptor, char* to, std::size_t most, const std::string& name) {
  for (;;) {
    const ssize_t got = ::read(descriptor, to, most);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw_system_error(errno, "read", name);
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

}  // namespace tally::cli
