// SPDX-License-Identifier: Apache-2.0
// The headers that filters write.
#pragma once

#include <string_view>

namespace tally {

/// Whether a header of this name, in any case, is what a filter writes about a message: X-Tally,
/// X-Tally-…, X-Spam-…, X-Junk…, X-Bogosity and others. It is never evidence, so that mail that was
/// filtered can be learned.
bool is_filter_header(std::string_view name);

}  // namespace tally
