// SPDX-License-Identifier: Apache-2.0
// The canonical image: the bytes of a model.
//
// The rows fill page after page in the order of their keys (see SqliteImage), so that the pages
// depend on the rows alone. What is left are fields of the header (numbers big-endian):
//
//   offset 24  change counter       a digest of the image
//          40  schema cookie        a constant
//          92  version-valid-for    = the change counter, which makes the header's size valid
//          96  version of SQLite    a constant
//
// The change counter tells other connections whether their cached pages are still valid. With a
// constant they could mix up the pages of two models when a model is replaced by a canonical image;
// a digest is equal only for equal images.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "tally/model.h"
#include "tally/model/model_new_file.h"

namespace tally {

/// Writes the bytes of the model, as to_bytes gives them, on up to so many threads. Throws Error as
/// the file does, and kData for a text that a model cannot hold.
void write_image(const Model& model, NewFile& file, int threads);

inline constexpr std::size_t kHeaderSize = 100;

/// The fields that SQLite writes by itself: start and length.
struct HeaderField {
  std::size_t start;
  std::size_t length;
};
inline constexpr std::array kStampedFields{HeaderField{24, 4}, HeaderField{40, 4},
                                           HeaderField{92, 8}};

}  // namespace tally
