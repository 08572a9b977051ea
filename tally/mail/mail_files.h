// SPDX-License-Identifier: Apache-2.0
// The files of mail that a path means.
#pragma once

#include <sys/types.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tally::mail {

/// A file or a folder, however its path is written.
using FileId = std::pair<dev_t, ino_t>;

/// None for "-" and where there is nothing.
std::optional<FileId> file_id(const std::string& path);

/// The path itself if it is a file, a pipe or "-"; of a maildir, the files in its `cur` and `new`;
/// of any other folder, every file in it and in its sub-folders. They come in the order of their
/// names (numbers by value: MH's 9 comes before 10). Left out are hidden files and folders, so that
/// the folders of Maildir++ (".Junk") are read only where they are named; what MH has deleted
/// (",4"); what keeps the books of a mail store beside the mail: indices of Dovecot, Courier and
/// Cyrus and the like; and what is in `apart`: files and folders within that are read elsewhere.
/// Throws Error: kNoInput, kNoPermission.
std::vector<std::string> list_mail_files(const std::string& path,
                                         const std::set<FileId>& apart = {});

}  // namespace tally::mail
