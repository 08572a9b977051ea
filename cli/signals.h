// SPDX-License-Identifier: Apache-2.0
// What a signal leaves behind: nothing.
#pragma once

namespace tally::cli {

/// From now on, SIGHUP, SIGINT, SIGQUIT and SIGTERM remove the files that are still being written
/// and then end the process as they do without this, so that whoever waits for it sees the signal.
/// One that is ignored (nohup, a job in the background) stays ignored.
void remove_unfinished_files_on_signals();

}  // namespace tally::cli
