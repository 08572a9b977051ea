#include "tally/count/model_new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "tally/base/error.h"

namespace tally {

namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string unused_name(const std::string& target) {
  static std::atomic<unsigned> number{0};
  return folder_of(target) + "/.tally-" + std::to_string(::getpid()) + "-" +
         std::to_string(number++) + ".new";
}

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

class NewFile::Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  /// Closes now, and says whether that went well: some file systems report a full disk only here.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

NewFile::NewFile(const std::string& path, Readers readers) : path_(path), name_(unused_name(path)) {
  refuse_left_journal(path);
  file_ =
      std::make_unique<Descriptor>(::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                          readers == Readers::kOwner ? 0600 : 0666));
  if (file_->number() < 0) throw_system_error(errno, "create", path_);
}

NewFile::~NewFile() {
  if (!renamed_) ::unlink(name_.c_str());
}

void NewFile::write(std::size_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_->number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
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
  ::sync_file_range(file_->number(), static_cast<off64_t>(syncing_),
                    static_cast<off64_t>(end - syncing_), SYNC_FILE_RANGE_WRITE);
#endif
  syncing_ = end;
}

bool NewFile::finish() {
  if (::fsync(file_->number()) != 0 || !file_->close()) throw_system_error(errno, "write", path_);
  if (!rename()) return false;
  // Some file systems cannot sync a folder; there is nothing else that could be done there.
  const Descriptor folder(::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() >= 0) ::fsync(folder.number());
  return true;
}

// A plain rename would replace what is there.
bool NewFile::rename() {
#ifdef RENAME_NOREPLACE
  renamed_ = ::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0;
  if (renamed_) return true;
  if (errno == EEXIST) return false;
  if (errno != EINVAL && errno != ENOSYS) throw_system_error(errno, "create", path_);
#endif
  if (::link(name_.c_str(), path_.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  throw_system_error(errno, "create", path_);
}

bool create_file(const std::string& path, std::span<const std::byte> bytes, Readers readers) {
  NewFile file(path, readers);
  file.write(0, bytes);
  return file.finish();
}

}  // namespace tally
