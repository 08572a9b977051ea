// SPDX-License-Identifier: Apache-2.0
// NFKC_Casefold: compatibility forms, case and invisible characters make no difference.
#pragma once

#include <string>
#include <string_view>

namespace tally::text {

/// Puts the folded text in the place of `out`: Ｆｒｅｅ, FREE and fr\u00ADee all become free.
/// REQUIRES: UTF-8; `text` is no part of `out`.
void fold(std::string_view text, std::string& out);

}  // namespace tally::text
