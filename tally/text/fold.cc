// SPDX-License-Identifier: Apache-2.0
#include "tally/text/fold.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include "tally/text/ascii.h"
#include "tally/text/icu_check.h"
#include "tally/text/white_space.h"

namespace tally::text {

void fold(std::string_view text, std::string& out) {
  if (is_ascii(text)) return fold_ascii(text, out);
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  check_icu(status, "fold case");
  out.clear();
  out.reserve(text.size());
  icu::StringByteSink<std::string> sink(&out);
  while (!text.empty()) {
    const std::size_t length = piece_length(text);
    folding->normalizeUTF8(0, {text.data(), static_cast<std::int32_t>(length)}, sink, nullptr,
                           status);
    check_icu(status, "fold case");
    text.remove_prefix(length);
  }
}

}  // namespace tally::text
