// SPDX-License-Identifier: Apache-2.0
#include "tally/read/unpack.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <vector>

#include "tally/base/error.h"

namespace tally {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 17;

class Unpacker : public ByteSource {
 public:
  Unpacker(std::unique_ptr<ByteSource> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), piece_(kPiece) {}

  bool is_reopenable() const override { return packed_->is_reopenable(); }
  bool is_packed() const override { return true; }
  // What waits inside counts as slow if nothing comes behind it: then it is read a little later.
  bool is_ready(std::chrono::milliseconds patience) override { return packed_->is_ready(patience); }

 protected:
  std::size_t next_piece() { return packed_->read(piece_.data(), piece_.size()); }
  char* piece() { return piece_.data(); }

  [[noreturn]] void fail(const std::string& sentence) const {
    throw Error(ErrorKind::kData, sentence, Place{name_, -1, -1, ""});
  }

 private:
  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  std::vector<char> piece_;
};

class GzipSource final : public Unpacker {
 public:
  GzipSource(std::unique_ptr<ByteSource> packed, std::string name)
      : Unpacker(std::move(packed), std::move(name)) {
    constexpr int kGzipOnly = 15 + 16;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  bool is_ready(std::chrono::milliseconds patience) override {
    return stream_.avail_in > 0 || Unpacker::is_ready(patience);
  }

  std::size_t read(char* to, std::size_t most) override {
    most = std::min<std::size_t>(most, std::numeric_limits<uInt>::max());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(most);
    while (stream_.avail_out == most) {
      if (between_members_) {
        if (stream_.avail_in == 0 && !refill()) return 0;
        if (!start_member()) continue;
      }
      // Without new input there may still be output inside the stream, so it is asked first.
      const int outcome = inflate(&stream_, Z_NO_FLUSH);
      if (outcome == Z_STREAM_END) {
        between_members_ = true;
      } else if (outcome == Z_BUF_ERROR) {
        refill();
      } else if (outcome != Z_OK) {
        fail("the gzip data is broken");
      }
    }
    return most - stream_.avail_out;
  }

 private:
  bool refill() {
    const std::size_t got = next_piece();
    stream_.next_in = reinterpret_cast<Bytef*>(piece());
    stream_.avail_in = static_cast<uInt>(got);
    if (got == 0 && !between_members_) fail("the gzip data ends too soon; the file is cut off");
    return got > 0;
  }

  // Skips padding; false if nothing else is left of this piece.
  bool start_member() {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (stream_.avail_in == 0) return false;
    if (*stream_.next_in != 0x1f) fail("there is something after the gzip data that is not gzip");
    inflateReset(&stream_);
    between_members_ = false;
    return true;
  }

  z_stream stream_{};
  bool between_members_ = false;
};

class ZstdSource final : public Unpacker {
 public:
  ZstdSource(std::unique_ptr<ByteSource> packed, std::string name)
      : Unpacker(std::move(packed), std::move(name)), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~ZstdSource() override { ZSTD_freeDStream(stream_); }
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;

  bool is_ready(std::chrono::milliseconds patience) override {
    return input_.pos < input_.size || flushing_ || Unpacker::is_ready(patience);
  }

  std::size_t read(char* to, std::size_t most) override {
    ZSTD_outBuffer out{to, most, 0};
    while (out.pos == 0) {
      // A full output buffer may leave bytes inside the stream, so it is asked before the end
      // counts.
      if (input_.pos == input_.size && !flushing_ && !refill()) return 0;
      const std::size_t outcome = ZSTD_decompressStream(stream_, &out, &input_);
      if (ZSTD_isError(outcome) != 0) {
        fail(std::string("the zstd data is broken: ") + ZSTD_getErrorName(outcome));
      }
      between_frames_ = outcome == 0;
      flushing_ = out.pos == out.size && !between_frames_;
    }
    return out.pos;
  }

 private:
  bool refill() {
    input_ = ZSTD_inBuffer{piece(), next_piece(), 0};
    if (input_.size == 0 && !between_frames_) {
      fail("the zstd data ends too soon; the file is cut off");
    }
    return input_.size > 0;
  }

  ZSTD_DStream* stream_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  bool between_frames_ = false;
  bool flushing_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> unpack_gzip(std::unique_ptr<ByteSource> packed, std::string name) {
  return std::make_unique<GzipSource>(std::move(packed), std::move(name));
}

std::unique_ptr<ByteSource> unpack_zstd(std::unique_ptr<ByteSource> packed, std::string name) {
  return std::make_unique<ZstdSource>(std::move(packed), std::move(name));
}

}  // namespace tally
