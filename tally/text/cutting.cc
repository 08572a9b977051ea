// SPDX-License-Identifier: Apache-2.0
#include "tally/text.h"

namespace tally {

std::string_view to_string(Cutting cutting) {
  switch (cutting) {
    case Cutting::kWords:
      return "words";
    case Cutting::kCharacters:
      return "characters";
    case Cutting::kPairsOfCharacters:
      return "pairs of characters";
  }
  return "";
}

TextOptions cut_into(Cutting cutting, TextOptions options) {
  switch (cutting) {
    case Cutting::kWords:
      break;
    case Cutting::kCharacters:
      options.tokens = TokenKind::kChar;
      break;
    case Cutting::kPairsOfCharacters:
      options.pairs_of_han = true;
      break;
  }
  return options;
}

}  // namespace tally
