// SPDX-License-Identifier: Apache-2.0
#include "tally/base/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <random>
#include <utility>

#include "tally/base/error.h"

namespace tally {

namespace {

constexpr int kTries = 100;  // at names that are all new

// std::random_device is the system's generator: nothing that a process could foresee of another.
std::string random_name() {
  static constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuv";
  std::random_device random;
  std::string out = ".tally-";
  for (int word = 0; word < 3; ++word) {
    auto bits = random();
    for (int digit = 0; digit < 6; ++digit, bits >>= 5) out += kDigits[bits & 31];
  }
  return out + ".new";
}

// O_EXCL: a link of that name is not followed, and a file of that name not opened.
int open_new(const std::string& name, int flags, mode_t mode) {
  return ::open(name.c_str(), flags | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

[[noreturn]] void refuse(int error, const std::string& wanted) {
  if (error == EACCES && ::access(wanted.c_str(), F_OK) == 0) {
    throw Error(
        ErrorKind::kNoPermission,
        "cannot create: a new file is written beside this one and then takes its place, but "
        "its folder may not be written",
        {wanted, -1, -1, ""});
  }
  throw_system_error(error, "create", wanted);
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

TemporaryFile::TemporaryFile(const std::string& wanted, mode_t mode) {
  for (int tries = 0; tries < kTries; ++tries) {
    name_ = folder_of(wanted) + "/" + random_name();
    // Remembered first: a signal may come at any moment. Nobody else has a file of this name.
    unfinished_.emplace(name_);
    descriptor_ = unfinished_->made_by([&] { return open_new(name_, O_WRONLY, mode); });
    if (descriptor_ >= 0) return;
    const int error = errno;
    unfinished_.reset();
    if (error != EEXIST) refuse(error, wanted);
  }
  throw_system_error(EEXIST, "create", wanted);
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (unfinished_) ::unlink(name_.c_str());
}

bool TemporaryFile::close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

void TemporaryFile::keep() { unfinished_.reset(); }

std::string temporary_folder() {
  const char* const folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == 0 ? "/tmp" : folder;
}

int open_nameless_file() {
  std::string name;
  int error = EEXIST;
  for (int tries = 0; tries < kTries && error == EEXIST; ++tries) {
    name = temporary_folder() + "/" + random_name();
    UnfinishedFile unfinished(name);
    const int descriptor = unfinished.made_by([&] {
      const int made = open_new(name, O_RDWR, 0600);
      error = errno;
      if (made >= 0) ::unlink(name.c_str());
      return made;
    });
    if (descriptor >= 0) return descriptor;
  }
  throw_system_error(error, "create", name + " (in TMPDIR)");
}

}  // namespace tally
