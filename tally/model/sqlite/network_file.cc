// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/network_file.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace tally {

namespace {

// The numbers are those of statfs(2) and of the kernel's magic.h.
constexpr std::array<unsigned long, 12> kNetworkTypes{
    0x6969,      // NFS
    0x517B,      // SMB
    0xFE534D42,  // SMB 2
    0xFF534D42,  // CIFS
    0x564C,      // NCP
    0x5346414F,  // AFS
    0x73757245,  // Coda
    0x00C36400,  // Ceph
    0x0BD00BD0,  // Lustre
    0x01021997,  // 9P, which virtual machines use to reach their host
    0x786F4256,  // VirtualBox's shared folders
    0x65735546,  // FUSE
};

}  // namespace

bool is_network_type(unsigned long type) {
  return std::find(kNetworkTypes.begin(), kNetworkTypes.end(), type & 0xFFFFFFFF) !=
         kNetworkTypes.end();
}

bool is_on_network(const std::string& path) {
  struct statfs found {};
  return ::statfs(path.c_str(), &found) == 0 &&
         is_network_type(static_cast<unsigned long>(found.f_type));
}

}  // namespace tally
