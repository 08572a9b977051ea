// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/network_file.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(NetworkFile, KnowsTheTypes) {
  EXPECT_TRUE(is_network_type(0x6969));                                 // NFS_SUPER_MAGIC
  EXPECT_TRUE(is_network_type(0xFF534D42));                             // CIFS_MAGIC_NUMBER
  EXPECT_TRUE(is_network_type(static_cast<unsigned long>(-11317950)));  // the same with a sign
  EXPECT_FALSE(is_network_type(0xEF53));                                // ext4
  EXPECT_FALSE(is_network_type(0x01021994));                            // tmpfs
}

TEST(NetworkFile, WhatIsNotThereIsOnNoNetwork) {
  EXPECT_FALSE(is_on_network("/nowhere/at/all"));
  EXPECT_FALSE(is_on_network("/proc/self"));
}

}  // namespace
}  // namespace tally
