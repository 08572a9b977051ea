#include "tally/mail/charset.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "tally/base/utf8.h"
#include "tally/mail/ascii.h"
#include "tally/mail/mime_library.h"
#include "tally/text/ascii.h"

namespace tally::mail {

namespace {

const iconv_t kNone = reinterpret_cast<iconv_t>(-1);
constexpr std::size_t kMostConverters = 32;
constexpr std::size_t kLongestName = 40;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";
// One malformed sequence in so many bytes is an accident; more, and the label is wrong.
constexpr std::size_t kBytesPerAccident = 50;

constexpr std::pair<std::string_view, std::string_view> kLarger[] = {
    {"us-ascii", "CP1252"},
    {"ascii", "CP1252"},
    {"ansi_x3.4-1968", "CP1252"},
    {"iso-8859-1", "CP1252"},
    {"latin1", "CP1252"},
    {"windows-1252", "CP1252"},
    {"gb2312", "GB18030"},
    {"gb_2312-80", "GB18030"},
    {"gbk", "GB18030"},
    {"ks_c_5601-1987", "UHC"},
    {"euc-kr", "UHC"},
    {"ks_c_5601", "UHC"},
    {"shift_jis", "CP932"},
    {"shift-jis", "CP932"},
    {"sjis", "CP932"},
    {"x-sjis", "CP932"},
    {"iso-8859-9", "CP1254"},
    {"tis-620", "CP874"},
    {"iso-8859-11", "CP874"},
    {"unicode-1-1-utf-7", "UTF-7"},
};

// Nothing but a name goes to iconv: its suffixes ("//IGNORE") and paths are not for a message.
bool is_name(std::string_view charset) {
  return !charset.empty() && charset.size() <= kLongestName &&
         std::all_of(charset.begin(), charset.end(), [](char c) {
           return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '+';
         });
}

// Charsets in which bytes below 128 need not be ASCII.
bool has_shifts(std::string_view name) {
  return name.starts_with("iso-2022") || name.starts_with("utf-7") || name.starts_with("utf-16") ||
         name.starts_with("utf-32") || name.starts_with("ucs-") || name.starts_with("hz") ||
         name.starts_with("unicode") || name.starts_with("ibm037");
}

bool means_utf8(std::string_view name) {
  return name.empty() || name == "utf-8" || name == "utf8" || name == "us-ascii" ||
         name == "ascii" || name == "iso-8859-1" || name == "windows-1252" || name == "latin1";
}

// A larger charset, else iconv's own name, else what GMime thinks the name means.
iconv_t open_converter(const std::string& charset) {
  const auto* const larger =
      std::find_if(std::begin(kLarger), std::end(kLarger),
                   [&](const auto& entry) { return entry.first == charset; });
  if (larger != std::end(kLarger)) return iconv_open("UTF-8", larger->second.data());
  const iconv_t opened = iconv_open("UTF-8", charset.c_str());
  if (opened != kNone) return opened;
  return iconv_open("UTF-8", mime_library().iconv_name(charset.c_str()));
}

}  // namespace

CharsetReader::~CharsetReader() {
  for (const auto& entry : converters_) {
    if (entry.second != kNone) iconv_close(entry.second);
  }
}

CharsetReader::Text CharsetReader::read(std::string_view bytes, std::string_view declared) {
  const std::string name = lower(declared);
  if (text::is_ascii(bytes) && !has_shifts(name)) return {bytes, Outcome::kAsDeclared};
  if (means_utf8(name) && is_utf8(bytes)) {
    const bool is_ascii_only = name == "us-ascii" || name == "ascii";
    return {bytes, is_ascii_only ? Outcome::kWrongCharset : Outcome::kAsDeclared};
  }
  if (name.empty()) return {guess(bytes), Outcome::kUnknownCharset};
  const iconv_t known = is_name(name) ? converter(name) : kNone;
  if (known == kNone) return {guess(bytes), Outcome::kUnknownCharset};
  if (convert(bytes, known, Trust::kSome)) return {text_, Outcome::kAsDeclared};
  return {guess(bytes), Outcome::kWrongCharset};
}

std::string_view CharsetReader::guess(std::string_view bytes) {
  if (is_utf8(bytes)) return bytes;
  convert(bytes, converter("windows-1252"), Trust::kAll);
  return text_;
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

bool CharsetReader::convert(std::string_view bytes, iconv_t converter, Trust trust) {
  text_.clear();
  const std::size_t most_accidents = 1 + bytes.size() / kBytesPerAccident;
  std::array<char, 1 << 13> piece;  // NOLINT: written before it is read
  char* from = const_cast<char*>(bytes.data());
  std::size_t left = bytes.size();
  std::size_t accidents = 0;
  while (left > 0) {
    char* to = piece.data();
    std::size_t room = piece.size();
    const std::size_t outcome = iconv(converter, &from, &left, &to, &room);
    text_.append(piece.data(), piece.size() - room);
    if (outcome != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
    text_.append(kReplacement);
    if (++accidents > most_accidents && trust != Trust::kAll) return false;
    if (errno == EINVAL) break;  // it ends within a character
    ++from;
    --left;
  }
  return true;
}

}  // namespace tally::mail
