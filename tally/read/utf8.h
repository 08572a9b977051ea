// Whether bytes are text.
#pragma once

#include <string_view>

namespace tally::csv {

/// Whether `text` is well-formed UTF-8: no overlong forms, no surrogates, nothing past U+10FFFF.
bool is_utf8(std::string_view text);

}  // namespace tally::csv
