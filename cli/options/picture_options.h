// SPDX-License-Identifier: Apache-2.0
// --svg WHAT=FILE: single pictures of what a verb has several of.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "tally/inside/report.h"

namespace tally::cli {

class PictureOptions {
 public:
  /// `what` is what the help calls the name of a picture.
  void attach(Command& command, const std::string& what, const std::string& help);
  /// As words that a shell offers, "roc=" for one.
  void attach_scores(Command& command);

  bool any() const { return !wanted_.empty(); }

  struct Wanted {
    std::string name, path;
  };
  /// What is asked for, each of one of these names. A name ends at the first = that makes it one of them:
  /// both names and files may have more. Throws Error (kUsage) for another name, for a file that is not
  /// to be .svg, and for two pictures in one file.
  std::vector<Wanted> among(const std::vector<std::string>& names) const;

  /// Throws as `among`: before the rows are read.
  void check_scores() const { score_pictures(); }
  /// Draws what is asked for of a score. Throws Error (kData) where there is nothing to see.
  void write_scores(const Score& score, const ScoreSummary& summary,
                    const std::string& target) const;

 private:
  std::vector<std::pair<ScorePicture, std::string>> score_pictures() const;

  std::vector<std::string> wanted_;
};

/// Writes all files or, where one cannot be created, none. Each is (path, text).
void write_files(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace tally::cli
