// SPDX-License-Identifier: Apache-2.0
// A text on each line and its class in front, as fastText has it, as delimited text:
//
//   __label__spam buy cheap pills          spam␟buy cheap pills
//   see you at lunch                  →    ␟see you at lunch        (a row without a class)
//   __label__ham                           ham␟                     (a row without a text)
//
// Each line becomes one line, so that errors name the right one, and whatever reads delimited text
// reads the rest. What stands for ␟ is a character that texts do not have.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "tally/read/byte_source.h"

namespace tally::csv {

inline constexpr std::string_view kLabelMark = "__label__";
inline constexpr char kLabelEnd = '\x1f';
inline constexpr const char* kLabelledClass = "class";  ///< the columns, as those of TextFolders
inline constexpr const char* kLabelledText = "text";

/// The lines of such a file, with a delimiter behind the label. One thread at a time.
class LabelledLines final : public ByteSource {
 public:
  /// `name` is for errors. A line has `longest_line` bytes at most.
  LabelledLines(std::unique_ptr<ByteSource> source, std::string name,
                std::size_t longest_line = std::size_t{256} << 20);

  /// Hands on the lines that are there. Throws Error (kData) with the line if it has a second
  /// label, one behind its text, or is too long; as ByteSource::read.
  std::size_t read(char* to, std::size_t most) override;
  bool is_ready(std::chrono::milliseconds patience) override;
  bool is_reopenable() const override { return source_->is_reopenable(); }

 private:
  bool translate_lines();
  void translate(std::string_view line);
  [[noreturn]] void fail(const std::string& sentence) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::size_t longest_line_;
  std::string input_;  // the start of a line whose end is to come
  bool ended_ = false;
  std::int64_t line_ = 0;
  std::string output_;     // translated lines …
  std::size_t given_ = 0;  // … and how many of their bytes were handed on
};

}  // namespace tally::csv
