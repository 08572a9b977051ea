// SPDX-License-Identifier: Apache-2.0
#include "cli/watch/watch_book.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <random>
#include <sstream>
#include <tuple>

#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::watch {

namespace {

constexpr std::int64_t kWeek = std::int64_t{7} * 24 * 3600;
constexpr const char* kTitle = "tally-watch-1";
constexpr const char kTaught[] = "-jo";  // by Taught

// A file's name may hold any byte.
std::string escaped(std::string_view name) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 0x7F && c != '%') {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

// False for what `escaped` does not write.
bool unescape(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned byte = 0;
    if (i + 3 > text.size()) return false;
    const char* const end = text.data() + i + 3;
    if (std::from_chars(text.data() + i + 1, end, byte, 16).ptr != end) return false;
    out += static_cast<char>(byte);
    i += 2;
  }
  return !out.empty();
}

[[noreturn]] void refuse(const std::string& path, std::int64_t line) {
  throw Error(ErrorKind::kData,
              "this is not what tally watch writes; without the file, watching begins anew",
              {path, line, -1, ""});
}

bool read_taught(std::istream& in, Taught& out) {
  char letter = 0;
  in >> letter;
  const std::size_t at = std::string_view(kTaught).find(letter);
  if (at == std::string_view::npos) return false;
  out = static_cast<Taught>(at);
  return true;
}

bool parse_message(const std::string& line, std::string& name, KnownMessage& out) {
  std::istringstream in(line);
  std::string word;
  in >> word >> out.in_junk >> out.in_other >> out.from_junk;
  if (!in || !unescape(word, name)) return false;
  if (!read_taught(in, out.learned) || !read_taught(in, out.wanted)) return false;
  in >> out.lesson >> out.gone >> out.file.number >> out.file.size >> out.file.changed;
  return !in.fail() && (in >> std::ws).eof();
}

void write_all(int descriptor, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ::ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_system_error(errno, "write", path);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

SameFile SameFile::of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return {};
  return {found.st_ino, found.st_size,
          std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec};
}

WatchBook WatchBook::begin() {
  WatchBook book;
  std::random_device random;
  for (int word = 0; word < 4; ++word) {
    std::ostringstream digits;
    digits << std::hex << random();
    book.id_ += digits.str();
  }
  return book;
}

WatchBook WatchBook::read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw_system_error(errno, "open", path);
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) throw_system_error(EIO, "read", path);
  return parse(text.str(), path);
}

WatchBook WatchBook::parse(const std::string& text, const std::string& path) {
  WatchBook book;
  std::istringstream lines(text);
  std::string line, title;
  std::getline(lines, line);
  std::istringstream head(line);
  head >> title >> book.id_ >> book.lessons_;
  if (!head || title != kTitle) refuse(path, 1);
  for (std::int64_t number = 2; std::getline(lines, line); ++number) {
    std::string name;
    KnownMessage message;
    if (!parse_message(line, name, message) || !book.messages_.emplace(name, message).second) {
      refuse(path, number);
    }
  }
  book.is_new_ = book.has_changed_ = false;
  return book;
}

std::string WatchBook::text() const {
  std::ostringstream out;
  out << kTitle << ' ' << id_ << ' ' << lessons_ << '\n';
  for (const auto& [name, message] : messages_) {
    out << escaped(name) << ' ' << message.in_junk << ' ' << message.in_other << ' '
        << message.from_junk << ' ' << kTaught[static_cast<int>(message.learned)] << ' '
        << kTaught[static_cast<int>(message.wanted)] << ' ' << message.lesson << ' ' << message.gone
        << ' ' << message.file.number << ' ' << message.file.size << ' ' << message.file.changed
        << '\n';
  }
  return out.str();
}

void WatchBook::write(const std::string& path) const {
  TemporaryFile file(path, 0600);
  write_all(file.descriptor(), text(), path);
  if (::fsync(file.descriptor()) != 0 || !file.close()) throw_system_error(errno, "write", path);
  if (::rename(file.name().c_str(), path.c_str()) != 0) throw_system_error(errno, "create", path);
  file.keep();
  // The new name is on disk too.
  const int folder = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
  has_changed_ = false;
}

// As if it had been known before, so that what has become of it since can be told.
KnownMessage WatchBook::first_sight(const MessageFile& file, bool in_other,
                                    const ByNumber& known) const {
  KnownMessage out;
  out.file = SameFile::of(file.path);
  const bool in_junk = file.kind == FolderKind::kJunk;
  if (is_new_) {
    out.in_junk = out.from_junk = in_junk;
    out.in_other = in_other;
    return out;
  }
  const auto twin = known.find(out.file.number);
  if (out.file.size >= 0 && twin != known.end() && twin->second.file == out.file) {
    out.from_junk = twin->second.from_junk;
    out.learned = twin->second.learned;
    // What was to be learned under that name still is, and is the same lesson: perhaps it has been learned.
    out.wanted = twin->second.wanted;
    out.lesson = twin->second.lesson;
  } else {
    out.from_junk = in_junk && file.is_new;
  }
  return out;
}

// A file that has had several names: by the one that it was last known by.
WatchBook::ByNumber WatchBook::files_by_number() const {
  ByNumber out;
  for (const auto& [name, message] : messages_) {
    const auto [found, is_first] = out.emplace(message.file.number, message);
    const KnownMessage& other = found->second;
    const auto age_of = [](const KnownMessage& one) {
      return std::tuple(one.gone == 0, one.lesson, one.gone);
    };
    const bool is_later = age_of(message) > age_of(other);
    if (!is_first && is_later) found->second = message;
  }
  return out;
}

void WatchBook::want(KnownMessage& message, Taught as) {
  // A lesson that is under way may have been learned or not.
  if (message.wanted == Taught::kNothing && message.learned == as) return;
  message.wanted = as;
  message.lesson = ++lessons_;
}

void WatchBook::look_at(const std::vector<MessageFile>& files, std::int64_t now) {
  struct Sight {
    const MessageFile* file = nullptr;
    bool in_junk = false, in_other = false;
  };
  std::map<std::string_view, Sight> sights;
  for (const MessageFile& file : files) {
    Sight& sight = sights[file.name];
    sight.in_junk = sight.in_junk || file.kind == FolderKind::kJunk;
    sight.in_other = sight.in_other || file.kind == FolderKind::kOther;
    // Listed last is `cur`, where a message goes from `new`.
    if (sight.file == nullptr || file.kind != FolderKind::kTrash) sight.file = &file;
  }
  // Those with a new name come last, for what they were known by may have moved, too.
  std::vector<std::string_view> names;
  for (const bool are_known : {true, false}) {
    for (const auto& [name, sight] : sights) {
      if (messages_.contains(std::string(name)) == are_known) names.push_back(name);
    }
  }
  ByNumber by_number;  // made when a name is new
  for (const std::string_view view : names) {
    const Sight& sight = sights.at(view);
    const std::string name(view);
    auto known = messages_.find(name);
    if (known == messages_.end()) {
      if (by_number.empty() && !is_new_) by_number = files_by_number();
      known = messages_.emplace(name, first_sight(*sight.file, sight.in_other, by_number)).first;
      has_changed_ = true;
    }
    KnownMessage& message = known->second;
    const KnownMessage before = message;
    message.gone = 0;
    message.path = sight.file->path;
    message.in_junk = sight.in_junk;
    message.in_other = sight.in_other;
    const bool into_junk = sight.in_junk && !before.in_junk;
    const bool into_other = sight.in_other && !before.in_other;
    if (into_junk != into_other && message.from_junk != into_junk) {
      message.from_junk = into_junk;
      want(message, into_junk ? Taught::kJunk : Taught::kOther);
    }
    KnownMessage at_this_path = before;
    at_this_path.path = message.path;  // which is not written
    has_changed_ = has_changed_ || message != at_this_path;
  }
  for (auto known = messages_.begin(); known != messages_.end();) {
    KnownMessage& message = known->second;
    if (sights.contains(known->first)) {
      ++known;
      continue;
    }
    message.path.clear();
    if (message.gone == 0) {
      message.gone = std::max<std::int64_t>(now, 1);
      message.in_junk = message.in_other = false;
      has_changed_ = true;
    }
    const bool is_over = now - message.gone > kWeek;
    has_changed_ = has_changed_ || is_over;
    known = is_over ? messages_.erase(known) : std::next(known);
  }
  is_new_ = false;
}

std::vector<Lesson> WatchBook::lessons() const {
  std::vector<std::pair<std::int64_t, Lesson>> found;
  for (const auto& [name, message] : messages_) {
    if (message.wanted == Taught::kNothing || message.path.empty()) continue;
    found.push_back({message.lesson,
                     {name, message.path, message.wanted,
                      "watch-" + id_ + "-" + std::to_string(message.lesson)}});
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Lesson> out;
  for (auto& [number, lesson] : found) out.push_back(std::move(lesson));
  return out;
}

void WatchBook::learned(const Lesson& lesson) {
  KnownMessage& message = messages_.at(lesson.name);
  message.learned = lesson.as;
  message.wanted = Taught::kNothing;
  has_changed_ = true;
}

}  // namespace tally::watch
