// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_histograms.h"

#include "tally/model/model_rows.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

std::vector<std::string> rows_of(const Model& model) {
  std::vector<std::string> rows;
  for_each_histogram_row(model.counts, [&](const HistogramRow& row) {
    rows.push_back(row.tally + " " + row.kind + " " + row.klass + " " + std::to_string(row.count) +
                   " " + std::to_string(row.terms));
  });
  return rows;
}

TEST(ModelHistograms, ByHand) {
  const Model model = fitted({{"a a b", "s", "in", "ham"}, {"a c", "-", "in", "spam"}});
  // body: a 2 and 1, b 1 and 0, c 0 and 1; subject counts once, and spam has no term of it
  EXPECT_EQ(rows_of(model),
            (std::vector<std::string>{
                "body all  1 2", "body all  3 1", "body documents ham 1 2",
                "body documents spam 1 2", "body rest ham 0 1", "body rest ham 1 2",
                "body rest spam 0 1", "body rest spam 1 1", "body rest spam 2 1",
                "body tokens ham 1 1", "body tokens ham 2 1", "body tokens spam 1 2",
                "subject all  1 1", "subject rest ham 0 1", "subject tokens ham 1 1"}));
}

TEST(ModelHistograms, OnesThatDoNotFitAreRefused) {
  const TemporaryFolder folder;
  for (const char* change : {"UPDATE histograms SET terms = terms + 1 WHERE kind = 'all'",
                             "DELETE FROM histograms WHERE kind = 'rest'", "DELETE FROM histograms",
                             "INSERT INTO histograms VALUES ('body', 'tokens', 'ham', 77, 1)",
                             "INSERT INTO histograms VALUES ('folder', 'tokens', 'ham', 1, 1)",
                             "UPDATE histograms SET count = count + 1000"}) {
    const std::string path = folder / "m";
    std::filesystem::remove(path);
    save_model(fitted(some_mails(1, 20)), path);
    sql(path, change);
    expect_error(ErrorKind::kData, "do not fit", [&] { load_model(path); });
  }
}

TEST(ModelHistograms, ReadInPlaceTheySayWhatTheWholeSays) {
  const TemporaryFolder folder;
  const Model model = fitted(some_mails(2, 200));
  save_model(model, folder / "m");
  Database db = open_to_read(folder / "m", kPatience);
  const Model outline = read_outline(db);
  for (const Tally& any : model.counts.tallies()) {
    if (as_text(any) == nullptr) continue;
    const TextTally& tally = text_of(any);
    ASSERT_TRUE(has_histograms(db, outline.counts, tally.spec()));
    TextTally part(tally.spec());
    part.set_totals(read_totals(db, outline.counts, tally.spec()));
    EXPECT_EQ(part.possible_values(), tally.possible_values());
    for (const Counts::Class& klass : outline.counts.classes()) {
      std::int32_t code = -1;
      for (const Counts::Class& k : model.counts.classes()) {
        if (k.label == klass.label) code = k.code;
      }
      const auto here = static_cast<std::size_t>(klass.code),
                 there = static_cast<std::size_t>(code);
      EXPECT_EQ(part.total(klass.code), tally.total(code));
      EXPECT_EQ(part.total_tokens(klass.code), tally.total_tokens(code));
      EXPECT_EQ(part.histograms(3).documents[here], tally.histograms(3).documents[there]);
      EXPECT_EQ(part.histograms(3).tokens[here], tally.histograms(3).tokens[there]);
      EXPECT_EQ(part.histograms(3).rest[here], tally.histograms(3).rest[there]);
    }
    EXPECT_EQ(part.histograms(3).all, tally.histograms(3).all);
  }
}

TEST(ModelHistograms, RowsThatCannotBeAreRefusedInPlace) {
  const TemporaryFolder folder;
  const Model model = fitted(some_mails(3, 20));
  save_model(model, folder / "m");
  sql(folder / "m", "UPDATE histograms SET terms = -1 WHERE kind = 'all'");
  Database db = open_to_read(folder / "m", kPatience);
  const Model outline = read_outline(db);
  expect_error(ErrorKind::kData, "cannot be",
               [&] { read_totals(db, outline.counts, outline.counts.find("body")->spec()); });
}

}  // namespace
}  // namespace tally
