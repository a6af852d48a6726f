// SPDX-License-Identifier: BSD-3-Clause
//
// Chunks in memory first, then in the temporary file; zstd with checked lengths.
#include "libsmpi/watch/trace/compress/chunk_store.h"

#include <zstd.h>

#include <cerrno>
#include <cstring>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/bytes.h"

namespace smpi::trace {
namespace {

constexpr int chunk_level = 3;

[[noreturn]] void refuse() {
  throw kernel::InputError("cannot keep what the trace has so far in a temporary file",
                           {.text = std::strerror(errno), .hint = "TMPDIR needs more space"});
}

}  // namespace

std::string compressed(std::string_view plain, int level) {
  std::string result(ZSTD_compressBound(plain.size()), '\0');
  const std::size_t size =
      ZSTD_compress(result.data(), result.size(), plain.data(), plain.size(), level);
  SIM_ASSERT(!ZSTD_isError(size), "zstd compresses into a buffer that is large enough");
  result.resize(size);
  return result;
}

std::string decompressed(std::string_view bytes, std::uint64_t plain_bytes) {
  // A frame says its size; what a damaged length says must not be allocated before it is checked.
  const unsigned long long framed = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (framed != plain_bytes || framed > bytes.size() * std::uint64_t{100'000} + (1 << 20)) {
    throw Damage("compressed data have a wrong length");
  }
  std::string result(static_cast<std::size_t>(plain_bytes), '\0');
  const std::size_t size =
      ZSTD_decompress(result.data(), result.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) || size != result.size()) throw Damage("compressed data are damaged");
  return result;
}

ChunkStore::~ChunkStore() = default;
ChunkStore::ChunkStore(ChunkStore&&) noexcept = default;
ChunkStore& ChunkStore::operator=(ChunkStore&&) noexcept = default;

std::uint32_t ChunkStore::add(StoredChunk chunk) {
  Place place{.offset = 0,
              .size_bytes = static_cast<std::uint32_t>(chunk.bytes.size()),
              .plain_bytes = static_cast<std::uint32_t>(chunk.plain_bytes),
              .in_memory = 0};
  if (memory_bytes_ + chunk.bytes.size() <= memory_most_bytes_) {
    memory_bytes_ += chunk.bytes.size();
    memory_.push_back(std::move(chunk.bytes));
    place.in_memory = static_cast<std::uint32_t>(memory_.size());
  } else {
    if (!file_) file_.reset(std::tmpfile());
    if (!file_ || std::fseek(file_.get(), static_cast<long>(file_bytes_), SEEK_SET) != 0 ||
        std::fwrite(chunk.bytes.data(), 1, chunk.bytes.size(), file_.get()) != chunk.bytes.size()) {
      refuse();
    }
    place.offset = file_bytes_;
    file_bytes_ += chunk.bytes.size();
  }
  places_.push_back(place);
  return static_cast<std::uint32_t>(places_.size() - 1);
}

StoredChunk ChunkStore::chunk(std::uint32_t number) const {
  const Place& place = places_[number];
  if (place.in_memory > 0) return {memory_[place.in_memory - 1], place.plain_bytes};
  std::string bytes(place.size_bytes, '\0');
  if (std::fseek(file_.get(), static_cast<long>(place.offset), SEEK_SET) != 0 ||
      std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    refuse();
  }
  return {std::move(bytes), place.plain_bytes};
}

OpStore::Piece ChunkBuilder::keep(std::string_view ops) {
  if (open_.size() + ops.size() > chunk_bytes) close();
  const Piece piece{static_cast<std::uint32_t>(chunks_.size()),
                    static_cast<std::uint32_t>(open_.size()),
                    static_cast<std::uint32_t>(ops.size())};
  open_ += ops;
  return piece;
}

void ChunkBuilder::close() {
  if (open_.empty()) return;
  chunks_.push_back(store_.add({compressed(open_, chunk_level), open_.size()}));
  open_.clear();
}

const std::vector<std::uint32_t>& ChunkBuilder::finish() {
  close();
  return chunks_;
}

}  // namespace smpi::trace
