// SPDX-License-Identifier: Apache-2.0
// Bytes in some charset become UTF-8.
#pragma once

#include <iconv.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tally/mail/charset/charset_guess.h"

namespace tally::mail {

/// Labels are often missing or wrong. A text is UTF-8 if it is that and its label allows for it; it
/// is what was declared if that fits and makes a likely text; else what makes the likeliest one
/// (charset_guess.h). "us-ascii", "iso-8859-1" and "utf-8" are what programs write that do not
/// know. A charset that is part of a larger one is read as the larger (charset_names.h). Not to be
/// shared between threads.
class CharsetReader {
 public:
  CharsetReader() = default;
  ~CharsetReader();
  CharsetReader(const CharsetReader&) = delete;
  CharsetReader& operator=(const CharsetReader&) = delete;

  enum class Outcome { kAsDeclared, kUnknownCharset, kWrongCharset };
  struct Text {
    std::string_view utf8;  ///< of the bytes given, or valid until the next call
    Outcome outcome = Outcome::kAsDeclared;
  };
  /// What few bytes the charset has no character for become U+FFFD.
  Text read(std::string_view bytes, std::string_view declared);

 private:
  iconv_t converter(const std::string& charset);
  enum class Trust { kSome, kAll };
  // Makes text_; false if so much does not fit that the charset cannot be this one.
  bool convert(std::string_view bytes, const std::string& charset, Trust trust);
  bool fits(std::string_view bytes, const std::string& charset);
  const CharsetGuess& guesser();
  Text guess(std::string_view bytes, const std::string& declared, double preferred,
             Outcome if_other);

  std::unordered_map<std::string, iconv_t> converters_;
  std::unique_ptr<CharsetGuess> guess_;  // made when it is first needed
  std::string text_;
};

}  // namespace tally::mail
