#include "tally/mail/encoded_words.h"

#include <algorithm>

#include "tally/base/utf8.h"
#include "tally/mail/ascii.h"
#include "tally/mail/byte_codes.h"
#include "tally/mail/mime_library.h"

namespace tally::mail {

namespace {

// The part before `end`, which is cut off with it; nothing where there is none.
std::optional<std::string_view> cut_until(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return part;
}

bool is_plain_base64(std::string_view text) {
  const std::string_view letters = text.substr(0, text.find('='));
  return text.size() % 4 == 0 && text.size() - letters.size() <= 2 &&
         text.find_first_not_of('=', letters.size()) == std::string_view::npos &&
         std::all_of(letters.begin(), letters.end(),
                     [](char c) { return is_alnum(c) || c == '+' || c == '/'; });
}

// In a word a space is written as an underscore.
bool append_q(std::string_view text, std::string& out) {
  for (std::size_t at = text.find('='); at < text.size(); at = text.find('=', at + 3)) {
    if (at + 2 >= text.size() || hex_value(text[at + 1]) < 0 || hex_value(text[at + 2]) < 0) {
      return false;
    }
  }
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  append_quoted_printable(spaced, out);
  return true;
}

bool append_in_charset(std::string_view bytes, const std::string& charset, std::string& out) {
  if (bytes.find('\0') != std::string_view::npos) return false;
  if (charset == "iso-8859-1") {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x80 && byte < 0xA0) return false;
      if (byte >= 0x80) out.push_back(static_cast<char>(0xC0 | byte >> 6));
      out.push_back(static_cast<char>(byte >= 0x80 ? 0x80 | (byte & 0x3F) : byte));
    }
    return true;
  }
  const bool is_ascii = std::none_of(bytes.begin(), bytes.end(), is_beyond_ascii);
  if ((charset != "utf-8" || !is_utf8(bytes)) && (charset != "us-ascii" || !is_ascii)) return false;
  out.append(bytes);
  return true;
}

// "=?charset?B?text?=", taken off the start of `text`.
bool append_word(std::string_view& text, std::string& out) {
  text.remove_prefix(2);
  const auto charset = cut_until(text, "?");
  const auto encoding = cut_until(text, "?");
  const auto encoded = cut_until(text, "?=");
  if (!charset || !encoding || !encoded || encoded->empty()) return false;
  if (encoded->find_first_of(" \t?") != std::string_view::npos) return false;
  std::string bytes;
  if (*encoding == "B" || *encoding == "b") {
    if (!is_plain_base64(*encoded)) return false;
    append_base64(*encoded, bytes);
  } else if ((*encoding != "Q" && *encoding != "q") || !append_q(*encoded, bytes)) {
    return false;
  }
  return append_in_charset(bytes, lower(*charset), out);
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t") == text.npos; }

}  // namespace

std::optional<std::string> decode_plain_words(std::string_view text) {
  if (std::any_of(text.begin(), text.end(), is_beyond_ascii)) return std::nullopt;
  std::string out;
  bool is_after_word = false;
  while (true) {
    const std::string_view between = text.substr(0, text.find("=?"));
    const bool is_last = between.size() == text.size();
    const bool stands_apart = between.empty() ? !is_after_word : is_space(between.back());
    if (is_after_word && !between.empty() && !is_space(between.front())) return std::nullopt;
    if (is_last || !is_after_word || !is_blank(between)) out.append(between);
    if (is_last) return out;
    text.remove_prefix(between.size());
    if (!stands_apart || !append_word(text, out)) return std::nullopt;
    is_after_word = true;
  }
}

std::string decode_words(const std::string& text) {
  if (std::optional<std::string> plain = decode_plain_words(text)) return *plain;
  const MimeLibrary& gmime = mime_library();
  char* const decoded = gmime.header(text.c_str());
  std::string out(decoded);
  gmime.free(decoded);
  return out;
}

}  // namespace tally::mail
