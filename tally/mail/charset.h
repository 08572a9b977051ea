// Bytes in some charset become UTF-8.
#pragma once

#include <iconv.h>

#include <string>
#include <string_view>
#include <unordered_map>

namespace tally::mail {

/// Labels are often missing or wrong: a text is read by the declared charset if that fits it, else
/// as UTF-8 if it is that, else as windows-1252, in which every byte is a character. A charset that
/// is part of a larger one is read as the larger (GB2312 as GB18030, ISO 8859-1 as windows-1252),
/// since mail that says the one often means the other. Not to be shared between threads.
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
  bool convert(std::string_view bytes, iconv_t converter, Trust trust);
  std::string_view guess(std::string_view bytes);

  std::unordered_map<std::string, iconv_t> converters_;
  std::string text_;
};

}  // namespace tally::mail
