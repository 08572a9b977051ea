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

class Descriptor {
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

// A file of a name that nobody else uses; removed at the end unless it has been renamed.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& target, Readers readers)
      : name_(next_name(target)),
        file_(::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                     readers == Readers::kOwner ? 0600 : 0666)) {
    if (file_.number() < 0) throw_system_error(errno, "create", target);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!renamed_) ::unlink(name_.c_str());
  }

  void write(std::span<const std::byte> bytes, const std::string& target) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_.number(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw_system_error(errno, "write", target);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void close(const std::string& target) {
    if (::fsync(file_.number()) != 0 || !file_.close()) throw_system_error(errno, "write", target);
  }

  // A plain rename would replace what is there.
  bool rename_to(const std::string& target) {
#ifdef RENAME_NOREPLACE
    renamed_ =
        ::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0;
    if (renamed_) return true;
    if (errno == EEXIST) return false;
    if (errno != EINVAL && errno != ENOSYS) throw_system_error(errno, "create", target);
#endif
    if (::link(name_.c_str(), target.c_str()) == 0) return true;
    if (errno == EEXIST) return false;
    throw_system_error(errno, "create", target);
  }

 private:
  static std::string next_name(const std::string& target) {
    static std::atomic<unsigned> number{0};
    return folder_of(target) + "/.tally-" + std::to_string(::getpid()) + "-" +
           std::to_string(number++) + ".new";
  }

  std::string name_;
  Descriptor file_;
  bool renamed_ = false;
};

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

bool create_file(const std::string& path, std::span<const std::byte> bytes, Readers readers) {
  return create_file(path, std::span(&bytes, 1), readers);
}

bool create_file(const std::string& path, std::span<const std::span<const std::byte>> pieces,
                 Readers readers) {
  refuse_left_journal(path);
  TemporaryFile file(path, readers);
  for (const std::span<const std::byte> piece : pieces) file.write(piece, path);
  file.close(path);
  if (!file.rename_to(path)) return false;
  // Some file systems cannot sync a folder; there is nothing else that could be done there.
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() >= 0) ::fsync(folder.number());
  return true;
}

}  // namespace tally
