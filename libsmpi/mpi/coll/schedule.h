// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking and persistent collectives (MPI 5.0, 6.12 and 6.13): the algorithm of the blocking
// call, run in a strand of its own, so that it goes on while the rank computes.
//
// Alternatives considered: a list of steps that each MPI call of the rank advances, as libnbc does.
// It needs every algorithm a second time, and stops while the rank computes; a strand costs a
// context and a stack that is reused, and every algorithm is one already.
//
// The messages of one call are told from all others by its tag, the number of the nonblocking or
// init call on its communicator. A persistent collective keeps its tag: two members exchange their
// messages in the same order on both sides, so those of one start never meet those of the next, and
// ranks may start several such requests in different orders.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/choice/registry.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

using AnyArgs = std::variant<BarrierArgs, BcastArgs, GatherArgs, ScatterArgs, AllgatherArgs,
                             AlltoallArgs, ReduceArgs, ReduceScatterArgs>;

class SchedulePool;

class Schedule final : public RequestExtension {
 public:
  explicit Schedule(SchedulePool& pool) : pool_(pool) {}

  // Takes the call over, copies its arrays of counts and displacements, which the program may
  // change when the call has returned, and keeps its datatypes and operation alive. Its
  // communicator is kept by the request.
  void fill(Collective collective, AnyArgs&& args);
  const Profile& profile() const { return profile_; }
  const Operation& operation() const { return *profile_.operation; }

  int start(Request& request) override;
  int finish(Request&) override { return error_; }
  std::string describe(const Request&) const override;
  void retire() override;

 private:
  void run(Request& request);
  void keep_arrays(Collective collective);
  IndexArray keep(const IndexArray& array, std::size_t count);
  Blocks keep(const Blocks& blocks, std::size_t count);

  SchedulePool& pool_;
  AnyArgs args_;
  std::vector<std::vector<std::byte>> arrays_;  // that `args_` refers to
  std::size_t array_count_ = 0;                 // of them, in use
  Profile profile_;
  const char* function_ = nullptr;  // that made it, such as "MPI_Ibcast"
  int error_ = MPI_SUCCESS;
  Strand strand_;
};

// Recycles schedules: after warm-up a call allocates nothing.
class SchedulePool {
 public:
  std::unique_ptr<Schedule, RetireExtension> take();
  void give_back(Schedule& schedule) { free_.push_back(&schedule); }

 private:
  std::vector<std::unique_ptr<Schedule>> all_;
  std::vector<Schedule*> free_;
};

// A request of the running rank for a call whose communicator, channel and tag are set; the
// caller starts it with request->extension->start(). Not started, it is inactive.
Request* make_schedule(Collective collective, AnyArgs&& args);
// REQUIRES: `request` was made by make_schedule().
const Schedule& schedule_of(const Request& request);

}  // namespace smpi::coll
