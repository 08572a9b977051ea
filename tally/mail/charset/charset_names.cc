// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/charset_names.h"

#include <algorithm>
#include <utility>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

constexpr std::size_t kLongestName = 40;

// Without "x-", dashes and underscores.
constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"utf8", "UTF-8"},
    {"unicode11utf8", "UTF-8"},
    {"usascii", "CP1252"},
    {"ascii", "CP1252"},
    {"ansix3.41968", "CP1252"},
    {"iso88591", "CP1252"},
    {"latin1", "CP1252"},
    {"gb2312", "GB18030"},
    {"gb2312.1980", "GB18030"},
    {"gb231280", "GB18030"},
    {"csgb2312", "GB18030"},
    {"gbk", "GB18030"},
    {"gb18030", "GB18030"},
    {"euccn", "GB18030"},
    {"cngb", "GB18030"},
    {"chinese", "GB18030"},
    {"cp936", "GB18030"},
    {"ms936", "GB18030"},
    {"windows936", "GB18030"},
    {"hz", kHz},
    {"hzgb2312", kHz},
    {"big5", "CP950"},
    {"cnbig5", "CP950"},
    {"csbig5", "CP950"},
    {"ms950", "CP950"},
    {"windows950", "CP950"},
    {"big5hkscs", "BIG5-HKSCS"},
    {"kscs56011987", "UHC"},
    {"ksc56011987", "UHC"},
    {"ksc56011989", "UHC"},
    {"ksc5601", "UHC"},
    {"euckr", "UHC"},
    {"korean", "UHC"},
    {"ms949", "UHC"},
    {"cp949", "UHC"},
    {"windows949", "UHC"},
    {"shiftjis", "CP932"},
    {"sjis", "CP932"},
    {"mskanji", "CP932"},
    {"csshiftjis", "CP932"},
    {"windows31j", "CP932"},
    {"ms932", "CP932"},
    {"eucjp", "EUC-JP-MS"},
    {"koi8", "KOI8-R"},
    {"koi8r", "KOI8-R"},
    {"cskoi8r", "KOI8-R"},
    {"iso88599", "CP1254"},
    {"tis620", "CP874"},
    {"windows874", "CP874"},
    {"iso885911", "CP874"},
    {"unicode11utf7", "UTF-7"},
    {"unknown8bit", ""},
    {"unknown", ""},
    {"8bit", ""},
    {"userdefined", ""},
    {"default", ""},
    {"none", ""},
};

// Nothing but a name goes to iconv: its suffixes ("//IGNORE") and paths are not for a message.
bool is_name(std::string_view charset) {
  return !charset.empty() && charset.size() <= kLongestName &&
         std::all_of(charset.begin(), charset.end(), [](char c) {
           return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '+';
         });
}

// "windows-1251", "cp1251", "win-1251", "x-cp1251" are one; of them only the number is known.
std::string windows_name(std::string_view bare) {
  for (const std::string_view start : {"windows", "win", "cp", "ms"}) {
    if (!bare.starts_with(start)) continue;
    const std::string_view number = bare.substr(start.size());
    if (number.size() == 4 && number.starts_with("125") && is_digit(number[3])) {
      return "CP" + std::string(number);
    }
  }
  return "";
}

}  // namespace

std::string charset_name(std::string_view declared) {
  declared = trimmed(declared);
  while (declared.starts_with('"') || declared.starts_with('\'')) declared.remove_prefix(1);
  while (declared.ends_with('"') || declared.ends_with('\'')) declared.remove_suffix(1);
  if (!is_name(declared)) return "";
  const std::string name = lower(declared);
  std::string bare = name.substr(name.starts_with("x-") ? 2 : 0);
  bare.erase(std::remove_if(bare.begin(), bare.end(), [](char c) { return c == '-' || c == '_'; }),
             bare.end());
  const auto* const known = std::find_if(std::begin(kNames), std::end(kNames),
                                         [&](const auto& entry) { return entry.first == bare; });
  if (known != std::end(kNames)) return std::string(known->second);
  const std::string windows = windows_name(bare);
  return windows.empty() ? name : windows;
}

bool has_shifts(std::string_view charset) {
  for (const std::string_view start : {"iso-2022", "utf-7", "utf-16", "utf-32", "utf7", "utf16",
                                       "utf32", "ucs-", "hz", "unicode", "ibm037", "csiso2022"}) {
    if (starts_with_folded(charset, start)) return true;
  }
  return false;
}

std::string unshift_hz(std::string_view bytes) {
  std::string out;
  bool is_shifted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    const char next = i + 1 < bytes.size() ? bytes[i + 1] : '\0';
    if (c == '\n') is_shifted = false;  // a line begins in ASCII
    if (c == '~' && (next == '{' || next == '}')) {
      is_shifted = next == '{';
      ++i;
    } else if (c == '~' && next == '\n') {
      ++i;
    } else if (!is_shifted) {
      if (c == '~' && next == '~') ++i;
      out += c;
    } else {
      out += c > ' ' ? static_cast<char>(c | '\x80') : c;
    }
  }
  return out;
}

}  // namespace tally::mail
