// SPDX-License-Identifier: Apache-2.0
// A request and an answer, as the handlers see them: without a socket.
//
//   Request request;
//   request.method = "POST";
//   request.target = parse_target("/v1/models/iris/predict?lambda=0.5");
//   const Response response = service.answer(request);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/error.h"

namespace tally::server {

/// What is refused with a status of its own.
class HttpError : public Error {
 public:
  HttpError(int status, const std::string& sentence, std::vector<Remedy> remedies = {})
      : Error(ErrorKind::kUsage, Remark{sentence, std::move(remedies)}), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// The first line's second word, taken apart. All texts are decoded and UTF-8.
struct Target {
  std::string authority;  ///< of "http://host/path"; else empty
  std::vector<std::string>
      segments;  ///< of "/v1/models": v1, models. Never "." nor "..", nor with a slash
  Pairs query;   ///< in its order
};

/// Throws HttpError (400) for what is no such text: a broken escape, a control character, bytes that are not
/// UTF-8, a segment "..", more than kMostParameters parameters.
Target parse_target(std::string_view text);
inline constexpr std::size_t kMostParameters = 64;

struct Request {
  std::string method;
  Target target;
  Pairs headers;  ///< names in small letters
  std::string body;
  bool is_from_socket_file =
      false;             ///< through a Unix socket: no browser is at the other end by itself
  bool has_host = true;  ///< HTTP/1.1, which must name one
  /// Whether the answer may take long. Where it may not, what would take long is put off: see Response.
  bool may_take_long = true;

  /// The value, or nothing if it is not there. Of several, the first.
  std::optional<std::string_view> header(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  /// Of "Content-Type: text/csv; charset=utf-8": text/csv, in small letters; empty: none.
  std::string content_type() const;
  /// Whether the header Accept lists this type, with any parameters.
  bool accepts(std::string_view type) const;
};

/// Thrown where an answer would take long and may not.
struct TakesLong {};

/// What the log and the counters are told of a request.
struct Told {
  std::string route = "other";  ///< "predict"; one of few words
  std::string model;
  std::int64_t rows = 0;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  Pairs headers = {};
  Told told = {};
  bool closes = false;      ///< the connection is of no use any more
  bool is_put_off = false;  ///< there is no answer yet: it would take long (Request::may_take_long)
};

/// "Not Found"; empty for a number that is not used here.
std::string_view reason(int status);

/// A text as JSON has it, in quotes; what is not UTF-8 becomes U+FFFD.
std::string json_text(std::string_view text);

}  // namespace tally::server
