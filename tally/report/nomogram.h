// SPDX-License-Identifier: Apache-2.0
// Everything that a page needs to answer by itself: the tables of naive Bayes, or of the weighted rule.
//
//   naive      log P(y) + Σ_j log P(x_j | y)
//   weighted   log P(y) + bias_y + Σ_f weight_f · said_f, kept off zero (estimate/weighted_rule.h)
//
// Texts are heard as their rule hears them (nomogram_texts.h).
// Terms that are the same in every class are left out: they change no posterior.
#pragma once

#include "tally/report.h"
#include "tally/report/pictures.h"

namespace tally {

inline constexpr std::int64_t kMostNomogramRows = 1000;

/// {"rule": "naive", "note": …, "start": [class], "weighted": null or {"biases", "shares", "rows"},
///  "calibrator": null or {"slope", "biases", "prior"},
///  "columns": [{"name", "kind": "values" or "number", "values": […], "low", "high", "whole"}, …],
///  "features": [{"columns": [place …], "exposure": place, "heard_as", "weight", "table": {"kind", …}}, …],
///  "rows": [[cell …], …], "numbers": [row …], "truths": [class …]}
/// A cell is the place of a value (−1: one that the model does not know), a number, or null. Of texts there are
/// besides "texts" (nomogram_texts.h), and columns of the terms that tell most, which have no cell in a row:
/// {"name": "text: free", "kind": "number", "term": number, …}. Infinite numbers are null.
Json nomogram(const ReportOn& on);

}  // namespace tally
