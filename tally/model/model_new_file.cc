// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "tally/base/error.h"

namespace tally {

namespace {

bool is_there(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0;
}

// The journal is looked for before the model: one that belongs to a model appears after it.
void refuse_left_journal(const std::string& path) {
  for (const char* end : {"-journal", "-wal"}) {
    if (!is_there(path + end) || is_there(path)) continue;
    throw Error(ErrorKind::kCannotCreate,
                "a model of this name is gone, but its unfinished change is still there and would "
                "spoil the new one; remove " +
                    path + end,
                {path, -1, -1, ""});
  }
}

}  // namespace

NewFile::NewFile(const std::string& path, Readers readers)
    : path_((refuse_left_journal(path), path)),
      file_(path, readers == Readers::kOwner ? 0600 : 0666) {}

void NewFile::write(std::size_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_.descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_system_error(errno, "write", path_);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::size_t>(written);
  }
  begin_to_sync(offset);
}

// A wish: the disk may begin with what is written, so that there is less to wait for in the end.
void NewFile::begin_to_sync(std::size_t end) {
  constexpr std::size_t kWorthIt = std::size_t{1} << 23;
  if (end < syncing_ + kWorthIt) return;
#ifdef SYNC_FILE_RANGE_WRITE
  ::sync_file_range(file_.descriptor(), static_cast<off64_t>(syncing_),
                    static_cast<off64_t>(end - syncing_), SYNC_FILE_RANGE_WRITE);
#endif
  syncing_ = end;
}

bool NewFile::finish() {
  if (::fsync(file_.descriptor()) != 0 || !file_.close()) throw_system_error(errno, "write", path_);
  if (!rename()) return false;
  // Some file systems cannot sync a folder; there is nothing else that could be done there.
  const int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
  return true;
}

// A plain rename would replace what is there.
bool NewFile::rename() {
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, file_.name().c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0) {
    file_.keep();
    return true;
  }
  if (errno == EEXIST) return false;
  if (errno != EINVAL && errno != ENOSYS) throw_system_error(errno, "create", path_);
#endif
  if (::link(file_.name().c_str(), path_.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  throw_system_error(errno, "create", path_);
}

bool create_file(const std::string& path, std::span<const std::byte> bytes, Readers readers) {
  NewFile file(path, readers);
  file.write(0, bytes);
  return file.finish();
}

}  // namespace tally
