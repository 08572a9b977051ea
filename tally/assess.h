// assess: decisions and the truth in, how good they are out.
//
//   Score score(loss);
//   score.add(posteriors, row, truth);       // or counted in pieces and merged
//   print(score.summary());
//
// Sums are exact, so the figures do not depend on the order of rows or the number of threads.
#pragma once

#include "tally/assess/score.h"  // IWYU pragma: export
