// SPDX-License-Identifier: Apache-2.0
// ARFF, the format of Weka: what its attributes are, and its rows as delimited text.
//
//   % a comment                          (an empty line)
//   @relation weather                    (an empty line)
//   @attribute outlook {sunny, rainy}    (an empty line)
//   @attribute 'wind speed' real    →    (an empty line)
//   @data                                outlook,wind speed
//   sunny, ?                             sunny,
//   {1 3.5}                              sunny,3.5
//
// Each line becomes one line, so that errors name the right one, and whatever reads delimited text
// reads the rest.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tally/read/byte_source.h"

namespace tally::csv {

struct ArffAttribute {
  std::string name;
  bool is_nominal = false;
  bool is_numeric = false;          ///< else a string or a date
  std::vector<std::string> values;  ///< of a nominal one
};

/// The lines of an ARFF file as lines of delimited text: commas, cells in double quotes where they
/// need them, empty cells for a ? without quotes. A sparse row has 0, or the first value of a
/// nominal attribute, where it names nothing. One thread at a time.
class ArffSource final : public ByteSource {
 public:
  /// Reads up to the line @data. `name` is for errors. Throws Error (kData): a declaration that is
  /// not understood, no attributes, no @data; as ByteSource::read.
  ArffSource(std::unique_ptr<ByteSource> source, std::string name);

  const std::vector<ArffAttribute>& attributes() const { return attributes_; }
  /// The attribute that is the class by custom: one called class, in whatever case, or else the
  /// last if it is nominal; −1 if there is none.
  int class_attribute() const;

  /// Throws Error (kData) for a quote that is not closed, or a sparse row that makes no sense.
  std::size_t read(char* to, std::size_t most) override;
  bool is_reopenable() const override { return source_->is_reopenable(); }

 private:
  bool next_line(std::string& line);
  void read_header();
  void declare(std::string_view rest);
  std::vector<std::string> parse_values(std::string_view list) const;
  void translate(std::string_view line, std::string& out);
  void translate_sparse(std::string_view line, std::string& out);
  [[noreturn]] void fail(const std::string& sentence) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<ArffAttribute> attributes_;
  std::string input_;     // bytes that were read …
  std::size_t used_ = 0;  // … and how many of them are lines that were taken
  bool ended_ = false;
  std::int64_t line_ = 0;
  std::string output_;     // translated lines …
  std::size_t given_ = 0;  // … and how many of their bytes were handed on
};

}  // namespace tally::csv
