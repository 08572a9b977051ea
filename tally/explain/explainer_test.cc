// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/explainer.h"

#include <gtest/gtest.h>

#include "tally/inside/batch.h"

namespace tally {
namespace {

TEST(Explainer, SaysOfEveryRowWhatExplainSays) {
  BatchBuilder builder;
  builder.texts("x", {"a", "b", "a", "", "c"}).numbers("n", {1, 2.5, -3, 1e9, 2});
  builder.texts("y", {"k", "l", "k", "l", "m"});
  const Batch batch = builder.batch();
  Schema schema;
  schema.columns = {feature("x", Family::kCategorical, ValueType::kText),
                    feature("n", Family::kGaussian), target_column("y")};
  Counts counts(validated(schema));
  counts.add(batch);
  const Loss loss = Loss::zero_one(counts.class_labels());
  Question other, by_evidence;
  other.method = Method::kBayes;
  by_evidence.lambda_by_evidence = true;
  for (const Question& question : {Question{}, other, by_evidence}) {
    const Explainer explainer(counts, question, loss);
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      EXPECT_EQ(to_json(explainer.explain(batch, row)),
                to_json(explain(counts, question, loss, batch, row)));
    }
  }
}

}  // namespace
}  // namespace tally
