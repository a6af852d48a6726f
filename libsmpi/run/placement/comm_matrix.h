// SPDX-License-Identifier: BSD-3-Clause
//
// Who sent how much to whom: the CSV that --comm-matrix writes and `comm:FILE` reads.
//
//   source,destination,bytes,messages,origin
//   0,1,8000,1,p2p
//   0,1,64,2,collective
//
// A row for each pair of ranks and origin; only what is above 0. Reading, the column origin may be
// missing, and rows of the same pair add up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace smpi::placement {

class MessageCounts;

struct MatrixEntry {
  std::uint32_t source;
  std::uint32_t destination;
  double bytes;
};

// Throws InputError: unreadable file, wrong line, ranks not below `rank_count`.
std::vector<MatrixEntry> read_comm_matrix(const std::string& path, std::uint32_t rank_count);

std::string comm_matrix_text(const MessageCounts& counts);

}  // namespace smpi::placement
