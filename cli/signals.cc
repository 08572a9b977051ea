// SPDX-License-Identifier: Apache-2.0
#include "cli/signals.h"

#include <atomic>
#include <csignal>

#include "tally/inside/base.h"

namespace tally::cli {

namespace {

constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

std::atomic_flag is_ending = ATOMIC_FLAG_INIT;

// A signal often comes twice (timeout sends it to the process and to its group), and the second may
// find another thread: with the default action in its place it would end the process while the first
// is still at work. So that comes last, and the signal itself when this returns.
extern "C" void end_by(int signal) {
  if (is_ending.test_and_set()) return;
  remove_unfinished_files_for_good();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

void remove_unfinished_files_on_signals() {
  for (const int signal : kSignals) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction action {};
    action.sa_handler = end_by;
    ::sigfillset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace tally::cli
