// SPDX-License-Identifier: BSD-3-Clause
//
// From one chunk to the next, then to the ops behind them.
#include "libsmpi/watch/trace/compress/value_source.h"

namespace smpi::trace {

bool ValueSource::next_piece(Word& value) {
  for (;;) {
    if (tail_->pieces.empty()) {
      decoder_ = ValueDecoder(tail_->ops);
      tail_.reset();
      return decoder_.next(value);
    }
    const OpStore::Piece piece = tail_->pieces.front();
    tail_->pieces = tail_->pieces.subspan(1);
    tail_->chunk = tail_->chunks.chunk(piece.chunk);
    ByteReader reader(*tail_->chunk);
    reader.bytes(std::min<std::size_t>(piece.offset_bytes, reader.left()));
    decoder_ = ValueDecoder(reader.bytes(piece.size_bytes));
    if (decoder_.next(value)) return true;
  }
}

}  // namespace smpi::trace
