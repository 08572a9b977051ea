// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/metrics.h"

#include <gtest/gtest.h>

namespace tally::server {
namespace {

TEST(Metrics, AreTextForPrometheus) {
  Metrics metrics;
  metrics.request("predict", 200, 0.0003);
  metrics.request("predict", 200, 0.7);
  metrics.request("predict", 400, 100);
  metrics.predicted("iris", "a \"b\"\\\n", 3);
  metrics.unseen("iris", "town", 2);
  metrics.rows("iris", "predict", 5);
  metrics.connections = 4;
  const std::string text = metrics.text({{"iris", 2}});
  for (const char* line :
       {"tally_requests_total{route=\"predict\",status=\"200\"} 2\n",
        "tally_requests_total{route=\"predict\",status=\"400\"} 1\n",
        "tally_request_seconds_bucket{route=\"predict\",le=\"0.00025\"} 0\n",
        "tally_request_seconds_bucket{route=\"predict\",le=\"0.0005\"} 1\n",
        "tally_request_seconds_bucket{route=\"predict\",le=\"1\"} 2\n",
        "tally_request_seconds_bucket{route=\"predict\",le=\"+Inf\"} 3\n",
        "tally_request_seconds_count{route=\"predict\"} 3\n",
        "tally_predictions_total{model=\"iris\",decision=\"a \\\"b\\\"\\\\\\n\"} 3\n",
        "tally_unseen_values_total{model=\"iris\",column=\"town\"} 2\n",
        "tally_rows_total{model=\"iris\",route=\"predict\"} 5\n",
        "tally_model_reloads_total{model=\"iris\"} 2\n", "tally_models 1\n",
        "tally_connections 4\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

}  // namespace
}  // namespace tally::server
