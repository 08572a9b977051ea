// SPDX-License-Identifier: Apache-2.0
#include "tally/report/score_pictures.h"

#include <algorithm>
#include <cmath>

#include "tally/inside/explain.h"
#include "tally/inside/picture.h"
#include "tally/picture/svg.h"
#include "tally/report/feature_picture.h"
#include "tally/report/pictures.h"

namespace tally {

namespace {

struct Words {
  std::string_view name, heading, at_length, caption;
};

constexpr Words kWords[] = {
    {"confusion", "Confusion", "Decisions by truth", "Rows by truth and decision."},
    {"roc", "ROC", "ROC: share of a class that is told, against share of others that are told so",
     "ROC. The ring is where decisions are made now."},
    {"precision-recall", "Precision and recall", "Precision against recall",
     "Precision and recall. The ring is where decisions are made now."},
    {"calibration", "Calibration",
     "Calibration: how often the class of greatest posterior is right",
     "Calibration: a dot’s size is the number of rows in its bin. On the dashed line probabilities "
     "keep what they promise."},
    {"rejection", "Accuracy if rows are rejected",
     "Accuracy on the rows that are answered, against the share that is rejected",
     "Accuracy if the least sure rows are left to somebody else."},
};
static_assert(std::size(kWords) == kScorePictures.size());

const Words& words_of(ScorePicture picture) { return kWords[static_cast<std::size_t>(picture)]; }

// Draws one; what differs between a page and a file is asked of `ground`.
class Drawing {
 public:
  Drawing(const Score& score, const ScoreSummary& summary, Ground ground, std::string name)
      : score_(score),
        summary_(summary),
        classes_(score.loss().classes()),
        ground_(ground),
        name_(std::move(name)) {}

  std::optional<std::string> confusion() const {
    NumberGrid grid{name_, {}, {}, summary_.confusion, {}};
    for (const Label& truth : summary_.truths) grid.rows.push_back(truth.to_string());
    for (const Label& decision : summary_.decisions) grid.columns.push_back(decision.to_string());
    for (std::size_t i = 0; i < grid.numbers.size(); ++i) {
      grid.said.push_back(isolated(grid.rows[i / grid.columns.size()]) + " decided as " +
                          isolated(grid.columns[i % grid.columns.size()]) + ": " +
                          count_text(grid.numbers[i]) + " rows");
    }
    return confusion_svg(grid, ground_);
  }

  std::optional<std::string> roc() const {
    PointChart chart =
        chart_of("false alarms (share of others)", "recall (share of the class)", true);
    for (const std::size_t k : drawn_classes()) {
      ThresholdCurves curves = threshold_curves(score_.ranking(), k);
      if (curves.roc.x.empty()) continue;
      const ClassSummary& one = summary_of(k);
      curves.roc.name =
          isolated(classes_[k].to_string()) +
          (one.auc ? " (AUC " + six_digits(std::round(*one.auc * 1e4) / 1e4) + ")" : "");
      mark(chart, k, alarms_of(k), one.recall);
      chart.curves.push_back(thinned(curves.roc));
    }
    return finished(chart);
  }

  std::optional<std::string> precision_recall() const {
    PointChart chart = chart_of("recall (share of the class)", "precision", false);
    for (const std::size_t k : drawn_classes()) {
      ThresholdCurves curves = threshold_curves(score_.ranking(), k);
      if (curves.roc.x.empty()) continue;
      curves.precision_recall.name = classes_[k].to_string();
      if (decided(k) > 0) mark(chart, k, summary_of(k).recall, summary_of(k).precision);
      chart.curves.push_back(thinned(curves.precision_recall));
    }
    return finished(chart);
  }

  std::optional<std::string> calibration() const {
    PointChart chart = chart_of("greatest posterior", "share that is right", true);
    chart.mark = false;
    double most = 0;
    for (const ReliabilityBin& bin : summary_.reliability) most = std::max(most, bin.rows);
    PointCurve through{"", {}, {}};
    for (const ReliabilityBin& bin : summary_.reliability) {
      through.x.push_back(bin.confidence);
      through.y.push_back(bin.accuracy);
      chart.dots.push_back({bin.confidence, bin.accuracy, 3 + 9 * std::sqrt(bin.rows / most),
                            count_text(bin.rows) + " rows from " + six_digits(bin.from) + " to " +
                                six_digits(bin.to) + ": mean posterior " +
                                six_digits(bin.confidence) + ", right " +
                                six_digits(bin.accuracy)});
    }
    if (chart.dots.empty()) return std::nullopt;
    chart.curves = {through};
    return point_svg(chart, ground_);
  }

  std::optional<std::string> rejection() const {
    PointChart chart =
        chart_of("share rejected, the least sure first", "accuracy on the others", false);
    chart.mark = false;
    const PointCurve curve = rejection_curve(score_.ranking());
    if (curve.y.empty()) return std::nullopt;
    chart.y_from = least_shown(curve);
    chart.curves = {thinned(curve)};
    return point_svg(chart, ground_);
  }

 private:
  PointChart chart_of(const char* x_name, const char* y_name, bool diagonal) const {
    return {name_, x_name, y_name, {}, {}, 0, diagonal, ground_ == Ground::kPage};
  }

  std::optional<std::string> finished(const PointChart& chart) const {
    if (chart.curves.empty()) return std::nullopt;
    return point_svg(chart, ground_);
  }

  std::size_t truth_of(std::size_t k) const {
    const auto at = std::lower_bound(summary_.truths.begin(), summary_.truths.end(), classes_[k]);
    return static_cast<std::size_t>(at - summary_.truths.begin());
  }
  const ClassSummary& summary_of(std::size_t k) const { return summary_.classes[truth_of(k)]; }

  // The rows that were decided for a class, and those of others among them.
  double decided(std::size_t k) const { return told(k).all; }
  struct Told {
    double all, wrongly;
  };
  Told told(std::size_t k) const {
    Told out{0, 0};
    const auto& decisions = summary_.decisions;
    const auto at = std::find(decisions.begin(), decisions.end(), classes_[k]);
    if (at == decisions.end()) return out;
    for (std::size_t t = 0; t < summary_.truths.size(); ++t) {
      const double n =
          summary_
              .confusion[t * decisions.size() + static_cast<std::size_t>(at - decisions.begin())];
      out.all += n;
      if (t != truth_of(k)) out.wrongly += n;
    }
    return out;
  }
  double alarms_of(std::size_t k) const {
    return told(k).wrongly / (summary_.rows - summary_of(k).rows);
  }

  // Where decisions were made, in a file; a page has a ring for that.
  void mark(PointChart& chart, std::size_t k, double x, double y) const {
    if (ground_ == Ground::kPage) return;
    chart.dots.push_back({x, y, 5,
                          classes_[k].to_string() + " as it is decided: " + chart.x_name + " " +
                              six_digits(x) + ", " + chart.y_name + " " + six_digits(y),
                          chart.curves.size()});
  }

  // Of two the second, else those with the most rows.
  std::vector<std::size_t> drawn_classes() const {
    if (classes_.size() == 2) return {1};
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < classes_.size(); ++k) out.push_back(k);
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
      return summary_of(a).rows > summary_of(b).rows;
    });
    out.resize(std::min(out.size(), kMostColours));
    std::sort(out.begin(), out.end());
    return out;
  }

  const Score& score_;
  const ScoreSummary& summary_;
  const std::vector<Label>& classes_;
  Ground ground_;
  std::string name_;
};

std::optional<std::string> drawn(ScorePicture picture, const Drawing& drawing) {
  switch (picture) {
    case ScorePicture::kConfusion:
      return drawing.confusion();
    case ScorePicture::kRoc:
      return drawing.roc();
    case ScorePicture::kPrecisionRecall:
      return drawing.precision_recall();
    case ScorePicture::kCalibration:
      return drawing.calibration();
    case ScorePicture::kRejection:
      return drawing.rejection();
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(ScorePicture picture) { return words_of(picture).name; }

std::string_view caption_of(ScorePicture picture) { return words_of(picture).caption; }

std::optional<std::string> draw_for_page(ScorePicture picture, const Score& score,
                                         const ScoreSummary& summary) {
  return drawn(picture, {score, summary, Ground::kPage, std::string(words_of(picture).at_length)});
}

std::optional<std::string> draw(ScorePicture picture, const Score& score,
                                const ScoreSummary& summary, const std::string& subject) {
  return drawn(picture, {score, summary, Ground::kWhite,
                         std::string(words_of(picture).heading) + " for " + subject});
}

}  // namespace tally
