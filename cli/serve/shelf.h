// SPDX-License-Identifier: Apache-2.0
// The models that are served, by name. A file that has changed is taken over between two requests.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/serve/loaded_model.h"

namespace tally::server {

/// Whether a file is the one that was read: when it was changed, its size, which it is; of the log beside it, too.
struct FileStamp {
  static FileStamp of(const std::string& path);
  std::array<std::int64_t, 8> fields{};  ///< all 0: there is none
  /// It was changed so lately that another change might leave the same stamp.
  bool may_change_unseen = false;

  friend bool operator==(const FileStamp& a, const FileStamp& b) { return a.fields == b.fields; }
};

/// One model. May be used by several threads at once.
class ServedModel {
 public:
  /// Of mail, it keeps so many models open (OpenModels).
  ServedModel(std::string name, std::string path, std::size_t most_open = 1)
      : name_(std::move(name)), path_(std::move(path)), most_open_(most_open) {}

  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }

  /// The model as the file is now; while somebody else reads a changed file anew, and where that cannot be read,
  /// as it was before: then it is tried again, at once where the file has changed since, else after kRetry. Throws
  /// Error as LoadedModel if it was never read, and TakesLong where it would have to be read and that may not
  /// take long.
  std::shared_ptr<const LoadedModel> current(bool may_take_long = true);
  static constexpr std::chrono::milliseconds kRetry{250};

  /// Runs what changes the file, one at a time, and reads the file again: the next request sees the
  /// change.
  void change(const std::function<void()>& change);

  /// Lets go of what nobody has needed lately.
  void tidy();

  /// Why the file could not be read anew, or nothing.
  std::string problem() const;
  std::int64_t reloads() const;

 private:
  std::shared_ptr<const LoadedModel> reload();
  bool is_up_to_date(const FileStamp& now) const;

  std::string name_, path_;
  std::size_t most_open_;
  std::mutex changing_;       // one writer at a time
  std::mutex reading_;        // one reader of the file at a time
  mutable std::mutex mutex_;  // of what follows
  std::shared_ptr<const LoadedModel> loaded_;
  FileStamp stamp_;  // of what is loaded, or could not be
  std::string problem_;
  std::chrono::steady_clock::time_point retry_at_{};  // where there is a problem
  std::int64_t reloads_ = 0;
};

/// May be used by several threads at once.
class Shelf {
 public:
  /// Files of models, and folders of them (*.tally). A model's name is that of its file without the ending. Throws
  /// Error: kUsage for two of one name, kNoInput for what is not there.
  explicit Shelf(const std::vector<std::string>& paths, std::size_t most_open = 1);

  /// The model, or null. A folder is looked at again where it has changed.
  std::shared_ptr<ServedModel> find(const std::string& name);
  /// All of them, by name.
  std::vector<std::shared_ptr<ServedModel>> all();
  /// Lets go of what nobody has needed lately.
  void tidy();

 private:
  struct Folder {
    std::string path;
    FileStamp stamp;
    std::vector<std::string> names;  // that it has given
  };
  void look_again();
  void scan(Folder& folder);
  void add_file(const std::string& path);

  std::size_t most_open_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<ServedModel>> models_;
  std::vector<Folder> folders_;
};

}  // namespace tally::server
