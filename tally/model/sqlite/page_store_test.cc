// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/page_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace tally {
namespace {

// Beyond the first piece and the second.
TEST(PageStore, PagesStayWhereTheyAre) {
  constexpr std::size_t kPages = 64 + 512 + 3;
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
  for (const std::size_t i : {std::size_t{0}, std::size_t{63}, std::size_t{64}, std::size_t{575},
                              std::size_t{576}, kPages - 1}) {
    EXPECT_TRUE(
        std::equal(expected.begin() + static_cast<std::ptrdiff_t>(i * PageStore::kPage),
                   expected.begin() + static_cast<std::ptrdiff_t>((i + 1) * PageStore::kPage),
                   pages.at(static_cast<std::uint32_t>(i + 1))));
  }
  EXPECT_EQ(pages.pieces().size(), 3U);
  EXPECT_EQ(std::move(pages).joined(), expected);
}

TEST(PageStore, PagesAreWrittenInTheirOrderAndTheFirstOnesKept) {
  for (const std::size_t count : {1U, 64U, 65U, 576U, 577U, 1088U, 1500U}) {
    PageStore kept;
    std::vector<std::byte> written(PageStore::kFirstPages * PageStore::kPage);
    PageStore pages([&](std::size_t offset, std::span<const std::byte> bytes) {
      ASSERT_EQ(offset, written.size());
      written.insert(written.end(), bytes.begin(), bytes.end());
    });
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<std::byte> page(PageStore::kPage, static_cast<std::byte>(i % 253));
      EXPECT_EQ(pages.append(page), kept.append(page));
    }
    pages.at(1)[0] = kept.at(1)[0] = std::byte{9};
    pages.flush();
    EXPECT_EQ(pages.count(), count);
    const std::vector<std::byte> first = std::move(pages).joined();
    std::copy(first.begin(), first.end(), written.begin());
    written.resize(count * PageStore::kPage);
    EXPECT_EQ(written, std::move(kept).joined());
  }
}

TEST(PageStore, WithoutPagesHasNoBytes) {
  EXPECT_TRUE(PageStore().joined().empty());
  EXPECT_TRUE(PageStore().pieces().empty());
}

}  // namespace
}  // namespace tally
