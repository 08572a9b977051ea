// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/metrics.h"

#include <fmt/format.h>

namespace tally::server {

namespace {

std::string label_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "\"";
}

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void pairs(std::string& out, std::string_view name, std::string_view help, std::string_view second,
           const std::map<std::pair<std::string, std::string>, std::int64_t>& counts) {
  head(out, name, "counter", help);
  for (const auto& [key, count] : counts) {
    out += fmt::format("{}{{model={},{}={}}} {}\n", name, label_text(key.first), second,
                       label_text(key.second), count);
  }
}

}  // namespace

void Metrics::request(std::string_view route, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  ++requests_[{std::string(route), status}];
  Taken& taken = taken_[std::string(route)];
  for (std::size_t i = 0; i < kSeconds.size(); ++i) taken.up_to[i] += seconds <= kSeconds[i];
  ++taken.all;
  taken.seconds += seconds;
}

void Metrics::rows(const std::string& model, std::string_view route, std::int64_t rows) {
  const std::lock_guard lock(mutex_);
  rows_[{model, std::string(route)}] += rows;
}

void Metrics::predicted(const std::string& model, const std::string& klass, std::int64_t rows) {
  const std::lock_guard lock(mutex_);
  predicted_[{model, klass}] += rows;
}

void Metrics::unseen(const std::string& model, const std::string& column, std::int64_t cells) {
  const std::lock_guard lock(mutex_);
  unseen_[{model, column}] += cells;
}

std::string Metrics::text(const std::map<std::string, std::int64_t>& reloads) const {
  const std::lock_guard lock(mutex_);
  std::string out;
  head(out, "tally_requests_total", "counter", "Requests by route and status.");
  for (const auto& [key, count] : requests_) {
    out += fmt::format("tally_requests_total{{route={},status=\"{}\"}} {}\n", label_text(key.first),
                       key.second, count);
  }
  head(out, "tally_request_seconds", "histogram", "How long answers took.");
  for (const auto& [route, taken] : taken_) {
    const std::string name = label_text(route);
    for (std::size_t i = 0; i < kSeconds.size(); ++i) {
      out += fmt::format("tally_request_seconds_bucket{{route={},le=\"{}\"}} {}\n", name,
                         kSeconds[i], taken.up_to[i]);
    }
    out +=
        fmt::format("tally_request_seconds_bucket{{route={},le=\"+Inf\"}} {}\n", name, taken.all);
    out += fmt::format("tally_request_seconds_sum{{route={}}} {}\n", name, taken.seconds);
    out += fmt::format("tally_request_seconds_count{{route={}}} {}\n", name, taken.all);
  }
  pairs(out, "tally_rows_total", "Rows answered, learned and forgotten.", "route", rows_);
  pairs(out, "tally_predictions_total", "Decisions, by what was decided.", "decision", predicted_);
  pairs(out, "tally_unseen_values_total",
        "Cells with a value that the model has never seen; of mail, terms.", "column", unseen_);
  head(out, "tally_model_reloads_total", "counter", "How often a changed file was read anew.");
  for (const auto& [model, count] : reloads) {
    out += fmt::format("tally_model_reloads_total{{model={}}} {}\n", label_text(model), count);
  }
  head(out, "tally_models", "gauge", "Models that are served.");
  out += fmt::format("tally_models {}\n", reloads.size());
  head(out, "tally_connections", "gauge", "Connections that are open.");
  out += fmt::format("tally_connections {}\n", connections.load());
  head(out, "tally_connections_refused_total", "counter", "Connections beyond the limit.");
  out += fmt::format("tally_connections_refused_total {}\n", refused.load());
  return out;
}

}  // namespace tally::server
