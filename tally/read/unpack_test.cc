// SPDX-License-Identifier: Apache-2.0
#include "tally/read/unpack.h"

#include <zlib.h>
#include <zstd.h>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

std::string gzipped(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstandard(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

std::string some_text(int rows) {
  std::string text;
  for (long i = 0; i < rows; ++i) text += std::to_string(i * i) + ",some text\n";
  return text;
}

// Through open_source: the content decides, whatever the name.
std::string unpacked(const TestFolder& folder, const std::string& packed) {
  return read_all(folder.write("data.csv", packed));
}

TEST(Unpack, RoundTripsOfAllSizes) {
  const TestFolder folder;
  for (const int rows : {0, 1, 10, 1000, 100000}) {
    const std::string text = some_text(rows);
    EXPECT_EQ(unpacked(folder, gzipped(text)), text);
    EXPECT_EQ(unpacked(folder, zstandard(text)), text);
  }
}

TEST(Unpack, AnyBufferSize) {
  const std::string text = some_text(2000);
  for (const std::size_t size : {1, 2, 7, 4096, 65536, 1 << 20}) {
    for (const bool zstd : {false, true}) {
      auto packed = std::make_unique<StringSource>(zstd ? zstandard(text) : gzipped(text), 5);
      const auto source =
          zstd ? unpack_zstd(std::move(packed), "x") : unpack_gzip(std::move(packed), "x");
      std::string got;
      std::string piece(size, '\0');
      while (const std::size_t read = source->read(piece.data(), size)) got.append(piece, 0, read);
      ASSERT_EQ(got, text) << size << zstd;
    }
  }
}

TEST(Unpack, SeveralMembersAreOneStream) {
  const TestFolder folder;
  EXPECT_EQ(unpacked(folder, gzipped("a,b\n") + gzipped("") + gzipped("1,2\n")), "a,b\n1,2\n");
  EXPECT_EQ(unpacked(folder, zstandard("a,b\n") + zstandard("") + zstandard("1,2\n")),
            "a,b\n1,2\n");
  EXPECT_EQ(unpacked(folder, gzipped("a\n") + std::string(1000, '\0')), "a\n");
}

TEST(Unpack, CutOffAnywhereIsAnError) {
  const TestFolder folder;
  const std::string text = some_text(100);
  for (const std::string& packed : {gzipped(text), zstandard(text)}) {
    for (std::size_t size = 4; size < packed.size(); ++size) {
      const auto error = error_of([&] { unpacked(folder, packed.substr(0, size)); });
      ASSERT_TRUE(error) << size;
      ASSERT_EQ(error->kind(), ErrorKind::kData);
      ASSERT_TRUE(has(error->what(), "data.csv")) << error->what();
    }
  }
}

TEST(Unpack, BrokenDataAndWhatFollowsIt) {
  const TestFolder folder;
  for (std::string packed : {gzipped(some_text(100)), zstandard(some_text(100))}) {
    for (std::size_t i = 12; i < packed.size(); i += 3)
      packed[i] = static_cast<char>(packed[i] ^ 0x55);
    EXPECT_EQ(error_of([&] { unpacked(folder, packed); })->kind(), ErrorKind::kData);
  }
  EXPECT_EQ(error_of([&] { unpacked(folder, gzipped("a\n") + "b\n"); })->kind(), ErrorKind::kData);
  EXPECT_EQ(error_of([&] { unpacked(folder, zstandard("a\n") + "bcde"); })->kind(),
            ErrorKind::kData);
}

}  // namespace
}  // namespace tally
