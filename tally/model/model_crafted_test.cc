// SPDX-License-Identifier: Apache-2.0
// Files that were made to do harm: whoever reads one comes to an end, says what is wrong with it,
// and leaves it as it is.
#include "tally/model.h"
#include "tally/model/crafted_file_testing.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

TestTable a_row() { return table_of({{"w1 w2 w2", "w0", "in", "ham"}}); }

void ask(const std::string& path, OtherTerms others) {
  const TestTable row = a_row();
  ModelInPlace(path).counts_for(row.batch(), others);
}

void teach(const std::string& path,
           const std::function<void(ModelLearner&, const Batch&)>& change) {
  const TestTable row = a_row();
  ModelLearner learner(path);
  change(learner, row.batch());
  learner.commit();
}

// All that reads the whole of a model.
const std::vector<Reading> kWholeReadings{
    {"load", [](const std::string& path) { load_model(path); }},
    {"check", [](const std::string& path) { check_model(path); }},
    {"change", [](const std::string& path) { change_model(path, [](Model&) {}); }},
    {"compact", [](const std::string& path) { compact_model(path); }},
    {"copy", [](const std::string& path) { copy_model(path, path + ".copy"); }},
    {"bytes", [](const std::string& path) { from_bytes(bytes_of(path)); }},
};
// And of what a question needs.
const std::vector<Reading> kReadings{
    {"load to ask", [](const std::string& path) { load_to_ask(path); }},
    {"ask with totals", [](const std::string& path) { ask(path, OtherTerms::kTotals); }},
    {"ask for terms alone", [](const std::string& path) { ask(path, OtherTerms::kLeftOut); }},
    {"ask for each term", [](const std::string& path) { ask(path, OtherTerms::kEach); }},
    {"ask two",
     [](const std::string& path) {
       const TestTable row = a_row();
       ModelInPlace one(path), other(path);
       one.counts_with(other, row.batch());
     }},
};
const std::vector<Reading> kLearnings{
    {"learn",
     [](const std::string& path) {
       teach(path, [](ModelLearner& learner, const Batch& row) { learner.learn(row, true); });
     }},
    {"forget",
     [](const std::string& path) {
       teach(path, [](ModelLearner& learner, const Batch& row) { learner.forget(row); });
     }},
    {"move",
     [](const std::string& path) {
       teach(path, [](ModelLearner& learner, const Batch& row) { learner.move(row); });
     }},
};

class Crafted : public ::testing::Test {
 protected:
  void expect_refused(const std::vector<Reading>& readings, const std::string& sentence) {
    for (const Reading& reading : readings) {
      SCOPED_TRACE(reading.name);
      write_anew();
      const Deadline deadline;
      expect_error(ErrorKind::kData, sentence, [&] { reading.read(path_); });
    }
  }
  // Whatever it says, it says something.
  void expect_an_end(const std::vector<Reading>& readings) {
    for (const Reading& reading : readings) {
      SCOPED_TRACE(reading.name);
      write_anew();
      const Deadline deadline;
      try {
        reading.read(path_);
      } catch (const Error& error) {
        EXPECT_TRUE(error.kind() == ErrorKind::kData) << error.what();
      }
    }
  }
  void write_anew() {
    for (const char* end : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path_ + end);
    write_bytes(path_, image_);
  }
  void share(const FileTable& table,
             const std::function<void(std::string& cell, const std::string& number)>& row) {
    image_ = with_shared_pages(to_bytes(model_), table, cells_by(row));
    ASSERT_LT(image_.size(), 120000U);
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "m";
  Model model_ = fitted(
      [] {
        std::vector<Mail> mails = some_mails(1, 20);
        mails.push_back({"w1 w2 w2", "w0", "in", "ham"});
        return mails;
      }(),
      mail_like(), 5);
  std::vector<std::byte> image_;
};

constexpr const char* kOrder = "rows that are not in the order of their key";

TEST_F(Crafted, CountsOfAColumnWhosePagesShareChildren) {
  share(kCountsTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"folder", "in" + number, "value", "ham"}, {0, 1});
  });
  expect_refused(kWholeReadings, kOrder);
  expect_refused(kReadings, kOrder);
  expect_refused({kLearnings[0]}, "not sound");
  expect_an_end(kLearnings);
}

TEST_F(Crafted, CountsOfOneKeyWhosePagesShareChildren) {
  share(kCountsTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"body", "w1", "value", "ham" + number}, {0, 1});
  });
  expect_refused(kWholeReadings, kOrder);
  expect_refused(kReadings, "not sound");
  expect_refused({kLearnings[0]}, "not sound");
  expect_an_end(kLearnings);
}

TEST_F(Crafted, CountsOfATextWhosePagesShareChildren) {
  share(kCountsTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"body", "w" + number, "value", "ham"}, {0, 1});
  });
  expect_refused(kWholeReadings, kOrder);
  expect_an_end(kReadings);
  expect_an_end(kLearnings);
}

TEST_F(Crafted, HistogramsWhosePagesShareChildren) {
  for (const char* kind : {"all", "rest", "tokens"}) {
    const std::string klass = std::string(kind) == "all" ? "" : "ham";
    share(kHistogramsTable, [&](std::string& cell, const std::string& number) {
      append_cell(cell, {"body", kind, klass}, {std::stoi(number), 1});
    });
    expect_refused(kWholeReadings, "not sound");
    expect_refused({kReadings[1]}, kOrder);
    expect_refused({kLearnings[0]}, "not sound");
    expect_an_end(kLearnings);
  }
  // A class at a time, each once more.
  share(kHistogramsTable, [&](std::string& cell, const std::string& number) {
    append_cell(cell, {"body", "rest", "c" + number}, {1, 1});
  });
  expect_refused({kReadings[1]}, "not sound");
  expect_refused({kLearnings[0]}, "not sound");
}

TEST_F(Crafted, DigestsAndSamplesWhosePagesShareChildren) {
  share(kDigestsTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {std::string(29, 'a') + number, "ham"}, {1});
  });
  expect_refused(kWholeReadings, kOrder);
  expect_an_end(kReadings);
  expect_an_end(kLearnings);
  share(kSampleTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {std::string(29, 'a') + number, "ham", ""}, {1});
  });
  expect_refused(kWholeReadings, "not sound");
  expect_an_end(kReadings);
  expect_an_end(kLearnings);
}

// A sample that is full loses its largest digest to a smaller one, with all of its rows.
TEST_F(Crafted, ASampleThatCannotBeEmptied) {
  share(kSampleTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {std::string(32, 'f'), "ham" + number, ""}, {1});
  });
  write_anew();
  const Deadline deadline;
  ModelLearner learner(path_);
  const TestTable rows = table_of(some_mails(7, 200));
  expect_error(ErrorKind::kData, kOrder, [&] { learner.learn(rows.batch()); });
}

TEST_F(Crafted, TheFrameWhosePagesShareChildren) {
  const auto refused_everywhere = [&] {
    expect_refused(kWholeReadings, "not sound");
    expect_refused(kReadings, "not sound");
    expect_refused(kLearnings, "not sound");
  };
  share(kMetaTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"question" + number, "{}"}, {});
  });
  refused_everywhere();
  share(kMissingTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"mark" + number}, {});
  });
  refused_everywhere();
  share(kColumnsTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"c" + number, "feature", "text", "categorical", ""}, {});
  });
  refused_everywhere();
  share(kDeclaredTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"folder", "v" + number}, {});
  });
  refused_everywhere();
  share(kClassesTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"c" + number}, {0, 1});
  });
  refused_everywhere();
  share(kUnicodeTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"ICU " + number}, {});
  });
  refused_everywhere();
  share(kRuleTable, [](std::string& cell, const std::string& number) {
    append_cell(cell, {"ham", "part" + number, "1"}, {});
  });
  refused_everywhere();
}

// Eight long texts, each in its own page with its first bytes and in the same ten with the others.
TEST_F(Crafted, TextsThatSpillOverToSharedPages) {
  constexpr std::size_t kPage = 4096, kInPage = 489, kPages = 10;
  constexpr std::size_t kText = kInPage + kPages * (kPage - 4) - 4;  // four bytes are the header
  image_ = to_bytes(model_);
  const std::size_t first = image_.size() / kPage + 1;
  const std::vector<std::string> cells = cells_by(
      [&](std::string& cell, const std::string& number) {
        append_cell(cell, {number + std::string(kText - number.size(), 'x')}, {});
        cell.resize(first_cell(cell).record + kInPage + 4);
        put_number(cell.data() + cell.size() - 4, first, 4);
      },
      8);
  for (std::size_t i = 0; i < kPages; ++i) {
    std::vector<std::byte> page(kPage, std::byte{'x'});
    put_number(page.data(), i + 1 == kPages ? 0 : first + i + 1, 4);
    image_.insert(image_.end(), page.begin(), page.end());
  }
  image_ = with_shared_pages(image_, kMissingTable, cells, 1);
  EXPECT_LT(image_.size(), 8 * kText);
  expect_refused(kReadings, "more text than the file has room for");
  expect_refused(kWholeReadings, "more text than the file has room for");
  expect_refused(kLearnings, "more text than the file has room for");
}

}  // namespace
}  // namespace tally
