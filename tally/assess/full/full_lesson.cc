// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/full_lesson.h"

#include "tally/assess/full/left_out_full.h"
#include "tally/assess/full/ridge_evidence.h"

namespace tally {

namespace {

constexpr double kRidgeOfTriples = 4;  // to start from; of all others 1

enum Group : std::size_t { kGrid, kSingle, kTriples, kMoments };

Group group_of(JointVoice voice) {
  switch (voice) {
    case JointVoice::kParent:
    case JointVoice::kMixture:
      return kGrid;
    case JointVoice::kTriple:
      return kTriples;
    case JointVoice::kLinear:
    case JointVoice::kQuadratic:
      break;
  }
  return kMoments;
}

std::vector<std::size_t> groups_of(const FullFeatures& features) {
  std::vector<std::size_t> out(features.voices.features.size(), kSingle);
  for (const JointFeature& feature : features.together) out.push_back(group_of(feature.voice));
  return out;
}

}  // namespace

Lesson full_lesson(const Schema& schema, const FullFeatures& features, const Batch& batch,
                   const RowTimes& times, std::int64_t most_rows) {
  const FullTables tables = full_tables(features);
  LeftOutFull left_out(schema, features, tables, batch, times.leaving());
  std::vector<double> guess;
  for (const RuleFeature& feature : features.voices.features) guess.push_back(feature.guess);
  for (const JointFeature& feature : features.together) guess.push_back(feature.guess);
  Lesson lesson =
      lesson_of(left_out, features.classes().size(), std::move(guess), batch, times, most_rows);
  const std::vector<std::size_t> groups = groups_of(features);
  for (std::size_t f = 0; f < groups.size(); ++f) {
    if (groups[f] == kTriples) lesson.problem.ridge[f] = kRidgeOfTriples;
  }
  return lesson;
}

LogLinearWeights learn_full(const FullFeatures& features, Lesson& lesson) {
  return fit_by_evidence(lesson.problem, groups_of(features));
}

}  // namespace tally
