// SPDX-License-Identifier: Apache-2.0
// libmilter for cli/milter/milter_plugin.h.
#include <fcntl.h>
#include <libmilter/mfapi.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <future>
#include <memory>

#include "cli/milter/handed_over_message.h"
#include "cli/milter/milter_plugin.h"

namespace {

using tally::milter::HandedOverMessage;
using tally::milter::HeaderChange;

// libmilter has one filter in a process, and hands its callbacks nothing else to know it by.
const TallyMilterCalls* calls = nullptr;
std::atomic<int> under_way{0};

// One message of a connection.
struct UnderWay {
  UnderWay() : bytes(calls->header, calls->most_seen) { ++under_way; }
  ~UnderWay() { --under_way; }
  HandedOverMessage bytes;
};

UnderWay* message_of(SMFICTX* context) { return static_cast<UnderWay*>(smfi_getpriv(context)); }

void end_message(SMFICTX* context) {
  const std::unique_ptr<UnderWay> ended(message_of(context));
  smfi_setpriv(context, nullptr);
}

char* writable(const std::string& text) { return const_cast<char*>(text.c_str()); }

// libmilter asks for pointers to what it does not change. A text of ours is one line of ASCII; a reply knows `%`.
sfsistat refuse(SMFICTX* context, const char* code, const char* extended, const char* text,
                sfsistat status) {
  std::string line;
  for (const char* at = text; at != nullptr && *at != 0 && line.size() < 400; ++at) {
    if (*at >= ' ' && *at <= '~') line += *at;
    if (*at == '%') line += '%';
  }
  if (!line.empty()) {
    smfi_setreply(context, const_cast<char*>(code), const_cast<char*>(extended), line.data());
  }
  return status;
}

sfsistat failed() { return calls->on_error == TALLY_MILTER_LATER ? SMFIS_TEMPFAIL : SMFIS_ACCEPT; }

// Memory may run out, and libmilter knows no exceptions.
template <class Do>
sfsistat guarded(SMFICTX* context, Do&& act) noexcept {
  try {
    return act();
  } catch (...) {
    end_message(context);
    return failed();
  }
}

sfsistat on_sender(SMFICTX* context, char**) {
  return guarded(context, [&] {
    end_message(context);
    smfi_setpriv(context, new UnderWay);
    return SMFIS_CONTINUE;
  });
}

sfsistat on_header(SMFICTX* context, char* name, char* value) {
  return guarded(context, [&] {
    if (UnderWay* const message = message_of(context)) message->bytes.add_header(name, value);
    return SMFIS_CONTINUE;
  });
}

sfsistat on_end_of_headers(SMFICTX* context) {
  return guarded(context, [&] {
    if (UnderWay* const message = message_of(context)) message->bytes.end_headers();
    return SMFIS_CONTINUE;
  });
}

sfsistat on_body(SMFICTX* context, unsigned char* piece, size_t size) {
  return guarded(context, [&] {
    if (UnderWay* const message = message_of(context)) {
      message->bytes.add_body({reinterpret_cast<const char*>(piece), size});
    }
    return SMFIS_CONTINUE;
  });
}

// Whether the server took it all.
bool mark(SMFICTX* context, const HandedOverMessage& message, const char* value) {
  for (const HeaderChange& change : message.changes()) {
    char* const kept = change.value.empty() ? nullptr : writable(change.value);
    if (smfi_chgheader(context, writable(change.name), change.number, kept) != MI_SUCCESS) {
      return false;
    }
  }
  return value == nullptr || smfi_addheader(context, const_cast<char*>(calls->header),
                                            const_cast<char*>(value)) == MI_SUCCESS;
}

sfsistat on_end(SMFICTX* context) {
  return guarded(context, [&] {
    UnderWay* const message = message_of(context);
    if (message == nullptr) return failed();
    char symbol[] = "i";
    const char* const id = smfi_getsymval(context, symbol);
    const std::string& text_of = message->bytes.message();
    const TallyMilterAnswer answer =
        calls->judge(calls->context, text_of.data(), text_of.size(), id == nullptr ? "" : id);
    const std::unique_ptr<char, void (*)(void*)> value(answer.value, std::free);
    const std::unique_ptr<char, void (*)(void*)> text(answer.text, std::free);
    sfsistat out = SMFIS_ACCEPT;
    switch (static_cast<TallyMilterAction>(answer.action)) {
      case TALLY_MILTER_PASS:
        // A verdict that somebody else has written is not to be taken for ours.
        mark(context, message->bytes, nullptr);
        break;
      case TALLY_MILTER_MARK:
      case TALLY_MILTER_QUARANTINE:
        if (!mark(context, message->bytes, value.get())) out = failed();
        if (answer.action == TALLY_MILTER_QUARANTINE) smfi_quarantine(context, text.get());
        break;
      case TALLY_MILTER_REJECT:
        out = refuse(context, "550", "5.7.1", text.get(), SMFIS_REJECT);
        break;
      case TALLY_MILTER_LATER:
        out = refuse(context, "451", "4.7.1", text.get(), SMFIS_TEMPFAIL);
        break;
    }
    end_message(context);
    return out;
  });
}

sfsistat on_abort(SMFICTX* context) {
  end_message(context);
  return SMFIS_CONTINUE;
}

sfsistat on_close(SMFICTX* context) {
  end_message(context);
  return SMFIS_CONTINUE;
}

int ends = -1;  // where a signal is written

extern "C" void on_signal(int) {
  const int before = errno;
  [[maybe_unused]] const auto written = ::write(ends, "", 1);
  errno = before;
}

// Returns when there was a signal and no message is under way any more, or half a minute has passed since, or there was
// a second signal, or libmilter has ended by itself.
void drain(int signals, const std::future<int>& served) {
  using std::chrono::milliseconds;
  constexpr int kStep = 50, kMost = 30'000 / kStep;
  bool is_ending = false;
  for (int steps = 0; steps < kMost; steps += is_ending ? 1 : 0) {
    if (served.wait_for(milliseconds(0)) == std::future_status::ready) return;
    if (is_ending && under_way == 0) return;
    pollfd waiting{signals, POLLIN, 0};
    if (::poll(&waiting, 1, is_ending ? kStep : 1000) <= 0) continue;
    char byte = 0;
    if (::read(signals, &byte, 1) != 1 || is_ending) return;
    is_ending = true;
  }
}

}  // namespace

extern "C" {

int tally_milter_interface(void) { return TALLY_MILTER_INTERFACE; }

int tally_milter_open(const char* socket) {
  static char name[] = "tally";
  smfiDesc filter{};
  filter.xxfi_name = name;
  filter.xxfi_version = SMFI_VERSION;
  filter.xxfi_flags = SMFIF_ADDHDRS | SMFIF_CHGHDRS | SMFIF_QUARANTINE;
  filter.xxfi_envfrom = on_sender;
  filter.xxfi_header = on_header;
  filter.xxfi_eoh = on_end_of_headers;
  filter.xxfi_body = on_body;
  filter.xxfi_eom = on_end;
  filter.xxfi_abort = on_abort;
  filter.xxfi_close = on_close;
  std::unique_ptr<char, void (*)(void*)> words(strdup(socket), std::free);
  errno = 0;
  if (words == nullptr || smfi_register(filter) != MI_SUCCESS ||
      smfi_setconn(words.get()) != MI_SUCCESS || smfi_opensocket(false) != MI_SUCCESS) {
    return errno == 0 ? EINVAL : errno;
  }
  return 0;
}

int tally_milter_run(const struct TallyMilterCalls* wanted) {
  calls = wanted;
  int wake[2];
  if (::pipe2(wake, O_CLOEXEC) != 0) return 1;
  ends = wake[1];
  // libmilter waits for these signals in a thread of its own, and forgets the messages under way when one comes. A
  // signal to the process goes to its first thread if that takes it; so libmilter has another.
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = on_signal;
    ::sigaction(signal, &action, nullptr);
  }
  sigset_t blocked;
  sigfillset(&blocked);
  sigset_t before;
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  std::future<int> served = std::async(std::launch::async, smfi_main);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  drain(wake[0], served);
  smfi_stop();
  return served.get() == MI_SUCCESS ? 0 : 1;
}

}  // extern "C"
