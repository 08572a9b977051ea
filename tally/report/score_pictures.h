// SPDX-License-Identifier: Apache-2.0
// How good answers are, as pictures: each by itself, for a page or as a file.
//
//   Score score = …;
//   draw(ScorePicture::kRoc, score, score.summary(), "species")   // a file of its own, or nothing
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "tally/inside/assess.h"
#include "tally/picture/ground.h"

namespace tally {

enum class ScorePicture : std::uint8_t {
  kConfusion,        ///< the rows of each truth by decision
  kRoc,              ///< recall against false alarms, of up to five classes
  kPrecisionRecall,  ///< precision against recall, of the same
  kCalibration,  ///< how often the class of greatest posterior is right, by bins of that posterior
  kRejection,    ///< accuracy on the rows that are answered, against the share that is rejected
};
inline constexpr std::array kScorePictures = {ScorePicture::kConfusion, ScorePicture::kRoc,
                                              ScorePicture::kPrecisionRecall,
                                              ScorePicture::kCalibration, ScorePicture::kRejection};

/// "confusion", "roc", "precision-recall", "calibration", "rejection".
std::string_view to_string(ScorePicture picture);

/// A sentence below it.
std::string_view caption_of(ScorePicture picture);

/// For a page: with a ring that the page moves to where decisions are made. Nothing where there is nothing
/// to see: a curve over thresholds needs rows of a class and rows of others, all need some row.
std::optional<std::string> draw_for_page(ScorePicture picture, const Score& score,
                                         const ScoreSummary& summary);

/// As a file of its own, with "… for `subject`" above it and, on curves over thresholds, a dot where
/// decisions were made. Nothing likewise.
std::optional<std::string> draw(ScorePicture picture, const Score& score,
                                const ScoreSummary& summary, const std::string& subject);

}  // namespace tally
