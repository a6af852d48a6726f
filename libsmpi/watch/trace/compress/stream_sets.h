// SPDX-License-Identifier: BSD-3-Clause
//
// One stream of each rank of a group, written together: ranks are clustered by equal content, or
// by equal form with numbers that are functions of the rank, whichever takes fewer bytes.
//
//   set      = varint clusters { cluster }
//   cluster  = [ranklist, if there are several] varint pieces { chunk, offset, size } ops
//   ops      = varint 2*length + 0, bytes                        the same for all of its ranks
//            | varint 2*length + 1, form, varint numbers { rank function }
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/parts.h"
#include "libsmpi/watch/trace/compress/rank_function.h"

namespace smpi::trace {

// `streams` are those of `ranks`; `chunk_number` gives the number of a chunk in the file.
void append_stream_set(std::string& out, std::span<const std::uint32_t> ranks,
                       std::span<const Stream* const> streams, std::uint32_t rank_count,
                       const std::function<std::uint32_t(std::uint32_t)>& chunk_number);

// A set that was read.
class StreamSet {
 public:
  StreamSet() = default;
  // Throws Damage.
  StreamSet(ByteReader& reader, std::span<const std::uint32_t> ranks, std::uint32_t rank_count,
            std::size_t chunk_count);

  struct View {
    std::span<const OpStore::Piece> pieces;
    std::string_view ops;  // of the set, or of `own`
  };
  // The stream of the rank at this place of the group. Ops that are the rank's own are put into
  // `own`. Throws Damage.
  View stream(std::uint32_t rank, std::size_t place, std::string& own) const;

 private:
  struct Cluster {
    std::vector<std::uint32_t> ranks;  // empty: all of the group
    std::vector<OpStore::Piece> pieces;
    std::string ops;  // or the form
    bool is_form = false;
    std::vector<RankFunction> numbers;
  };
  void read_cluster(ByteReader& reader, std::span<const std::uint32_t> ranks,
                    std::uint32_t rank_count, std::size_t chunk_count, bool is_only);
  std::vector<Cluster> clusters_;
};

}  // namespace smpi::trace
