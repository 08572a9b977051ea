// SPDX-License-Identifier: Apache-2.0
#include "cli/print/prediction_rules.h"

namespace tally::cli {

void check_columns(const PredictionColumns& columns, const Asker& asker) {
  if (asker.scorer().joint_is_defined() || !(columns.log_joint || columns.log_evidence)) return;
  throw Error(
      ErrorKind::kUsage,
      "--log-joint and --log-evidence: only the rule naive has a joint probability, as it is "
      "(not calibrated); of texts, complement weights and the combining rules mean, fisher "
      "and learned have none: ask with --rule naive, --combine sum and another --text-model");
}

std::optional<VerdictRule> verdict_rule(const Schema& schema, const std::vector<Label>& classes,
                                        const VerdictOptions& verdict,
                                        const DecisionOptions& decision) {
  if (verdict.any() && !is_mail(schema)) {
    throw Error(ErrorKind::kUsage,
                "--spam, --spam-cutoff and --ham-cutoff are about mail, and this model reads a "
                "table; --loss says what errors cost");
  }
  if (verdict.any() && decision.any()) {
    throw Error(ErrorKind::kUsage, "either cut-offs decide or what errors cost, not both");
  }
  return is_mail(schema) && !decision.any() ? verdict.rule(classes) : std::nullopt;
}

}  // namespace tally::cli
