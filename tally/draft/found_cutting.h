// SPDX-License-Identifier: Apache-2.0
// What rows left out say of how the texts of a table are cut, where nobody has said it.
//
//   const FoundCutting found = find_cutting(schema, unspaced, read, threads);
//   schema = with_cutting(found, std::move(schema));
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tally/draft/cutting_choice.h"
#include "tally/error.h"

namespace tally {

struct FoundCutting {
  std::vector<std::string> columns;  ///< the texts that it is about
  std::optional<Cutting> cutting;    ///< of those whose script has no spaces
  bool digits_alike = false;
  std::optional<Remark> remark;  ///< what is to be said of it

  /// Whether the texts are cut otherwise than they would be.
  bool any() const { return cutting || digits_alike; }
};

/// A sample of all rows, with these texts as they were written.
using ReadUncut = std::function<UncutRows(const std::vector<std::string>& columns)>;

/// Of `unspaced`, the texts whose script has no spaces, into what they are cut; where there are none, whether
/// digits are read alike in the texts of the schema that read them apart. Reads once at most.
/// REQUIRES: all texts are cut into words; threads >= 1.
FoundCutting find_cutting(const Schema& schema, const std::vector<std::string>& unspaced,
                          const ReadUncut& read, int threads);

/// The schema with it.
Schema with_cutting(const FoundCutting& found, Schema schema);

}  // namespace tally
