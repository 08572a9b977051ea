// SPDX-License-Identifier: Apache-2.0
// All the doors, in the order of the flow: text, read → count → model → estimate → infer → decide →
// explain, export, assess, fit, report, and mail. Include this, or only the doors that you go through: each
// stands by itself.
#pragma once

#include "tally/assess.h"        // IWYU pragma: export
#include "tally/batch.h"         // IWYU pragma: export
#include "tally/count.h"         // IWYU pragma: export
#include "tally/decide.h"        // IWYU pragma: export
#include "tally/error.h"         // IWYU pragma: export
#include "tally/estimate.h"      // IWYU pragma: export
#include "tally/explain.h"       // IWYU pragma: export
#include "tally/export.h"        // IWYU pragma: export
#include "tally/family.h"        // IWYU pragma: export
#include "tally/fit.h"           // IWYU pragma: export
#include "tally/infer.h"         // IWYU pragma: export
#include "tally/label.h"         // IWYU pragma: export
#include "tally/mail.h"          // IWYU pragma: export
#include "tally/model.h"         // IWYU pragma: export
#include "tally/read.h"          // IWYU pragma: export
#include "tally/report.h"        // IWYU pragma: export
#include "tally/sample.h"        // IWYU pragma: export
#include "tally/schema.h"        // IWYU pragma: export
#include "tally/sums.h"          // IWYU pragma: export
#include "tally/text.h"          // IWYU pragma: export
#include "tally/text_options.h"  // IWYU pragma: export
