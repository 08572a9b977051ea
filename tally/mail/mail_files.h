// The files of mail that a path means.
#pragma once

#include <string>
#include <vector>

namespace tally::mail {

/// The path itself if it is a file, a pipe or "-"; of a folder, every file in it and in its
/// sub-folders, in the order of their names (numbers by value: MH's 9 comes before 10). Left out
/// are hidden files and folders but those of Maildir++ (".Junk" with `cur` in it), the folder `tmp`
/// of a maildir, and what keeps the books of a mail store beside the mail: indices of Dovecot,
/// Courier and Cyrus, `.mh_sequences` and the like. Throws Error: kNoInput, kNoPermission.
std::vector<std::string> list_mail_files(const std::string& path);

}  // namespace tally::mail
