// SPDX-License-Identifier: Apache-2.0
// Content as it was before it was encoded for the way.
#pragma once

#include <string>
#include <string_view>

namespace tally::mail {

struct Decoded {
  std::string_view bytes;  ///< of what was given, or of the buffer
  bool is_broken = false;  ///< it holds what the encoding does not allow
  bool is_cut = false;     ///< there would be more than `most`
};

/// Decodes base64, quoted-printable and uuencode; what has another encoding is as it is. No more
/// than `most` bytes come out.
Decoded decode_transfer(std::string_view encoded, std::string_view encoding, std::size_t most,
                        std::string& buffer);

}  // namespace tally::mail
