// SPDX-License-Identifier: Apache-2.0
// What happens when several processes begin one model of mail.
#include <list>

#include "tally/model/model_process_testing.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

constexpr std::chrono::milliseconds kLong{60000};

TEST(ModelLearnerProcess, CreatorsAtOnceLoseNothing) {
  const std::vector<Mail> mails = some_mails(1, 8);
  for (int round = 0; round < 8; ++round) {
    const TemporaryFolder folder;
    const std::string path = folder / "m";
    Signal start;
    std::list<Child> children;
    for (const Mail& mail : mails) {
      children.emplace_back([&] {
        start.wait();
        create_empty_model(mail_like(), path, 3);
        const TestTable table = table_of({mail});
        ModelLearner learner(path, kLong);
        learner.learn(table.batch());
        learner.commit();
        return 0;
      });
    }
    for (std::size_t i = 0; i < mails.size(); ++i) start.send();
    for (Child& child : children) EXPECT_EQ(child.wait(), 0);
    compact_model(path, kLong);
    EXPECT_EQ(bytes_of(path), to_bytes(fitted(mails, mail_like(), 3)));
  }
}

}  // namespace
}  // namespace tally
