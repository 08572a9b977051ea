// SPDX-License-Identifier: Apache-2.0
// What happens to a model when the disk is full.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "tally/model/model_process_testing.h"

namespace tally {
namespace {

// A model of about `rows` kB.
Model wide_model(int rows) {
  Schema schema;
  schema.columns = {feature("term", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  TestTable table;
  std::vector<std::string> terms;
  for (int i = 0; i < rows; ++i) terms.push_back(std::to_string(i) + std::string(1000, 'x'));
  table.texts("term", terms).texts("y", std::vector<std::string>(terms.size(), "a"));
  Model model{Counts(schema), ""};
  model.counts.add(table.batch());
  return model;
}

// Fills the disk in every way. 0, or the number of the first expectation that failed.
int fill_disk(const TemporaryFolder& folder, const Model& small, const Model& large) {
  const std::string path = folder / "m";
  const auto fails = [&](const std::function<void()>& f) { return kind_thrown(f) == 74; };
  if (!fails([&] { save_model(large, path); })) return 1;
  if (bytes_of(path) != to_bytes(small)) return 2;
  if (!fails([&] { save_model(large, folder / "new"); })) return 3;
  if (!fails([&] { change_model(path, [&](Model& model) { model = large; }); })) return 4;
  if (!same(load_model(path), small)) return 5;
  if (folder.names() != std::vector<std::string>{"m"}) return 6;
  return bytes_of(path) == to_bytes(small) ? 0 : 7;
}

TEST(ModelFileDisk, WritesThatFailAnywhereChangeNothing) {
  const TemporaryFolder folder;
  const Model small = wide_model(100), large = wide_model(400);
  save_model(small, folder / "m");
  for (rlim_t limit = to_bytes(small).size(); limit < to_bytes(large).size() - 4096;
       limit += 61000) {
    const int code = Child([&] {
                       ::signal(SIGXFSZ, SIG_IGN);
                       const struct rlimit sizes { limit, limit };
                       if (::setrlimit(RLIMIT_FSIZE, &sizes) != 0) return 98;
                       return fill_disk(folder, small, large);
                     }).wait();
    EXPECT_EQ(code, 0) << limit;
  }
}

TEST(ModelFileDisk, AFullDiskChangesNothing) {
  const TemporaryFolder folder;
  constexpr int kNoRights = 97;
  const int code = Child([&] {
                     if (::unshare(CLONE_NEWNS) != 0) return kNoRights;
                     ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
                     if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=1m") != 0) {
                       return kNoRights;
                     }
                     const Model small = wide_model(100);
                     save_model(small, folder / "m");
                     return fill_disk(folder, small, wide_model(1500));
                   }).wait();
  if (code == kNoRights) GTEST_SKIP() << "a small file system cannot be mounted here";
  EXPECT_EQ(code, 0);
}

}  // namespace
}  // namespace tally
