// SPDX-License-Identifier: BSD-3-Clause
//
// What the ranks of a file tell each other in a collective call: one value each.
//
// The values are kept in a meeting (creation/meeting.h); the messages of an allgather of their size
// are simulated (creation/agreement.h). A rank whose arguments are wrong takes part all the same,
// so that the others get an error or their data instead of waiting for ever.
//
// What comes after an exchange depends on all values, and often has messages of its own. So when a
// rank fails, all others have the values and go on, or none.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/meeting.h"

namespace smpi::io {

template <class Value>
class Exchange {
 public:
  // Leaves `mine` and returns when the running rank has those of all. `operation` numbers the
  // collective call, `part` the exchanges in it.
  Exchange(Communicator& communicator, int operation, int part, Value mine, MPI_Count value_bytes)
      : meeting_(communicator.simulation(), {communicator.shared().context, operation, part},
                 static_cast<std::size_t>(communicator.size())) {
    meeting_->values.resize(static_cast<std::size_t>(communicator.size()));
    meeting_->values[static_cast<std::size_t>(communicator.rank())] = std::move(mine);
    comm::agree_alike(communicator, value_bytes, operation, meeting_->agreement);
  }

  // MPI_SUCCESS, or the error of a rank that failed: values may be missing then. The same for all.
  int failure() const { return *meeting_->agreement.error; }

  // By rank.
  const std::vector<Value>& values() const { return meeting_->values; }
  // Runs act() in the first rank that comes here; all get its result.
  template <class Act>
  int once(Act&& act) {
    if (!meeting_->outcome) meeting_->outcome = act();
    return *meeting_->outcome;
  }
  // Something that the first rank makes for all.
  Ref<Counted>& made() { return meeting_->made; }

 private:
  struct Table : comm::Meeting {
    std::vector<Value> values;
    comm::Outcome agreement;
    std::optional<int> outcome;
    Ref<Counted> made;
  };
  comm::Attendance<Table> meeting_;
};

}  // namespace smpi::io
