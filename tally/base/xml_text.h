// SPDX-License-Identifier: Apache-2.0
// A text that came from outside, within XML, SVG or HTML: nothing of it is markup.
#pragma once

#include <string>
#include <string_view>

namespace tally {

/// Of & < > " the entity, of others nothing.
std::string_view xml_entity(char c);

/// & < > and both quotes as entities; control characters, which XML cannot hold, as U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace tally
