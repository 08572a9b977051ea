// SPDX-License-Identifier: Apache-2.0
// What the plug-in for mail servers (libtally_milter.so) offers: libmilter behind functions with C linkage. It puts
// messages together and changes their headers; what is to become of one it asks.
//
// Nothing throws, in either direction.
#pragma once

#include <cstddef>

extern "C" {

/// Changes with every change of this header.
#define TALLY_MILTER_INTERFACE 1

/// TALLY_MILTER_INTERFACE, as the plug-in was built. To be called before anything else.
int tally_milter_interface(void);

enum TallyMilterAction {
  TALLY_MILTER_PASS = 0,        ///< as it is
  TALLY_MILTER_MARK = 1,        ///< with the header, and without older copies of it
  TALLY_MILTER_QUARANTINE = 2,  ///< the same, and kept back by the server
  TALLY_MILTER_REJECT = 3,
  TALLY_MILTER_LATER = 4,  ///< refused for now: the sender tries again
};

struct TallyMilterAnswer {
  int action;
  char* value;  ///< of the header, or null; from malloc
  char* text;   ///< why, in words, or null; from malloc
};

struct TallyMilterCalls {
  void* context;
  const char* header;  ///< the name of the header
  size_t most_seen;    ///< bytes of a message: the rest is not handed over
  /// What is to become of a message, whose lines end with LF. `id` is the server's name for it, or empty. Called by
  /// several threads at once.
  struct TallyMilterAnswer (*judge)(void* context, const char* message, size_t size,
                                    const char* id);
  /// What is to become of one that cannot be handed over.
  int on_error;
};

/// Opens the socket, "inet:8891@127.0.0.1" or "unix:/run/x.sock". 0, or what errno says.
int tally_milter_open(const char* socket);
/// Serves until SIGTERM, SIGINT or SIGHUP, and then until the messages under way are answered, or half a minute, or
/// another signal. 0 if all went well. REQUIRES: it is open; once in a process, by its first thread.
int tally_milter_run(const struct TallyMilterCalls* calls);

}  // extern "C"
