// SPDX-License-Identifier: Apache-2.0
// A maildir: which folders it has, and which messages lie in them.
//
// Folders are those of Maildir++ (".Junk", ".Archive.2026") and plain ones ("Junk", "Archive/2026"): whatever has
// a `cur` in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tally::watch {

enum class FolderKind { kOther, kJunk, kTrash };

/// The folders that mean something, by their names as a client shows them, in whatever case. What lies within them
/// is of their kind too.
struct FolderNames {
  std::vector<std::string> junk{"Junk", "Spam"};
  std::vector<std::string> trash{"Trash", "Deleted Items", "Deleted Messages"};
};

struct MailFolder {
  std::string path;
  std::string name;  ///< "Junk", "Archive/2026"; empty: the inbox
  FolderKind kind = FolderKind::kOther;
};

struct MaildirTree {
  std::vector<MailFolder> folders;       ///< the inbox first, the others by their paths
  std::vector<std::string> directories;  ///< in which folders may appear
};

/// What there is. Throws Error: kNoInput if there is no such folder, kUsage if it is no maildir, kNoPermission.
MaildirTree find_folders(const std::string& maildir, const FolderNames& names);

struct MessageFile {
  std::string path;
  std::string name;     ///< without the flags: the same wherever the message is moved to
  FolderKind kind;      ///< of its folder
  bool is_new = false;  ///< in `new`, where mail is delivered; clients keep it in `cur`
};

/// The messages of all these folders. One that a client takes from `new` to `cur` meanwhile is not missed. What
/// has gone meanwhile is left out. Throws Error (kNoPermission …).
std::vector<MessageFile> list_messages(const std::vector<MailFolder>& folders);

/// "1700000000.M1P2.host" of "1700000000.M1P2.host:2,S".
std::string_view without_flags(std::string_view file_name);

/// A folder's name as somebody may write it: ".Junk", "Junk/", "Junk".
std::string plain_folder_name(std::string_view name);

}  // namespace tally::watch
