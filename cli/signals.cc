#include "cli/signals.h"

#include <csignal>

#include "tally/base/unfinished_files.h"

namespace tally::cli {

namespace {

constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

// SA_RESETHAND has put the default action back; the signal itself waits until this returns.
extern "C" void end_by(int signal) {
  remove_unfinished_files_for_good();
  ::raise(signal);
}

}  // namespace

void remove_unfinished_files_on_signals() {
  for (const int signal : kSignals) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction action {};
    action.sa_handler = end_by;
    action.sa_flags = SA_RESETHAND;
    ::sigfillset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace tally::cli
