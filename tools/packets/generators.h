// SPDX-License-Identifier: BSD-3-Clause
//
// Workloads without a file: patterns of messages that repeat.
//
//   stencil2d, stencil3d   with the 4 or 6 neighbours on a near-square or near-cubic periodic grid
//   halo26                 with all 26 neighbours of a periodic grid of three dimensions: faces of
//                          SIZE, edges and corners smaller by the side of a face in doubles
//   ring                   to the next rank, from the one before
//   alltoall               with all others, at growing distance
//   random                 to a rank drawn anew for each message, from whoever sends
//   permutation            the same other rank all the time, drawn once
//   incast                 all to rank 0
//
// Written NAME:KEY=VALUE,...: ranks, size (of a message), iterations, compute (time of an
// iteration), grid=AxBxC (else near-cubic), seed, count (messages of a rank an iteration: random
// only).
#pragma once

#include <memory>
#include <string>

#include "tools/packets/workload.h"

namespace smpi::packets {

// `rank_count`: where the text has none. Throws InputError.
std::unique_ptr<Workload> make_generator(const std::string& text, std::uint32_t rank_count);
// "stencil2d, stencil3d, ...": for help texts.
std::string generator_names();

}  // namespace smpi::packets
