// SPDX-License-Identifier: BSD-3-Clause
//
// Software overheads of point-to-point calls (MODELS 3 and 7): the tables smpi/os, smpi/ois and
// smpi/or, `threshold:intercept:slope;...`, intercept + slope x size in seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernel/options.h"
#include "models/network/noise_table.h"

namespace smpi::p2p {

class OverheadTable {
 public:
  OverheadTable() = default;
  // Parses the text of option `name`. Throws InputError.
  OverheadTable(std::string_view name, std::string_view text);
  // Seconds for a payload of `size_bytes`: the segment with the largest threshold strictly below,
  // or else the first one, as in SimGrid: an empty message costs what the first segment says.
  double seconds(double size_bytes) const;
  bool is_zero() const { return segments_.empty(); }

 private:
  struct Segment {
    double threshold_bytes;
    double intercept_s;
    double slope_s_per_byte;
  };
  std::vector<Segment> segments_;  // by falling threshold
};

// How the times of one table vary (network/noise, MODELS 12.4).
struct OverheadNoise {
  models::NoiseTable table;
  models::NoiseStreams streams;  // by process
};

// Of one kind of calls.
struct Overhead {
  OverheadTable table;
  std::optional<OverheadNoise> noise;

  // Of the next call of `process`.
  double seconds(double size_bytes, std::uint32_t process) {
    const double mean_s = table.seconds(size_bytes);
    return noise ? mean_s * noise->table.draw(size_bytes, noise->streams.of(process)) : mean_s;
  }
};

class PairTurns;
class Sockets;

struct OverheadTables {
  Overhead blocking_send;     // os
  Overhead nonblocking_send;  // ois
  Overhead receive;           // or
  bool any = false;
  PairTurns* turns = nullptr;  // of messages that wait for answers (smpi/pair-duplex); else nullptr
  Sockets* sockets = nullptr;  // that long messages wait in (smpi/socket-buffer); else nullptr
  // What messages inside collectives cost, times this (smpi/scale-collectives): overheads, latency
  // and bytes; 0: they arrive at once, and nobody waits for who only receives.
  double collective_scale = 1;

  void load(const kernel::Options& options);
};

}  // namespace smpi::p2p
