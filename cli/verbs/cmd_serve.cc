// SPDX-License-Identifier: Apache-2.0
// serve: models behind a port.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/descriptors.h"
#include "cli/print/output.h"
#include "cli/serve/http_server.h"
#include "cli/serve/service.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

using server::Listener;

struct ServeOptions {
  server::ServiceOptions service;
  std::optional<std::int64_t> port, threads, history, body, header, cells, connections;
  std::optional<double> time, idle;
  std::optional<std::string> listen, unix_file, token_file;
  bool log = false;
};

void attach(Command& command, ServeOptions& options) {
  command.arguments("MODEL", options.service.models, "models, or folders of them (*.tally)");
  command.option("--port", "N", options.port, "the port (default: 8080; 0: any that is free)");
  command.option("--listen", "ADDRESS", options.listen,
                 "the address in numbers (default: 127.0.0.1: this machine alone)");
  command.option("--unix", "SOCKET", options.unix_file, "a socket file instead of a port");
  command.flag("--allow-learning", options.service.allow_learning,
               "let requests change the models: learn and forget");
  command.option(
      "--history", "N", options.history,
      "keep the last N judged messages in memory, whole, for the page to show (default: 0)");
  command.flag("--log", options.log, "a line of JSON for each request, on standard error");
  command.option("--threads", "N", options.threads, "threads to use (default: the CPUs there are)");
  command.heading("Who may ask");
  command.option("--token-file", "FILE", options.token_file,
                 "requests need one of these tokens, a line each (Authorization: Bearer …)");
  command.option("--host", "NAME", options.service.hosts,
                 "a name that the server is called by, beside localhost and addresses in numbers");
  command.heading("What a request may cost");
  command.option("--max-body", "BYTES", options.body, "of a body (default: 16777216)");
  command.option("--max-header", "BYTES", options.header,
                 "of the first line and the headers (default: 16384)");
  command.option("--max-request-cells", "N", options.cells,
                 "of rows times columns, or classes (default: 2097152)");
  command.option("--max-connections", "N", options.connections,
                 "that are open at once (default: 4096, or what the system allows)");
  command.option("--timeout", "SECONDS", options.time,
                 "to send a request, and to take its answer (default: 30)");
  command.option("--idle-timeout", "SECONDS", options.idle, "between two requests (default: 60)");
}

std::int64_t within(const char* name, const std::optional<std::int64_t>& given, std::int64_t usual,
                    std::int64_t least, std::int64_t most) {
  const std::int64_t value = given.value_or(usual);
  if (value >= least && value <= most) return value;
  throw Error(ErrorKind::kUsage,
              fmt::format("{} {}: expected a number from {} to {}", name, value, least, most));
}

std::chrono::milliseconds seconds(const char* name, const std::optional<double>& given,
                                  std::chrono::milliseconds usual) {
  if (!given) return usual;
  constexpr double kLeast = 0.1, kMost = 86'400;
  if (!(*given >= kLeast && *given <= kMost)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("{} {}: expected seconds from {} to {}", name, *given, kLeast, kMost));
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(*given * 1000));
}

server::Limits limits_of(const ServeOptions& options) {
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;
  server::Limits limits;
  limits.body_bytes = static_cast<std::uint64_t>(within(
      "--max-body", options.body, static_cast<std::int64_t>(limits.body_bytes), 1, kMostBytes));
  limits.all_body_bytes = std::max(limits.all_body_bytes, limits.body_bytes * 4);
  limits.header_bytes = static_cast<std::size_t>(
      within("--max-header", options.header, static_cast<std::int64_t>(limits.header_bytes), 256,
             1 << 20));
  limits.cells =
      static_cast<std::size_t>(within("--max-request-cells", options.cells,
                                      static_cast<std::int64_t>(limits.cells), 1, kMostBytes));
  limits.connections =
      static_cast<std::size_t>(within("--max-connections", options.connections,
                                      static_cast<std::int64_t>(limits.connections), 1, 1'000'000));
  limits.request_time = seconds("--timeout", options.time, limits.request_time);
  limits.idle_time = seconds("--idle-timeout", options.idle, limits.idle_time);
  return limits;
}

// Each connection is a descriptor; models, bodies that are spooled and the server itself need some, too.
void make_room_for_connections(server::Limits& limits, std::size_t others) {
  const std::size_t allowed = allow_descriptors(limits.connections + others);
  if (allowed >= limits.connections + others) return;
  limits.connections =
      allowed > 2 * others ? allowed - others : std::max<std::size_t>(allowed / 2, 1);
  tell(
      fmt::format("warning: the system lets this process open {} files (ulimit -n): at most {} "
                  "connections are taken "
                  "at once",
                  allowed, limits.connections));
}

std::vector<Listener> listeners_of(const ServeOptions& options) {
  std::vector<Listener> listeners = Listener::handed_over();
  if (!listeners.empty()) {
    if (options.port || options.listen || options.unix_file) {
      throw Error(ErrorKind::kUsage,
                  "systemd has opened the sockets: leave --port, --listen and --unix out");
    }
    return listeners;
  }
  if (options.unix_file) {
    if (options.port || options.listen) {
      throw Error(ErrorKind::kUsage, "--unix is instead of a port: leave --port and --listen out");
    }
    listeners.push_back(Listener::on_file(*options.unix_file));
    return listeners;
  }
  const auto port = static_cast<std::uint16_t>(within("--port", options.port, 8080, 0, 65535));
  listeners.push_back(Listener::on_port(options.listen.value_or("127.0.0.1"), port));
  return listeners;
}

void check_exposure(const std::vector<Listener>& listeners, const ServeOptions& options) {
  for (const Listener& listener : listeners) {
    if (listener.is_local() || options.token_file) continue;
    if (options.service.allow_learning) {
      throw Error(ErrorKind::kUsage,
                  "others than this machine reach " + listener.name() +
                      ", and --allow-learning lets them change models: --token-file is needed");
    }
    tell("warning: whoever reaches " + listener.name() + " may ask: --token-file keeps others out");
  }
}

// One write for a line, so that lines of several threads do not mix.
void log_line(const std::string& method, const std::string& target,
              const server::Response& response, double seconds) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  nlohmann::ordered_json line{
      {"time", std::chrono::duration_cast<std::chrono::milliseconds>(now).count()},
      {"method", method},
      {"target", target},
      {"status", response.status},
      {"route", response.told.route}};
  if (!response.told.model.empty()) line["model"] = response.told.model;
  if (response.told.rows > 0) line["rows"] = response.told.rows;
  line["bytes"] = response.body.size();
  line["seconds"] = seconds;
  if (response.status >= 400) line["answer"] = response.body.substr(0, 500);
  const std::string text =
      line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

void serve(Arguments arguments) {
  ServeOptions options;
  Command command(
      "serve",
      "Answers requests over HTTP: POST /v1/models/NAME/predict, explain, score, filter, learn, "
      "forget, with the\noptions of the command line as parameters; the Open Inference Protocol "
      "under /v2; /metrics, /ready,\n/openapi.json. A model has the name of its file. A file that "
      "changes is taken over between two requests.\nSIGTERM ends it when what is under way is "
      "answered.",
      "tally serve iris.tally --port 8080\n"
      "tally serve models/ --unix /run/tally.sock --allow-learning --token-file tokens.txt\n"
      "curl --json '{\"petal_length\": 1.4}' "
      "'http://localhost:8080/v1/models/iris/predict?lambda=0.5'");
  attach(command, options);
  command.parse(arguments);
  options.service.limits = limits_of(options);
  options.service.history =
      static_cast<std::size_t>(within("--history", options.history, 0, 0, 10'000));
  const auto threads =
      static_cast<int>(within("--threads", options.threads, available_threads(), 1, 1024));
  options.service.threads = threads;
  make_room_for_connections(options.service.limits, 64 + 8 * static_cast<std::size_t>(threads));
  if (options.token_file) options.service.tokens = server::read_tokens(*options.token_file);
  server::Service service(options.service);
  std::vector<Listener> listeners = listeners_of(options);
  check_exposure(listeners, options);
  std::string where;
  for (const Listener& listener : listeners) where += (where.empty() ? "" : ", ") + listener.name();
  const std::size_t models = service.shelf().all().size();
  const server::ServerCalls calls{
      [&](const server::Request& request) { return service.answer(request); },
      [&](const server::Request& request) { return service.is_slow(request); },
      [&] { service.drain(); }, [&] { service.tidy(); },
      [&](const std::string& method, const std::string& target, const server::Response& response,
          double taken) {
        service.metrics().request(response.told.route, response.status, taken);
        if (options.log) log_line(method, target, response, taken);
      }};
  server::serve_http(
      std::move(listeners), service.limits(), threads, service.metrics(), calls, [&] {
        tell(fmt::format("{} served at {}",
                         models == 1 ? "1 model is" : fmt::format("{} models are", models), where));
      });
}

}  // namespace tally::cli
