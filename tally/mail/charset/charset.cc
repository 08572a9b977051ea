// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/charset.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

#include "tally/base/utf8.h"
#include "tally/mail/ascii.h"
#include "tally/mail/charset/charset_names.h"
#include "tally/mail/mime/mime_library.h"
#include "tally/text/ascii.h"

namespace tally::mail {

namespace {

// NOLINTNEXTLINE(performance-no-int-to-ptr): what iconv_open() gives if it fails
const iconv_t kNone = reinterpret_cast<iconv_t>(-1);
constexpr std::size_t kMostConverters = 32;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";
// One malformed sequence in so many bytes is an accident; more, and the label is wrong.
constexpr std::size_t kBytesPerAccident = 50;
// By so many nats a charset that was named is likelier than others; less where the name is the one
// that programs write without knowing.
constexpr double kNamed = 15, kNamedUtf8 = 7, kNamedByHabit = 2;
constexpr const char* kUtf8 = "UTF-8";
constexpr const char* kHabit = "CP1252";

// iconv's own name, else what GMime thinks the name means.
iconv_t open_converter(const std::string& charset) {
  const iconv_t opened = iconv_open(kUtf8, charset == kHz ? "GB18030" : charset.c_str());
  if (opened != kNone) return opened;
  return iconv_open(kUtf8, mime_library().iconv_name(charset.c_str()));
}

bool says_ascii(std::string_view declared) {
  const std::string name = lower(trimmed(declared));
  return name == "us-ascii" || name == "ascii";
}

}  // namespace

CharsetReader::~CharsetReader() {
  for (const auto& entry : converters_) {
    if (entry.second != kNone) iconv_close(entry.second);
  }
}

CharsetReader::Text CharsetReader::read(std::string_view bytes, std::string_view declared) {
  const std::string name = charset_name(declared);
  if (text::is_ascii(bytes) && !has_shifts(name)) return {bytes, Outcome::kAsDeclared};
  const bool is_utf8_text = is_utf8(bytes) && !has_shifts(name);
  if (is_utf8_text && (name.empty() || name == kUtf8 || name == kHabit)) {
    return {bytes, says_ascii(declared) ? Outcome::kWrongCharset : Outcome::kAsDeclared};
  }
  if (name.empty() || converter(name) == kNone) {
    return guess(bytes, "", 0, Outcome::kUnknownCharset);
  }
  if (says_ascii(declared)) return guess(bytes, "", 0, Outcome::kWrongCharset);
  if (name == kUtf8) return guess(bytes, name, kNamedUtf8, Outcome::kWrongCharset);
  if (name == kHabit) return guess(bytes, name, kNamedByHabit, Outcome::kWrongCharset);
  if (!is_utf8_text && fits(bytes, name)) return {text_, Outcome::kAsDeclared};
  return guess(bytes, name, kNamed, Outcome::kWrongCharset);
}

// The short way: makes text_ of all bytes where there is no need to try other charsets.
bool CharsetReader::fits(std::string_view bytes, const std::string& charset) {
  if (CharsetGuess::is_known(charset)) {
    if (!CharsetGuess::is_east_asian(charset)) return false;
    convert(telling_piece(bytes), charset, Trust::kAll);
    if (!guesser().is_likely(text_, charset)) return false;
  }
  return convert(bytes, charset, Trust::kSome);
}

const CharsetGuess& CharsetReader::guesser() {
  if (!guess_) guess_ = std::make_unique<CharsetGuess>();
  return *guess_;
}

CharsetReader::Text CharsetReader::guess(std::string_view bytes, const std::string& declared,
                                         double preferred, Outcome if_other) {
  if (is_utf8(bytes) && declared.empty()) return {bytes, if_other};
  const auto read = [&](std::string_view piece,
                        const char* name) -> std::optional<std::string_view> {
    if (!convert(piece, name, Trust::kAll)) return std::nullopt;
    return text_;
  };
  const std::string charset = guesser()(telling_piece(bytes), declared, preferred, read);
  convert(bytes, charset, Trust::kAll);
  return {text_, charset == declared ? Outcome::kAsDeclared : if_other};
}

iconv_t CharsetReader::converter(const std::string& charset) {
  const auto found = converters_.find(charset);
  if (found != converters_.end()) {
    if (found->second != kNone) iconv(found->second, nullptr, nullptr, nullptr, nullptr);
    return found->second;
  }
  if (converters_.size() >= kMostConverters) {
    for (const auto& entry : converters_) {
      if (entry.second != kNone) iconv_close(entry.second);
    }
    converters_.clear();
  }
  const iconv_t opened = open_converter(charset);
  converters_.emplace(charset, opened);
  return opened;
}

bool CharsetReader::convert(std::string_view bytes, const std::string& charset, Trust trust) {
  text_.clear();
  const iconv_t converter = this->converter(charset);
  if (converter == kNone) return false;
  const std::string unshifted = charset == kHz ? unshift_hz(bytes) : "";
  if (charset == kHz) bytes = unshifted;
  const std::size_t most_accidents = 1 + bytes.size() / kBytesPerAccident;
  std::array<char, 1 << 13> piece;  // NOLINT: written before it is read
  char* from = const_cast<char*>(bytes.data());
  std::size_t left = bytes.size();
  std::size_t accidents = 0;
  const auto step = [&](char** in, std::size_t* size) {
    char* to = piece.data();
    std::size_t room = piece.size();
    const std::size_t outcome = iconv(converter, in, size, &to, &room);
    text_.append(piece.data(), piece.size() - room);
    return outcome;
  };
  while (left > 0) {
    const std::size_t outcome = step(&from, &left);
    if (outcome != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
    text_.append(kReplacement);
    if (++accidents > most_accidents && trust != Trust::kAll) return false;
    if (errno == EINVAL) break;  // it ends within a character
    ++from;
    --left;
  }
  step(nullptr, nullptr);  // a letter that waits for its marks (CP1255)
  return true;
}

}  // namespace tally::mail
