// SPDX-License-Identifier: Apache-2.0
#include "cli/watch/maildir.h"

#include <dirent.h>
#include <strings.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <set>

#include "tally/error.h"

namespace tally::watch {

namespace {

using DirectoryId = std::pair<dev_t, ino_t>;

std::optional<DirectoryId> directory_id(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0 || !S_ISDIR(found.st_mode)) return std::nullopt;
  return DirectoryId{found.st_dev, found.st_ino};
}

bool is_directory(const std::string& path) { return directory_id(path).has_value(); }

struct Entry {
  std::string name;
  unsigned char type;  // DT_REG …; file systems need not say it
};

// Nothing of a folder that has gone.
std::vector<Entry> entries(const std::string& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(path.c_str()), ::closedir);
  if (open == nullptr) {
    if (errno == ENOENT || errno == ENOTDIR) return {};
    throw_system_error(errno, "read", path);
  }
  std::vector<Entry> out;
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());
    if (entry == nullptr) break;
    out.push_back({entry->d_name, entry->d_type});
  }
  if (errno != 0) throw_system_error(errno, "read", path);
  return out;
}

bool is_within(const std::string& name, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    if (::strncasecmp(name.c_str(), folder.c_str(), folder.size()) != 0) return false;
    return name.size() == folder.size() || name[folder.size()] == '.' || name[folder.size()] == '/';
  });
}

class TreeWalk {
 public:
  explicit TreeWalk(const FolderNames& names) : names_(names) {}

  void walk(const std::string& path, const std::string& name) {
    const std::optional<DirectoryId> id = directory_id(path);
    // A link may lead back.
    if (!id || !seen_.insert(*id).second) return;
    tree.directories.push_back(path);
    if (is_directory(path + "/cur")) tree.folders.push_back({path, name, kind_of(name)});
    std::vector<std::string> within;
    for (const Entry& entry : entries(path)) {
      const bool may_be_directory =
          entry.type == DT_DIR || entry.type == DT_LNK || entry.type == DT_UNKNOWN;
      if (may_be_directory && is_folder_name(entry.name)) within.push_back(entry.name);
    }
    std::sort(within.begin(), within.end());
    for (const std::string& child : within) {
      walk(path + "/" + child, (name.empty() ? "" : name + "/") + plain_folder_name(child));
    }
  }

  MaildirTree tree;

 private:
  static bool is_folder_name(const std::string& name) {
    return name != "." && name != ".." && name != "cur" && name != "new" && name != "tmp";
  }

  FolderKind kind_of(const std::string& name) const {
    if (is_within(name, names_.junk)) return FolderKind::kJunk;
    return is_within(name, names_.trash) ? FolderKind::kTrash : FolderKind::kOther;
  }

  const FolderNames& names_;
  std::set<DirectoryId> seen_;
};

void add_messages(const MailFolder& folder, bool is_new, std::vector<MessageFile>& out) {
  const std::string path = folder.path + (is_new ? "/new" : "/cur");
  for (const Entry& entry : entries(path)) {
    if (entry.name[0] == '.' || entry.type == DT_DIR) continue;
    out.push_back(
        {path + "/" + entry.name, std::string(without_flags(entry.name)), folder.kind, is_new});
  }
}

}  // namespace

MaildirTree find_folders(const std::string& maildir, const FolderNames& names) {
  struct stat found {};
  if (::stat(maildir.c_str(), &found) != 0) throw_system_error(errno, "open", maildir);
  if (!is_directory(maildir + "/cur") || !is_directory(maildir + "/new")) {
    throw Error(ErrorKind::kUsage, "this is no maildir: it has no folders cur and new",
                {maildir, -1, -1, ""});
  }
  TreeWalk walk(names);
  walk.walk(maildir, "");
  return std::move(walk.tree);
}

std::vector<MessageFile> list_messages(const std::vector<MailFolder>& folders) {
  std::vector<MessageFile> out;
  for (const MailFolder& folder : folders) {
    add_messages(folder, true, out);
    add_messages(folder, false, out);
  }
  return out;
}

std::string_view without_flags(std::string_view file_name) {
  return file_name.substr(0, file_name.find(':'));
}

std::string plain_folder_name(std::string_view name) {
  while (name.starts_with('.')) name.remove_prefix(1);
  while (name.ends_with('/')) name.remove_suffix(1);
  return std::string(name);
}

}  // namespace tally::watch
