// SPDX-License-Identifier: Apache-2.0
// Compressed streams, unpacked as they are read.
#pragma once

#include <memory>
#include <string>

#include "tally/read/byte_source.h"

namespace tally {

/// Both throw Error (kData), naming `name`, when the packed data is broken or ends too soon.
/// Several gzip members or zstd frames one after the other are one stream; zeros after the last
/// gzip member are padding.
std::unique_ptr<ByteSource> unpack_gzip(std::unique_ptr<ByteSource> packed, std::string name);
std::unique_ptr<ByteSource> unpack_zstd(std::unique_ptr<ByteSource> packed, std::string name);

}  // namespace tally
