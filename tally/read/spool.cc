// SPDX-License-Identifier: Apache-2.0
#include "tally/read/spool.h"

#include <unistd.h>

#include <cerrno>
#include <vector>

#include "tally/base/error.h"
#include "tally/base/temporary_file.h"

namespace tally {

Spool::Spool(ByteSource& source) : descriptor_(open_nameless_file()) {
  try {
    copy(source);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

Spool::~Spool() { close(descriptor_); }

void Spool::copy(ByteSource& source) {
  std::vector<char> piece(std::size_t{1} << 18);
  while (const std::size_t got = source.read(piece.data(), piece.size())) {
    for (std::size_t done = 0; done < got;) {
      const ssize_t written = write(descriptor_, piece.data() + done, got - done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw_system_error(errno, "write", "a temporary file (TMPDIR)");
      done += static_cast<std::size_t>(written);
    }
  }
}

}  // namespace tally
