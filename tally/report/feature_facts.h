// SPDX-License-Identifier: Apache-2.0
// Each feature of a model: what it tells, how it is distributed in each class, the counts behind that.
#pragma once

#include "tally/report.h"
#include "tally/report/pictures.h"

namespace tally {

/// {"ranking": {"rows": …, "rule": …, "log_loss": …, "reason": …}, "list": [{"name": …, "family": …,
/// "information": …, "gain": …, "picture": 0, "table": {"head": […], "rows": [[…], …], "more": 0}, …}, …]},
/// those first that tell most: by mutual information, then by gain. `reason` says why there is no gain.
Json feature_facts(const ReportOn& on, Pictures& pictures);

}  // namespace tally
