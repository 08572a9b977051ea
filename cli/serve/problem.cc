// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/problem.h"

#include <new>
#include <nlohmann/json.hpp>

#include "cli/remedy.h"
#include "cli/serve/parameters.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

Response response_of(int status, const Json& error) {
  Response out;
  out.status = status;
  out.body = Json{{"error", error}}.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (status == 503) out.headers.emplace_back("Retry-After", "1");
  if (status == 401) out.headers.emplace_back("WWW-Authenticate", "Bearer");
  return out;
}

// Paths are the server's own business: a file is told by its last name.
std::string last_name(const std::string& file) {
  return file.rfind("/proc/self/fd/", 0) == 0 ? kBodyName : file.substr(file.rfind('/') + 1);
}

Json place_of(const Place& place) {
  Json out = Json::object();
  if (!place.file.empty()) out["file"] = last_name(place.file);
  if (place.line >= 0) out["line"] = place.line;
  if (place.row >= 0) out["row"] = place.row;
  if (!place.column.empty()) out["column"] = place.column;
  return out;
}

}  // namespace

int status_of(const Error& error) {
  if (const auto* http = dynamic_cast<const HttpError*>(&error)) return http->status();
  switch (error.kind()) {
    case ErrorKind::kUsage:
      return 400;
    case ErrorKind::kData:
      return 422;
    case ErrorKind::kUnavailable:
      return 501;
    case ErrorKind::kTryAgain:
    case ErrorKind::kNoInput:
    case ErrorKind::kNoPermission:
      return 503;
    case ErrorKind::kInputOutput:
      return 507;
    case ErrorKind::kDefect:
    case ErrorKind::kCannotCreate:
      break;
  }
  return 500;
}

Response problem(const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) {
    return problem(503, "out of memory: ask for less at once");
  }
  const auto* error = dynamic_cast<const Error*>(&thrown);
  if (error == nullptr || error->kind() == ErrorKind::kDefect) {
    return problem(500, "internal error in tally");
  }
  Json out;
  out["message"] = in_parameters(error->sentence());
  if (Json place = place_of(error->place()); !place.empty()) out["place"] = std::move(place);
  Json remedies = Json::array();
  for (const Remedy& remedy : error->remedies()) remedies.push_back(to_string(remedy));
  if (!remedies.empty()) out["remedy"] = std::move(remedies);
  return response_of(status_of(*error), out);
}

Response problem(int status, const std::string& sentence) {
  return response_of(status, Json{{"message", sentence}});
}

Response plain_problem(Response problem) {
  const Json told = Json::parse(problem.body);
  problem.body = Json{{"error", told.at("error").at("message")}}.dump() + "\n";
  return problem;
}

}  // namespace tally::server
