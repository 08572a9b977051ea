// SPDX-License-Identifier: Apache-2.0
// report: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/report.h"                 // IWYU pragma: export
#include "tally/report/feature_svg.h"     // IWYU pragma: export
#include "tally/report/form_json.h"       // IWYU pragma: export
#include "tally/report/report_html.h"     // IWYU pragma: export
#include "tally/report/score_pictures.h"  // IWYU pragma: export
