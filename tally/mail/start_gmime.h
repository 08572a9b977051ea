// GMime has tables of its own, which are made once a process.
#pragma once

namespace tally::mail {

/// To be called before anything of GMime is used; any thread may, as often as it likes.
void start_gmime();

}  // namespace tally::mail
