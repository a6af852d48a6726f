// SPDX-License-Identifier: BSD-3-Clause
//
// Values that do not repeat, in chunks of 64 KiB, compressed by zstd. When there are more than
// `memory_most` of them they go to a temporary file without a name, so memory stays bounded.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/watch/trace/compress/value_stream.h"

namespace smpi::trace {

struct StoredChunk {
  std::string bytes;  // compressed
  std::uint64_t plain_bytes = 0;
};

class ChunkStore {
 public:
  explicit ChunkStore(std::uint64_t memory_most_bytes = std::uint64_t{64} << 20)
      : memory_most_bytes_(memory_most_bytes) {}
  ~ChunkStore();
  ChunkStore(ChunkStore&&) noexcept;
  ChunkStore& operator=(ChunkStore&&) noexcept;

  std::uint32_t add(StoredChunk chunk);
  std::size_t size() const { return places_.size(); }
  StoredChunk chunk(std::uint32_t number) const;
  std::uint64_t memory_bytes() const { return memory_bytes_; }

 private:
  struct Place {
    std::uint64_t offset;
    std::uint32_t size_bytes;
    std::uint32_t plain_bytes;
    std::uint32_t in_memory;  // place in memory_ + 1; 0: in the file
  };
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::uint64_t memory_most_bytes_;
  std::uint64_t memory_bytes_ = 0;
  std::uint64_t file_bytes_ = 0;
  std::vector<Place> places_;
  std::vector<std::string> memory_;
  std::unique_ptr<std::FILE, Closer> file_;
};

// Collects the finished ops of all slots of a rank; pieces that are near in time share a chunk.
class ChunkBuilder final : public OpStore {
 public:
  explicit ChunkBuilder(ChunkStore& store) : store_(store) {}
  Piece keep(std::string_view ops) override;
  // Chunks get their numbers when they are full: pieces count those of the rank, from 0.
  const std::vector<std::uint32_t>& finish();
  std::size_t open_bytes() const { return open_.size(); }

 private:
  static constexpr std::size_t chunk_bytes = 64 << 10;
  void close();
  ChunkStore& store_;
  std::string open_;
  std::vector<std::uint32_t> chunks_;  // numbers in the store
};

std::string compressed(std::string_view plain, int level);
// Throws Damage.
std::string decompressed(std::string_view bytes, std::uint64_t plain_bytes);

}  // namespace smpi::trace
