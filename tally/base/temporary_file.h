// SPDX-License-Identifier: Apache-2.0
// Files that have no name yet, or never get one.
//
//   TemporaryFile file("folder/model.tally", 0666);   // folder/.tally-….new
//   write(file.descriptor(), …);
//   if (file.close() && rename(file.name().c_str(), "folder/model.tally") == 0) file.keep();
//
// The name is drawn from 90 random bits: in a folder that others write to, nobody can put a file or
// a link there beforehand, and what another process has left is never in the way.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "tally/base/unfinished_files.h"

namespace tally {

/// A new file beside the one that it is to become. It is gone with this object unless `keep` was
/// called, and with the process if a signal ends that (see unfinished_files.h).
class TemporaryFile {
 public:
  /// In the folder of `wanted`, open for writing. Throws Error (kCannotCreate, kNoPermission …)
  /// that names `wanted`.
  TemporaryFile(const std::string& wanted, mode_t mode);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return descriptor_; }
  const std::string& name() const { return name_; }
  /// Closes now, and says whether that went well: some file systems report a full disk only here.
  bool close();
  /// The file has its name.
  void keep();

 private:
  std::string name_;
  std::optional<UnfinishedFile> unfinished_;
  int descriptor_ = -1;
};

/// The folder that a path names its file in.
std::string folder_of(const std::string& path);

/// $TMPDIR, or /tmp where that is not set or empty.
std::string temporary_folder();

/// Opens a new file without a name in temporary_folder(), for reading and writing. Throws Error
/// that names it.
int open_nameless_file();

}  // namespace tally
