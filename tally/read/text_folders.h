// SPDX-License-Identifier: Apache-2.0
// Texts in folders, a folder for each class:
//
//   texts/ham/1.txt  texts/ham/old/2.txt  texts/spam/3.txt
//
// Every file is a row with the columns `text` and `class`.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tally/read.h"
#include "tally/read/table_source.h"

namespace tally {

inline constexpr const char* kFolderText = "text";
inline constexpr const char* kFolderClass = "class";

/// Whether an input is a folder.
bool is_folder(const std::string& input);

/// A file of such a folder.
struct TextFile {
  std::string path;
  std::string klass;  ///< the folder at the top; empty: it lies in none
  std::int64_t bytes = 0;
};

/// The files below a folder in the order of their paths, folder by folder. Hidden files and folders
/// are skipped, and so is what is not a file; a link to a folder is followed at the top level only.
/// Throws Error: kNoInput and kNoPermission; kData for a folder without a file, a class without
/// one, a link that leads back, and for mail.
std::vector<TextFile> list_text_files(const std::string& folder);

/// The texts are read on demand: a few at a time for each thread. The kept cell is the
/// path of the file.
class TextFolders final : public TableSource {
 public:
  struct Sizes {
    std::size_t files = 64;  ///< in a batch, at most
    std::int64_t bytes = 1 << 20;
    std::int64_t longest_text = std::int64_t{256} << 20;
  };
  /// REQUIRES: an input is a folder. Throws Error as list_text_files; kData if one is none.
  TextFolders(const std::vector<std::string>& inputs, ReadOptions options, Sizes sizes);

  const std::vector<std::string>& column_names() override { return names_; }
  /// Throws Error (kData) for a file that lies in no class.
  std::vector<ColumnSample> sample() override;
  void read(const Schema& schema, int threads, const Table::Work& work,
            const std::vector<Role>& optional) override;
  ReadProgress progress() const override;

 private:
  struct FileRange {
    std::size_t begin, end;
  };
  struct Worker;
  struct Plan;
  Plan plan_for(const Schema& schema, const std::vector<Role>& optional) const;
  void check_classes() const;
  std::optional<FileRange> next_files();
  std::string text_of(const TextFile& file) const;
  const Batch& make(const FileRange& range, const Plan& plan, Worker& worker) const;

  std::vector<std::string> inputs_;
  ReadOptions options_;
  Sizes sizes_;
  std::vector<std::string> names_{kFolderText, kFolderClass};
  std::vector<TextFile> files_;
  std::int64_t total_bytes_ = 0;
  std::size_t next_ = 0;
  std::atomic<std::int64_t> rows_{0}, bytes_{0};
};

}  // namespace tally
