// SPDX-License-Identifier: Apache-2.0
// Whether a file lies on another machine, where processes cannot share memory.
#pragma once

#include <string>

namespace tally {

/// True for NFS, SMB and their like, and for file systems in user space, of which nobody knows;
/// false if it cannot be found out.
bool is_on_network(const std::string& path);

/// The same for statfs's f_type.
bool is_network_type(unsigned long type);

}  // namespace tally
