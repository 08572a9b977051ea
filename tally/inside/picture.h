// SPDX-License-Identifier: Apache-2.0
// picture: numbers and names in, SVG out.
//
//   curve_svg(chart)      // a file of its own: curves over one axis
//   bar_svg(grid)         // for a page, in the colours of its text: bars, heat maps, densities, points
//   bar_svg(grid, Ground::kWhite)   // the same as a file of its own
//
// The same numbers give the same bytes. Names are escaped here (xml_text), wherever they came from.
#pragma once

#include "tally/picture/bar_svg.h"        // IWYU pragma: export
#include "tally/picture/confusion_svg.h"  // IWYU pragma: export
#include "tally/picture/curve_svg.h"      // IWYU pragma: export
#include "tally/picture/density_svg.h"    // IWYU pragma: export
#include "tally/picture/point_svg.h"      // IWYU pragma: export
