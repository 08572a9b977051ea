// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "tally/base/error.h"
#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBookStarts[] = {"dovecot", "courierimap", "maildirfolder",
                                            "subscriptions", "cyrus."};
constexpr std::string_view kBookNames[] = {"cmds", "maildirsize"};  // cmds: the SpamAssassin corpus

bool keeps_books(std::string_view name) {
  const auto starts = [&](std::string_view start) { return name.starts_with(start); };
  return std::any_of(std::begin(kBookStarts), std::end(kBookStarts), starts) ||
         std::find(std::begin(kBookNames), std::end(kBookNames), name) != std::end(kBookNames);
}

std::string_view without_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

std::string_view leading_digits(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  return text.substr(0, end);
}

// Numbers that the names begin with, by value; then by bytes.
bool comes_before(const fs::path& a, const fs::path& b) {
  const std::string one = a.filename().string();
  const std::string other = b.filename().string();
  const std::string_view number = without_zeros(leading_digits(one));
  const std::string_view rival = without_zeros(leading_digits(other));
  const bool both = !leading_digits(one).empty() && !leading_digits(other).empty();
  if (both && number.size() != rival.size()) return number.size() < rival.size();
  if (both && number != rival) return number < rival;
  return one < other;
}

bool is_maildir(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "cur", ignored) && fs::is_directory(folder / "new", ignored);
}

bool is_wanted(const std::string& name, bool is_folder, bool within_maildir) {
  if (within_maildir) return is_folder && (name == "cur" || name == "new");
  if (name.starts_with('.')) return false;
  return is_folder || !(name.starts_with(',') || keeps_books(name));
}

void list_folder(const fs::path& folder, const std::set<FileId>& apart,
                 std::vector<std::string>& files) {
  std::error_code failure;
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    entries.push_back(at->path());
  }
  if (failure) throw_system_error(failure.value(), "open", folder.string());
  std::sort(entries.begin(), entries.end(), comes_before);
  const bool within_maildir = is_maildir(folder);
  for (const fs::path& entry : entries) {
    std::error_code ignored;
    const bool is_folder = fs::is_directory(entry, ignored);
    if (!is_wanted(entry.filename().string(), is_folder, within_maildir)) continue;
    if (is_folder && fs::is_symlink(entry, ignored)) continue;  // it might lead in a circle
    if (!apart.empty()) {
      const std::optional<FileId> id = file_id(entry.string());
      if (id && apart.count(*id) > 0) continue;
    }
    if (is_folder) {
      list_folder(entry, apart, files);
    } else if (fs::is_regular_file(entry, ignored)) {
      files.push_back(entry.string());
    }
  }
}

}  // namespace

std::optional<FileId> file_id(const std::string& path) {
  struct stat found {};
  if (path == "-" || ::stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileId{found.st_dev, found.st_ino};
}

std::vector<std::string> list_mail_files(const std::string& path, const std::set<FileId>& apart) {
  std::error_code failure;
  if (path == "-" || !fs::is_directory(path, failure)) {
    if (failure && path != "-") throw_system_error(failure.value(), "open", path);
    return {path};
  }
  std::vector<std::string> files;
  list_folder(path, apart, files);
  return files;
}

}  // namespace tally::mail
