// SPDX-License-Identifier: Apache-2.0
#include "cli/fit_clusters.h"

#include <fmt/format.h>

#include "cli/drafted_table.h"
#include "cli/model_facts.h"
#include "cli/print/output.h"
#include "cli/print/told_fit.h"
#include "tally/inside/assess.h"
#include "tally/inside/explain.h"
#include "tally/inside/text.h"

namespace tally::cli {

void fit_clusters(const std::vector<std::string>& inputs, const DataOptions& data,
                  const SchemaOptions& columns, const QuestionOptions& question,
                  const ClusterOptions& options, const std::string& output) {
  const std::int64_t clusters = options.clusters();
  const ClusterStarts starts = options.starts();
  Declarations declarations = columns.declarations();
  if (!declarations.target.empty()) {
    throw Error(ErrorKind::kUsage,
                "--clusters finds classes that nobody has named: leave --target out, and --ignore "
                "the column if it says what the rows are");
  }
  const std::vector<std::string> missing = columns.missing();
  Table table(inputs, data.read_options(missing));
  std::vector<ColumnSample> samples = table.sample();
  for (ColumnSample& sample : samples) {
    sample.is_class = false;  // by the custom of a format
    if (sample.name == kCluster) {
      throw Error(ErrorKind::kUsage, "there is a column 'cluster' already: rename it");
    }
  }
  samples.push_back(cluster_sample(clusters));
  declarations.target = kCluster;
  declarations.values.emplace_back(kCluster, samples.back().examples);
  declarations.count = Counting::kNaive;
  const SchemaDraft draft = draft_schema(samples, declarations, missing);
  table.take_strays(draft.guessed);
  const UnlabelledRows rows = read_unlabelled(table, draft.schema, data.threads());
  Clustered found = find_clusters(rows, draft.schema, starts, data.threads());
  if (question.any()) found.model.default_question = to_json(question.over({}));
  save_model(found.model, output, kPatience, data.threads());
  tell(tally::counted(static_cast<std::size_t>(rows.size()), "row", "rows") + " without a class");
  tell_iterations(found.objective);
  std::vector<std::string> sizes;
  for (const Counts::Class& klass : found.model.expected->counts.classes()) {
    sizes.push_back(fmt::format("{} {:.1f}", klass.label.to_string(), klass.weight.to_double()));
  }
  tell("  rows expected in each cluster: " + listed(sizes));
  tell_features(draft.schema);
  tell_unused(draft);
  tell_strays(table.strays(), draft.schema);
  tell("model: " + output);
}

}  // namespace tally::cli
