// SPDX-License-Identifier: Apache-2.0
// A single feature as a file to look at.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// How a feature is distributed in each class, as a file of its own: what the report draws, and of a text
/// the terms that tell most about any class. `name` is that of the feature or of a column that it reads.
/// Throws Error (kUsage) if there is none of that name, or nothing to draw; else as `estimate`.
std::string feature_svg(const Counts& counts, const Question& question, const std::string& name);

struct TellingPicture {
  std::string name;
  std::optional<double> information;  ///< about the class, in nats; of a text none
  std::string svg;
};
/// Those of the features that tell most, at most so many: by mutual information, those that have none behind them.
/// A feature of which there is nothing to draw is passed over.
std::vector<TellingPicture> telling_pictures(const Counts& counts, const Question& question,
                                             std::size_t most);

}  // namespace tally
