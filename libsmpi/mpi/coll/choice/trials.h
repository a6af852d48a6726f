// SPDX-License-Identifier: BSD-3-Clause
//
// `--cfg=smpi/coll-selector:automatic` (or smpi/COLLECTIVE:automatic): a call runs every algorithm
// that suits it, one after the other, and the table at the end of the run says how long each took.
// The ranks start each trial together and the trial lasts until the last one is done; meeting costs
// no simulated time, the trials do.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "libsmpi/mpi/coll/choice/registry.h"

namespace smpi {
struct Strand;
}

namespace smpi::coll {

// Where the ranks of a communicator wait for each other between trials.
struct TrialBarrier {
  int arrived = 0;
  std::uint64_t generation = 0;
  std::vector<Strand*> waiting;
};

// What the trials of a run found.
class Trials {
 public:
  // Can all algorithms run on the same data? Not inside a trial, between two groups, in nonblocking
  // forms, nor where an in-place exchange destroys its input; such calls follow the rules alone.
  static bool possible(const Profile& profile, const Operation& args);
  // Runs every algorithm that suits the call; the buffers hold the result of the last.
  void run(const Profile& profile, Operation& args);
  bool empty() const { return results_.empty(); }
  // The table: a paragraph for each collective, number of ranks and size.
  std::string describe() const;

 private:
  struct Key {
    Collective collective;
    int ranks;
    MPI_Count block_bytes;
    auto operator<=>(const Key&) const = default;
  };
  struct Result {
    std::uint64_t calls = 0;
    double total_s = 0;
  };
  // By the algorithm's place in its collective's table.
  std::map<Key, std::vector<Result>> results_;
};

}  // namespace smpi::coll
