// SPDX-License-Identifier: Apache-2.0
#include "tally/mail.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <set>

#include "tally/mail/message.h"
#include "tally/read/read_testing.h"

namespace tally {
namespace {

std::string small_mbox() { return std::string(TALLY_SOURCE_DIR) + "/tests/data/mail/small.mbox"; }

// A line per row: its class and the terms of its subject.
std::vector<std::string> rows(Table table, int threads = 1) {
  std::vector<std::string> out;
  table.read(mail_schema(), threads, [&](const Batch& batch, int) -> Table::Finish {
    std::vector<std::string> lines;
    const auto& classes = std::get<Codes>(*batch.find("class"));
    const auto& subject = std::get<Terms>(*batch.find("subject"));
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      const auto code = static_cast<std::int32_t>(classes.indices.at(row));
      std::string line = code < 0 ? "?" : classes.dictionary->label(code).to_string();
      subject.for_each(row, [&](std::int32_t term, std::int32_t) {
        line += " " + std::string(subject.dictionary->term(term));
      });
      lines.push_back(line);
    }
    return [&out, lines] { out.insert(out.end(), lines.begin(), lines.end()); };
  });
  return out;
}

using Rows = std::vector<std::string>;

TEST(MailTable, AnMbox) {
  EXPECT_EQ(rows(open_mail({{small_mbox(), "ham"}})),
            (Rows{"ham first", "ham second", "ham third"}));
}

TEST(MailTable, PackedWithGzip) {
  const TestFolder folder;
  const std::string path = folder.path() + "/small.mbox.gz";
  const std::string bytes = read_all(small_mbox());
  gzFile packed = gzopen(path.c_str(), "wb");
  ASSERT_EQ(gzwrite(packed, bytes.data(), static_cast<unsigned>(bytes.size())),
            static_cast<int>(bytes.size()));
  gzclose(packed);
  EXPECT_EQ(rows(open_mail({{path, ""}})), (Rows{"? first", "? second", "? third"}));
}

TEST(MailTable, TheOrderDoesNotDependOnTheThreads) {
  const TestFolder folder;
  for (int i = 0; i < 500; ++i) {
    folder.write(std::to_string(i), "Subject: w" + std::to_string(i) + "\n\n");
  }
  const Rows one = rows(open_mail({{folder.path(), "x"}}));
  ASSERT_EQ(one.size(), 500U);
  EXPECT_EQ(one[10], "x w10");
  EXPECT_EQ(rows(open_mail({{folder.path(), "x"}}), 4), one);
}

TEST(MailTable, OneMessage) {
  EXPECT_EQ(rows(open_message("Subject: hello\n\n", "")), Rows{"? hello"});
  EXPECT_EQ(rows(open_message("", "spam")), Rows{"spam"});
}

TEST(MailTable, ColumnsProgressAndFiles) {
  Table table = open_mail({{small_mbox(), "ham"}}, true);
  EXPECT_EQ(
      std::set<std::string>(table.column_names().begin(), table.column_names().end()),
      (std::set<std::string>{"class", "header", "subject", "body", "link", "structure", "pair"}));
  EXPECT_TRUE(table.sample().empty());
  EXPECT_TRUE(table.options().keep_cells);
  table.read(mail_schema(), 1, [](const Batch& batch, int) -> Table::Finish {
    EXPECT_EQ(batch.kept.cells, (std::vector<std::string>(3, small_mbox())));
    return nullptr;
  });
  EXPECT_EQ(table.progress().rows, 3);
  EXPECT_EQ(table.progress().bytes, static_cast<std::int64_t>(read_all(small_mbox()).size()));
}

TEST(MailTable, ASchemaWithoutPairsGetsNone) {
  open_message("Subject: a b\n\n", "x")
      .read(mail_schema({}, MailPairs::kNo), 1, [](const Batch& batch, int) -> Table::Finish {
        EXPECT_EQ(batch.find("pair"), nullptr);
        EXPECT_NE(batch.find("subject"), nullptr);
        return nullptr;
      });
}

TEST(MailTable, AModelOfATableIsRefused) {
  Schema schema;
  schema.columns.resize(2);
  schema.columns[0].name = "class";
  schema.columns[0].role = Role::kTarget;
  schema.columns[1].name = "x";
  const auto error = error_of([&] {
    open_message("", "").read(validated(schema), 1,
                              [](const Batch&, int) -> Table::Finish { return nullptr; });
  });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_NE(std::string(error->what()).find("reads a table, not mail"), std::string::npos);
}

TEST(MailTable, ABrokenFileIsNamed) {
  const TestFolder folder;
  folder.write("1", "Subject: a\n\n");
  const std::string broken = folder.write("2", "\x1f\x8b\x08 this is not gzip");
  const auto error = error_of([&] { rows(open_mail({{folder.path(), ""}}), 3); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_EQ(error->place().file, broken);
}

TEST(MailTable, AnErrorNamesTheFileOfItsRow) {
  const TestFolder folder;
  for (const char* const name : {"1", "2", "3"}) folder.write(name, "Subject: a\n\n");
  const auto refuse = [](const Batch& batch) {
    throw Error(ErrorKind::kData, "refused", batch.place(2, "subject"));
  };
  for (const bool at_the_end : {false, true}) {
    Table table = open_mail({{folder.path(), ""}});
    const auto error = error_of([&] {
      table.read(mail_schema(), 2, [&](const Batch& batch, int) -> Table::Finish {
        if (!at_the_end) refuse(batch);
        return [&] { refuse(batch); };
      });
    });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kData);
    EXPECT_EQ(error->what(), folder.path() + "/3: row 2: column 'subject': refused");
  }
}

TEST(MailTable, NamesOfFiles) {
  const TestFolder folder;
  using Names = std::vector<std::string>;
  EXPECT_EQ(read_names(folder.write("lines", "a\nb c\r\n\nd")), (Names{"a", "b c", "d"}));
  EXPECT_EQ(read_names(folder.write("zeros", std::string("a\nb\0c\0", 6))), (Names{"a\nb", "c"}));
  EXPECT_EQ(read_names(folder.write("none", "")), Names{});
  const auto error = error_of([] { read_names("/no/such/list"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kNoInput);
}

}  // namespace
}  // namespace tally
