#include "tally/read/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include "tally/base/error.h"

namespace tally::csv {

Spool::Spool(ByteSource& source) {
  const char* const folder = std::getenv("TMPDIR");
  std::string name = std::string(folder == nullptr ? "/tmp" : folder) + "/tally-XXXXXX";
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) throw_system_error(errno, "create", name);
  unlink(name.c_str());
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

}  // namespace tally::csv
