// SPDX-License-Identifier: Apache-2.0
// What a picture stands on.
#pragma once

namespace tally {

enum class Ground : unsigned char {
  kWhite,  ///< a file of its own: black on white, whatever shows it, with its name above
  kPage,   ///< within a page: no ground, and the colour of the page's text
};

}  // namespace tally
