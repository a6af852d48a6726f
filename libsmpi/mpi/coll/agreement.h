// SPDX-License-Identifier: BSD-3-Clause
//
// Do all ranks of a communicator make the same collective call (MPI 5.0, 6.1)?
//
// Calls are numbered on each communicator. The first rank to make call number n leaves a note of
// it, the others compare theirs; the note goes when all have come. That costs some nanoseconds a
// call and finds different orders of collectives, different roots, sizes and operations, where a
// real MPI hangs, truncates or returns garbage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libsmpi/mpi/coll/choice/registry.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::coll {

// What must be the same on all ranks; values that cannot be compared are the same everywhere.
struct Terms {
  Collective collective = Collective::barrier;
  int root = 0;              // 0 in intercommunicators, where it depends on the side
  MPI_Count size_bytes = 0;  // of the vector, for collectives that have one
  const Op* predefined_op = nullptr;
};
Terms terms_of(const Profile& profile);

struct Disagreement {
  int code = MPI_SUCCESS;
  std::string detail;
};

class Agreement {
 public:
  // Notes or compares call number `number` of this rank. `members` is the number of ranks that will
  // make it.
  Disagreement enter(int number, const Terms& terms, int rank, int members, const CallRecord& call);

  // Calls visit(first call, ranks that have not made it) for the calls that are not complete.
  template <class Visit>
  void for_each_open(Visit&& visit) const {
    for (std::uint32_t i = 0; i < used_; i++) {
      const Note& open = notes_[(first_ + i) % notes_.size()];
      if (open.missing > 0) visit(open.call, open.missing);
    }
  }

 private:
  struct Note {
    Terms terms;
    int rank = 0;
    int missing = 0;
    CallRecord call;
  };
  Note& note(std::uint32_t position) { return notes_[(first_ + position) % notes_.size()]; }
  void grow();

  std::vector<Note> notes_ = std::vector<Note>(8);  // a ring
  std::uint32_t first_ = 0;
  std::uint32_t used_ = 0;
  int first_number_ = 0;
};

}  // namespace smpi::coll
