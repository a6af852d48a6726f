// SPDX-License-Identifier: BSD-3-Clause
//
// What the user wants of a recording: SMPI_ACQUIRE_* in the environment, because every launcher of
// MPI programs can set that.
#pragma once

#include <cstdint>
#include <string>

#include "libsmpi/watch/trace/rank_set.h"
#include "tools/acquire/virtual_clock.h"

namespace smpi::acquire {

// Where the compressed parts of the processes become one file.
enum class Merge : std::uint8_t {
  root,  // rank 0 reads all of them
  tree,  // on the way there, from process to process
  none,  // nowhere: they stay
};

struct Settings {
  std::string trace;           // SMPI_ACQUIRE_FILE; empty: none
  double rate = 1e9;           // _RATE: volume per second, where instructions are not counted
  bool has_rate = false;       // the user's own
  bool keeps_times = false;    // _TIMES
  int level = 2;               // _LEVEL
  bool is_controlled = false;  // _CONTROL: by MPI_Pcontrol
  Merge merge = Merge::root;   // _MERGE
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;  // _MEMORY, in MiB: of a compressed part
  trace::RankSet ranks;                                  // _RANKS; empty: all
  VirtualMachine machine;                                // of virtual time

  bool is_compressed() const { return trace.ends_with(".smpitrace"); }
  bool writes_trace() const { return !trace.empty(); }
  bool records(std::uint32_t rank) const {
    return writes_trace() && (ranks.empty() || ranks[rank]);
  }
};

// Throws kernel::InputError for values that mean nothing.
Settings read_settings(std::uint32_t rank_count);

}  // namespace smpi::acquire
