// SPDX-License-Identifier: Apache-2.0
// Each feature of a model: what it tells, how it is distributed in each class, the counts behind that.
#pragma once

#include <map>
#include <string>

#include "tally/report.h"
#include "tally/report/pictures.h"

namespace tally {

/// {"ranking": {"rows": …, "rule": …, "log_loss": …, "reason": …}, "list": [{"name": …, "family": …,
/// "information": …, "gain": …, "picture": 0, "table": {"head": […], "rows": [[…], …], "more": 0}, …}, …]},
/// those first that tell most: by mutual information, then by gain. `reason` says why there is no gain. Of a number that is
/// drawn with its histogram, "bars" is a table of what the bars stand for. "undrawn": the page carries no more pictures.
Json feature_facts(const ReportOn& on, Pictures& pictures);

/// Mutual information of each feature with the class, in nats, where the counts say it: of a text they do not.
std::map<std::string, double> information_by_name(const Counts& counts);

}  // namespace tally
