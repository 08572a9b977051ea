// SPDX-License-Identifier: Apache-2.0
// What a watcher knows of a maildir: where each message was last seen, and what it has been learned as.
//
//   WatchBook book = WatchBook::read(path);
//   book.look_at(list_messages(folders), now);
//   book.write(path);                            // what is to be learned is on disk before it is learned …
//   for (Lesson& lesson : book.lessons()) …      // … under the key of the lesson, once
//   book.write(path);
//
// A message is known by its name without flags. A server that gives a message another name when it moves it (Dovecot)
// does so by a link: the file is the same one, and so is the message.
//
// What has been moved into Junk is to be learned as junk, what has been moved out of it as other mail. What is
// delivered is not moved: it lies in `new` when it is first seen; what a client puts into Junk lies in its `cur`.
// What is thrown away keeps its place. Of a maildir that is seen for the first time nothing was moved.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/watch/maildir.h"

namespace tally::watch {

enum class Taught { kNothing, kJunk, kOther };

/// A file, whatever its name: a new one has another time, even where it has the number of one that is gone.
struct SameFile {
  std::uint64_t number = 0;  ///< inode
  std::int64_t size = -1;    ///< −1: not known
  std::int64_t changed = 0;  ///< nanoseconds
  bool operator==(const SameFile&) const = default;
  static SameFile of(const std::string& path);
};

struct KnownMessage {
  bool in_junk = false, in_other = false;  ///< when it was last looked for
  bool from_junk = false;                  ///< the last place that says something, Junk or not
  Taught learned = Taught::kNothing;
  Taught wanted = Taught::kNothing;  ///< is to be learned, or perhaps has been: the key tells
  std::int64_t lesson = 0;           ///< its number
  std::int64_t gone = 0;             ///< since when, in seconds; 0: it is there
  SameFile file;
  std::string path;  ///< not kept in the file; empty: it is not there

  bool operator==(const KnownMessage&) const = default;
};

/// What is to be learned.
struct Lesson {
  std::string name;
  std::string path;
  Taught as;
  std::string key;  ///< of this lesson alone, also after a restart
};

class WatchBook {
 public:
  /// A book of nothing, with an identity of its own.
  static WatchBook begin();
  /// Throws Error: kNoInput if there is none, kData for a file that is none.
  static WatchBook read(const std::string& path);
  static WatchBook parse(const std::string& text, const std::string& path);
  std::string text() const;
  /// Atomically, for the owner alone, and on disk. Throws Error (kCannotCreate …).
  void write(const std::string& path) const;

  /// Takes note of what lies where. `now` in seconds: what has been gone for a week is struck out.
  void look_at(const std::vector<MessageFile>& files, std::int64_t now);
  /// What is to be learned, in the order in which it was seen.
  std::vector<Lesson> lessons() const;
  void learned(const Lesson& lesson);

  std::size_t size() const { return messages_.size(); }
  /// Whether there is anything that `write` would write.
  bool has_changed() const { return has_changed_; }
  const std::map<std::string, KnownMessage>& messages() const { return messages_; }

 private:
  using ByNumber = std::unordered_map<std::uint64_t, KnownMessage>;  // of their files
  ByNumber files_by_number() const;
  KnownMessage first_sight(const MessageFile& file, bool in_other, const ByNumber& known) const;
  void want(KnownMessage& message, Taught as);

  std::string id_;
  std::int64_t lessons_ = 0;
  bool is_new_ = true;  // nothing has been looked at
  mutable bool has_changed_ = true;
  std::map<std::string, KnownMessage> messages_;
};

}  // namespace tally::watch
