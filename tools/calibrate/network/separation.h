// SPDX-License-Identifier: BSD-3-Clause
//
// What a round trip consists of, each part once.
//
// The simulator's model of a blocking ping-pong, s bytes, D the largest size that is sent detached:
//   s <= D: half(s) = os(s) + flow(s) + or(s), and MPI_Send lasts os(s)
//   s >  D: half(s) = flow(s), and MPI_Send lasts as long
// From medians R of the round trip, o of MPI_Send and q of MPI_Recv of a message that had arrived:
//   os = o, or = min(q, R/2 - os - flow_least), flow = R/2 - os - or
// with flow_least = R(0)/2 - os(0) - or(0), but at least 5 % of R/2, where 0 stands for the
// smallest size. When os alone leaves less, the call overlaps the wire, and os is cut. So the round
// trip comes first, then the duration of MPI_Send, which decides what overlaps, then or.
//
// Alternatives considered: flow = R/2 - or, and flow = (R - or)/2, both published for SMPI. They
// leave os in the flow and charge it again: a test fails with either.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/calibrate/network/segments.h"

namespace smpi::calibrate::network {

struct RoundTrips {
  std::vector<Observation> half;     // R/2
  std::vector<Observation> send;     // MPI_Send
  std::vector<Observation> receive;  // MPI_Recv of a message that has arrived
  std::int64_t detached_bytes = 0;   // D
};

struct Parts {
  std::vector<Observation> send_overhead;     // os, up to D
  std::vector<Observation> receive_overhead;  // or, up to D
  std::vector<Observation> flow;              // of all sizes
};

Parts separate(const RoundTrips& measured);

// The median over sizes of up to 64 bytes, or the value of the smallest size.
double value_of_smallest(const std::vector<Observation>& observations);
// Between sizes that were measured: linear in the logarithm of the size. 0 where nothing was.
double value_at(const std::vector<Observation>& observations, double size_bytes);

}  // namespace smpi::calibrate::network
