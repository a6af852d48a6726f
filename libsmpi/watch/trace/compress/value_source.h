// SPDX-License-Identifier: BSD-3-Clause
//
// A stream of values as it lies in a file: pieces of chunks, then ops of its own. Chunks are
// decompressed when the stream comes to them, and shared by the ranks that read them near in time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/value_decoder.h"
#include "libsmpi/watch/trace/compress/value_stream.h"

namespace smpi::trace {

class ChunkReader {
 public:
  virtual ~ChunkReader() = default;
  // Readers share the chunk: the cache may let go of it first. Throws Damage.
  virtual std::shared_ptr<const std::string> chunk(std::uint32_t number) = 0;
};

class ValueSource {
 public:
  ValueSource() = default;
  // The ops must outlive the source.
  explicit ValueSource(std::string_view ops) : decoder_(ops) {}
  ValueSource(ChunkReader& chunks, std::span<const OpStore::Piece> pieces, std::string_view ops)
      : tail_(std::make_unique<Tail>(Tail{chunks, pieces, ops, nullptr})) {
    if (pieces.empty()) {
      decoder_ = ValueDecoder(ops);
      tail_.reset();
    }
  }
  bool next(Word& value) { return decoder_.next(value) || (tail_ && next_piece(value)); }

 private:
  struct Tail {
    ChunkReader& chunks;
    std::span<const OpStore::Piece> pieces;
    std::string_view ops;
    std::shared_ptr<const std::string> chunk;  // the one that is being read
  };
  bool next_piece(Word& value);

  ValueDecoder decoder_;
  std::unique_ptr<Tail> tail_;
};

}  // namespace smpi::trace
