// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/encoded_words.h"

#include <algorithm>

#include "tally/base/utf8.h"
#include "tally/mail/ascii.h"
#include "tally/mail/charset/byte_codes.h"
#include "tally/mail/mime/mime_library.h"

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
    const auto both = [](char a, char b) { return is_beyond_ascii(a) && is_beyond_ascii(b); };
    // It may be something else: programs say this without knowing.
    if (std::adjacent_find(bytes.begin(), bytes.end(), both) != bytes.end()) return false;
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

struct Word {
  std::string charset;  // in lower case
  std::string bytes;
};

// "=?charset?B?text?=", taken off the start of `text`.
std::optional<Word> cut_word(std::string_view& text) {
  text.remove_prefix(2);
  const auto charset = cut_until(text, "?");
  const auto encoding = cut_until(text, "?");
  const auto encoded = cut_until(text, "?=");
  if (!charset || !encoding || !encoded || encoded->empty()) return std::nullopt;
  if (encoded->find_first_of(" \t?") != std::string_view::npos) return std::nullopt;
  Word word{lower(charset->substr(0, charset->find('*'))), ""};  // without its language (RFC 2231)
  if (*encoding == "B" || *encoding == "b") {
    if (!is_plain_base64(*encoded)) return std::nullopt;
    append_base64(*encoded, word.bytes);
  } else if ((*encoding != "Q" && *encoding != "q") || !append_q(*encoded, word.bytes)) {
    return std::nullopt;
  }
  return word;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t") == text.npos; }

// What a text says in which every word stands between white space. `take(word, out)` appends a
// word, or says that it cannot; `end(out)` is called before what is no word.
template <class Take, class End>
std::optional<std::string> with_words(std::string_view text, Take&& take, End&& end) {
  if (std::any_of(text.begin(), text.end(), is_beyond_ascii)) return std::nullopt;
  std::string out;
  bool is_after_word = false;
  while (true) {
    const std::string_view between = text.substr(0, text.find("=?"));
    const bool is_last = between.size() == text.size();
    const bool stands_apart = between.empty() ? !is_after_word : is_space(between.back());
    if (is_after_word && !between.empty() && !is_space(between.front())) return std::nullopt;
    if (is_last || !is_after_word || !is_blank(between)) {
      end(out);
      out.append(between);
    }
    if (is_last) return out;
    text.remove_prefix(between.size());
    if (!stands_apart) return std::nullopt;
    const std::optional<Word> word = cut_word(text);
    if (!word || !take(*word, out)) return std::nullopt;
    is_after_word = true;
  }
}

// The same for words in any charset. A character may begin in one word and end in the next.
std::optional<std::string> decode_words_in(std::string_view text, CharsetReader& charsets) {
  Word run;
  const auto end = [&](std::string& out) {
    out.append(charsets.read(run.bytes, run.charset).utf8);
    run.bytes.clear();
  };
  const auto take = [&](const Word& word, std::string& out) {
    if (word.bytes.find('\0') != std::string::npos) return false;
    if (word.charset != run.charset) end(out);
    run.charset = word.charset;
    run.bytes += word.bytes;
    return true;
  };
  return with_words(text, take, end);
}

}  // namespace

std::optional<std::string> decode_plain_words(std::string_view text) {
  return with_words(
      text,
      [](const Word& word, std::string& out) {
        return append_in_charset(word.bytes, word.charset, out);
      },
      [](std::string&) {});
}

std::string decode_words(const std::string& text, CharsetReader& charsets) {
  if (std::optional<std::string> plain = decode_plain_words(text)) return *plain;
  if (std::optional<std::string> any = decode_words_in(text, charsets)) return *any;
  const MimeLibrary& gmime = mime_library();
  char* const decoded = gmime.header(text.c_str());
  std::string out(decoded);
  gmime.free(decoded);
  return out;
}

}  // namespace tally::mail
