// SPDX-License-Identifier: Apache-2.0
// milter: mail servers hand messages over, and get them back with a verdict.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "cli/mail_model.h"
#include "cli/mail_verdict.h"
#include "cli/milter/milter_plugin.h"
#include "cli/print/output.h"
#include "cli/remedy.h"
#include "cli/serve/listeners.h"
#include "tally/inside/base.h"
#include "tally/inside/mail.h"

namespace tally::cli {

namespace {

constexpr const char* kName = "libtally_milter.so";

struct MilterOptions {
  std::string model, with, socket, header = kUsualHeader, format = kUsualHeaderFormat,
                                   on_error = "accept";
  bool reject = false, quarantine = false, log = false;
  std::optional<std::int64_t> most_seen;
  VerdictOptions verdict;
  QuestionOptions question;

  int error_action() const {
    return on_error == "tempfail" ? TALLY_MILTER_LATER : TALLY_MILTER_PASS;
  }
};

struct MilterLibrary {
  decltype(&tally_milter_open) open = nullptr;
  decltype(&tally_milter_run) run = nullptr;
};

MilterLibrary load_library() {
  std::string fault;
  void* const handle = open_plugin(kName, "", fault);
  if (handle == nullptr) {
    throw Error(ErrorKind::kUnavailable,
                std::string("this needs the plug-in ") + kName +
                    (fault.empty() ? ", which is not there: install the package tally-milter, or "
                                     "build Tally where libmilter is installed (Debian: "
                                     "libmilter-dev)"
                                   : ", which does not load (" + fault +
                                         "): install libmilter (Debian: libmilter1.0.1)"));
  }
  decltype(&tally_milter_interface) interface = nullptr;
  find_function(handle, "tally_milter_interface", interface);
  if (interface == nullptr || interface() != TALLY_MILTER_INTERFACE) {
    throw Error(ErrorKind::kUnavailable,
                std::string(kName) + " is of another version of Tally: install Tally whole");
  }
  MilterLibrary out;
  find_function(handle, "tally_milter_open", out.open);
  find_function(handle, "tally_milter_run", out.run);
  return out;
}

[[noreturn]] void refuse_socket(const std::string& words) {
  throw Error(ErrorKind::kUsage,
              "--socket " + in_quotes(words) +
                  ": expected inet:PORT@ADDRESS with the address in numbers, or unix:PATH");
}

// Where to listen, as libmilter has it. It says little about what is in its way, so a socket of ours is opened
// there first, and closed again.
std::string checked_socket(const std::string& words) {
  using server::Listener;
  const std::size_t colon = words.find(':');
  if (colon == std::string::npos) refuse_socket(words);
  const std::string kind = words.substr(0, colon), rest = words.substr(colon + 1);
  if (kind == "unix" || kind == "local") {
    if (rest.empty()) refuse_socket(words);
    const Listener free = Listener::on_file(rest);
    return "unix:" + rest;
  }
  const std::size_t at = rest.find('@');
  const std::string port_text = rest.substr(0, at);
  const std::string address =
      at != std::string::npos ? rest.substr(at + 1) : (kind == "inet6" ? "::1" : "127.0.0.1");
  std::uint16_t port = 0;
  const char* const end = port_text.data() + port_text.size();
  const bool is_port = std::from_chars(port_text.data(), end, port).ptr == end && port > 0;
  unsigned char ignored[16];
  const bool is_address = (kind == "inet" && ::inet_pton(AF_INET, address.c_str(), ignored) == 1) ||
                          (kind == "inet6" && ::inet_pton(AF_INET6, address.c_str(), ignored) == 1);
  if (!is_port || !is_address) refuse_socket(words);
  const Listener free = Listener::on_port(address, port);
  if (!free.is_local()) {
    tell("warning: whoever reaches " + words + " may have mail judged");
  }
  return fmt::format("{}:{}@{}", kind, port, address);
}

// The model is opened for each message, and reads only what that needs: a file that has changed is taken over
// between two messages, and threads share nothing.
JudgedMessage judge_bytes(const MilterOptions& options, std::string_view bytes) {
  ModelInPlace own(options.model);
  std::optional<ModelInPlace> with;
  if (!options.with.empty()) with.emplace(options.with);
  MessageRow row(mail_schema_of(own.outline(), options.model));
  return judge_message(own, with ? &*with : nullptr, row.of(bytes), options.question,
                       options.verdict);
}

TallyMilterAnswer answer_to(const MilterOptions& options, std::string_view bytes,
                            const std::string& id) {
  const Verdict verdict = judge_bytes(options, bytes).verdict;
  const std::string value = header_value(options.format, verdict);
  const bool is_spam = verdict.kind == Verdict::Kind::kSpam;
  int action = TALLY_MILTER_MARK;
  if (is_spam && options.quarantine) action = TALLY_MILTER_QUARANTINE;
  if (is_spam && options.reject) action = TALLY_MILTER_REJECT;
  if (options.log) {
    constexpr const char* kDone[] = {"passed", "marked", "quarantined", "rejected", "put off"};
    tell(fmt::format("{}{}: {}", id.empty() ? "" : id + ": ", kDone[action], value));
  }
  const bool has_text = action != TALLY_MILTER_MARK;
  return {action, ::strdup(value.c_str()),
          has_text ? ::strdup("This message was taken for spam") : nullptr};
}

// A filter must not lose mail: what cannot be judged goes on as it is, or is sent again.
TallyMilterAnswer judge(void* context, const char* message, std::size_t size, const char* id) {
  const auto& options = *static_cast<const MilterOptions*>(context);
  try {
    return answer_to(options, {message, size}, id);
  } catch (const std::exception& error) {
    const int action = options.error_action();
    const std::string name = *id == 0 ? "" : std::string(id) + ": ";
    complain(name + sentence_of(error) +
             (action == TALLY_MILTER_PASS ? "; the message was passed on unmarked"
                                          : "; the message was put off"));
    return {action, nullptr,
            action == TALLY_MILTER_PASS ? nullptr : ::strdup("The filter is out of order")};
  }
}

void parse(Arguments arguments, MilterOptions& options) {
  Command command(
      "milter",
      "Judges mail for Postfix or Sendmail, which hand it over through a socket: the header that "
      "`filter`\nwrites is added, and one of that name that a sender has put there is removed. A "
      "model that changes\nis taken over between two messages; where it cannot be read, mail "
      "passes unmarked. SIGTERM ends it\nwhen the messages under way are answered.",
      "tally milter mail.tally --socket inet:8891@127.0.0.1\n"
      "tally milter mail.tally --socket unix:/run/tally/milter.sock --reject");
  command.argument("MODEL", options.model, "the model");
  command.option("--socket", "SOCKET", options.socket,
                 "inet:PORT@ADDRESS (inet:PORT: this machine alone), inet6:PORT@ADDRESS or "
                 "unix:PATH");
  command.option("--with", "MODEL", options.with,
                 "a model whose counts are added for the question; it is only read");
  command.flag("--reject", options.reject, "refuse spam with 550, so that its sender is told");
  command.flag("--quarantine", options.quarantine,
               "have spam kept back by the server, for somebody to look at");
  command.option(
      "--on-error", "WHAT", options.on_error,
      "of a message that cannot be judged: accept it as it is (default), or tempfail, so "
      "that it is sent again");
  command.choices({"accept", "tempfail"});
  command.option("--max-message", "BYTES", options.most_seen,
                 "judge a message by its beginning beyond that (default: 16777216)");
  command.flag("--log", options.log, "a line for each message, on standard error");
  command.heading("Header");
  command.option("--header", "NAME", options.header, "its name (default: X-Tally)");
  command.option("--header-format", "TEXT", options.format,
                 "its value (default: '{class}, p={p}, tally={version}')");
  options.verdict.attach(command);
  options.question.attach(command);
  command.parse(arguments);
}

void check(const MilterOptions& options) {
  if (options.socket.empty()) {
    throw Error(ErrorKind::kUsage,
                "where do messages come in? Say it with --socket inet:8891@127.0.0.1 or "
                "--socket unix:PATH");
  }
  if (options.on_error != "accept" && options.on_error != "tempfail") {
    throw Error(ErrorKind::kUsage,
                "--on-error " + in_quotes(options.on_error) + ": expected accept or tempfail");
  }
  if (options.reject && options.quarantine) {
    throw Error(ErrorKind::kUsage, "--reject and --quarantine exclude each other");
  }
  if (options.most_seen && (*options.most_seen < 1024 || *options.most_seen > (1 << 30))) {
    throw Error(ErrorKind::kUsage,
                fmt::format("--max-message {}: expected a number from 1024 to {}",
                            *options.most_seen, 1 << 30));
  }
  check_header(options.header, options.format);
  header_value(options.format, {});
  options.verdict.cut_offs();
  // All that could be wrong with the question is told now and not with the first message.
  const JudgedMessage judged = judge_bytes(options, "Subject: none\n\n");
  if (judged.learned.size() < 2) {
    tell("warning: " + options.model +
         ": the model has learned fewer than two classes, so all mail is unsure");
  }
}

}  // namespace

void milter(Arguments arguments) {
  MilterOptions options;
  parse(arguments, options);
  check(options);
  const MilterLibrary library = load_library();
  const std::string socket = checked_socket(options.socket);
  // The socket's file is for the owner and the group, as that of `serve` is.
  const mode_t before = ::umask(0117);
  const int fault = library.open(socket.c_str());
  ::umask(before);
  if (fault != 0) {
    throw Error(ErrorKind::kCannotCreate, "cannot listen: " + std::string(std::strerror(fault)),
                {socket, -1, -1, ""});
  }
  tell("mail is judged at " + socket);
  constexpr std::int64_t kUsuallySeen = std::int64_t{16} << 20;
  const TallyMilterCalls calls{&options, options.header.c_str(),
                               static_cast<std::size_t>(options.most_seen.value_or(kUsuallySeen)),
                               judge, options.error_action()};
  const int ended = library.run(&calls);
  if (socket.starts_with("unix:")) ::unlink(socket.c_str() + std::strlen("unix:"));
  if (ended != 0) {
    throw Error(ErrorKind::kInputOutput, "libmilter has ended with an error; its log says more",
                {socket, -1, -1, ""});
  }
}

}  // namespace tally::cli
