#include "tally/count/page_store.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tally {
namespace {

// Beyond the first piece and the second.
TEST(PageStore, PagesStayWhereTheyAre) {
  constexpr std::size_t kPages = 64 + 1024 + 3;
  PageStore pages;
  std::vector<std::byte> expected;
  std::byte* second = nullptr;
  for (std::size_t i = 0; i < kPages; ++i) {
    std::vector<std::byte> page(PageStore::kPage, static_cast<std::byte>(i % 251));
    page[7] = static_cast<std::byte>(i / 251);
    ASSERT_EQ(pages.append(page), i + 1);
    expected.insert(expected.end(), page.begin(), page.end());
    if (i == 1) second = pages.at(2);
  }
  EXPECT_EQ(pages.count(), kPages);
  EXPECT_EQ(pages.at(2), second);
  for (const std::size_t i : {std::size_t{0}, std::size_t{63}, std::size_t{64}, std::size_t{1087},
                              std::size_t{1088}, kPages - 1}) {
    EXPECT_TRUE(
        std::equal(expected.begin() + static_cast<std::ptrdiff_t>(i * PageStore::kPage),
                   expected.begin() + static_cast<std::ptrdiff_t>((i + 1) * PageStore::kPage),
                   pages.at(static_cast<std::uint32_t>(i + 1))));
  }
  EXPECT_EQ(pages.joined(), expected);
  EXPECT_EQ(pages.pieces().size(), 3U);
}

TEST(PageStore, WithoutPagesHasNoBytes) {
  EXPECT_TRUE(PageStore().joined().empty());
  EXPECT_TRUE(PageStore().pieces().empty());
}

}  // namespace
}  // namespace tally
